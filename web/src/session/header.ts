import { css } from "lit";
import type { SessionInfo } from "../parser/model";
import { strings } from "./strings";
import type { Dates } from "./format";

/** The content of the line above a conversation. Each kind of page renders its own. */
export interface Header {
  readonly info: SessionInfo | undefined;
  readonly back: (() => void) | undefined;
  readonly help: () => void;
  readonly dates: Dates;
  /** Shows the problems in the files. */
  readonly findings: (() => void) | undefined;
  /** Shows what the session cost and what changed during it. */
  readonly details: () => void;
}

export function title(info: SessionInfo): string {
  return info.title || strings.untitled(info.id);
}

export const buttonStyles = css`
  .tool-button {
    display: grid;
    flex: none;
    place-items: center;
    width: 32px;
    height: 32px;
    border-radius: var(--u-radius);
    color: var(--u-ink-2);
  }
  .tool-button:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  .tool-button .icon {
    width: 17px;
    height: 17px;
  }
`;
