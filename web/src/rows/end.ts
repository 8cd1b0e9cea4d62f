import { type TemplateResult, css, html, nothing } from "lit";
import { icon } from "../ui/icon";
import { strings } from "./strings";
import { agentName } from "./agent-text";
import type { EndRow } from "../parser/model";
import type { RowContext } from "./context";
import { marked } from "../content/visible-text";

/** Where an agent's part is over, and the way back to where it began. */
export function end(row: EndRow, context: RowContext): TemplateResult {
  return html`<p class="agent-end small-line">
    <span class="name">${marked(strings.agentEnd(row.name && agentName(row.name)))}</span>
    ${row.text === "" ? nothing : html`<span class="task ellipsis">${marked(row.text)}</span>`}
    <button type="button" class="quiet" @click=${() => context.goTo(row.of)}>${icon("up")}${strings.toStart}</button>
  </p>`;
}

export const endStyles = css`
  .agent-end {
    margin: 0 0 var(--u-3);
    padding-block: var(--u-1);
  }
  .agent-end .name {
    color: var(--hue, var(--u-ink-2));
  }
  .agent-end .task {
    max-width: 60%;
  }
  .agent-end .quiet {
    margin: 0;
  }
  .agent-end .icon {
    width: 13px;
    height: 13px;
    margin-inline-end: 3px;
    vertical-align: -2px;
  }
`;
