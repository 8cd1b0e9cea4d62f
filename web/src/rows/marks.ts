// Rows without a record of their own, which mark a beginning or an end.
import { type TemplateResult, css, html, nothing } from "lit";
import { icon } from "../ui/icon";
import { strings } from "./strings";
import { agentName } from "./agent-text";
import type { EndRow, PhaseRow } from "../parser/model";
import type { RowContext } from "./context";
import { markInvisible } from "../content/visible-text";

/** A new start of the conversation, or broken links between its records. */
export function mark(kind: "restart" | "broken"): TemplateResult {
  return kind === "restart"
    ? html`<p class="divider still"><span class="what">${strings.restart}</span></p>`
    : html`<p class="broken-links">${icon("info")} ${strings.brokenLinks}</p>`;
}

/** A phase of a workflow: the heading of its agents. */
export function phase({ fold, text }: PhaseRow): TemplateResult {
  return html`<h4 class="phase small-line">
    <span class="name">${markInvisible(text)}</span>
    <span class="facts">${strings.agents(fold.count)}</span>
    ${fold.failed > 0 ? html`<span class="failed">${strings.failedCount(fold.failed)}</span>` : nothing}
  </h4>`;
}

/** The end of an agent's rows, with a link to their beginning. */
export function end(row: EndRow, context: RowContext): TemplateResult {
  return html`<p class="agent-end small-line">
    <span class="name">${markInvisible(strings.agentEnd(row.name && agentName(row.name)))}</span>
    ${row.text === "" ? nothing : html`<span class="task ellipsis">${markInvisible(row.text)}</span>`}
    <button type="button" class="quiet" @click=${() => context.goTo(row.of)}>${icon("up")}${strings.toStart}</button>
  </p>`;
}

export const marksStyles = css`
  .phase {
    margin: var(--u-2) 0 0;
  }
  .phase .name {
    font-weight: 600;
    color: var(--u-ink-2);
  }
  .phase .failed {
    color: var(--u-bad);
  }
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
