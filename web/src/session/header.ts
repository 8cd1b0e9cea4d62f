import type { SessionInfo } from "../parser/model";
import { withoutMarkup } from "../base/format";
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

/** Returns the title of a session, without the markup of a prompt in Markdown. */
export function title(info: SessionInfo): string {
  return withoutMarkup(info.title) || strings.untitled(info.id);
}
