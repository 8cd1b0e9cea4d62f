import { type TemplateResult, css, html } from "lit";
import { icon } from "../ui/icon";
import { strings } from "./strings";

/** A mark between rows: the conversation begins anew, or its links are broken. */
export function mark(kind: "restart" | "broken"): TemplateResult {
  return kind === "restart"
    ? html`<p class="divider still"><span class="what">${strings.restart}</span></p>`
    : html`<p class="broken-links">${icon("info")} ${strings.brokenLinks}</p>`;
}

export const markRowStyles = css`
  .divider.still {
    cursor: default;
  }
  .broken-links {
    padding: var(--u-2) 0;
    color: var(--u-ink-2);
    font-size: var(--u-size-s);
  }
  .broken-links .icon {
    position: static;
    width: 14px;
    height: 14px;
    vertical-align: -2px;
    color: var(--u-ink-3);
  }
`;
