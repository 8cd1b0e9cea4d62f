import { type TemplateResult, css, html, nothing } from "lit";
import { cost, costNote, duration, model, tokens } from "../element/format";
import { words } from "../words";
import type { AgentRun, Row } from "../worker/model";
import { body } from "./body";
import type { RowContext } from "./context";
import { icon } from "../element/icon";
import { marked } from "./marked";
import { isBad } from "./tool";
import { who } from "./who";

/** An agent: its task, what it took, and the way into its own conversation. */
export function agent(row: Row, run: AgentRun, context: RowContext): TemplateResult {
  const call = row.tool;
  const bad = call !== null && isBad(call);
  const { conversation } = context;
  const bodyOpen = conversation.isOpen(row);
  const facts = [
    run.model === "" ? "" : model(run.model),
    run.turns > 1 ? words.row.turns(run.turns) : "",
    run.calls > 0 ? words.row.calls(run.calls) : "",
    run.tokens > 0 ? words.row.tokens(tokens(run.tokens)) : "",
    duration(run.duration),
    cost(run.cost),
    run.internal ? words.row.internal : "",
    run.rows === 0 ? words.row.agentMissing : "",
  ].filter((fact) => fact !== "");
  const title = run.title || call?.note || call?.target || "";
  return html`<div class="agent">
    ${who(row)}
    <div class="card ${run.open ? "open" : ""} ${bad ? "bad" : ""}">
      <button
        type="button"
        class="deed"
        aria-expanded=${run.rows > 0 ? run.open : bodyOpen}
        title=${run.rows > 0 ? words.row.agentRows(run.open) : ""}
        @click=${() => context.toggle(row)}
      >
        <span class="lead">${icon("agent")}${icon("chevron")}</span>
        <span class="content">
          <span class="head"><span class="verb">${marked(run.type || words.agent)}</span><span class="task">${marked(title)}</span></span>
          <span class="facts" title=${costNote(run.cost)}>${facts.join(" · ")}</span>
          ${bad && call !== null && call.error !== "" ? html`<span class="why">${marked(call.error)}</span>` : nothing}
        </span>
      </button>
      ${run.rows > 0
        ? html`<button type="button" class="quiet" aria-expanded=${bodyOpen} @click=${() => conversation.setOpen(row, !bodyOpen)}>
            ${words.row.details}
          </button>`
        : nothing}
    </div>
    ${bodyOpen ? html`<div class="body">${body(row.key, context, true)}</div>` : nothing}
  </div>`;
}

export const agentStyles = css`
  .agent .card {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: start;
    column-gap: var(--u-3);
  }
  .agent .card .quiet {
    margin: 2px 0 0;
    opacity: 0;
    transition: opacity var(--u-quick);
  }
  unspool-row:hover .agent .quiet,
  unspool-row:focus-within .agent .quiet,
  .agent .quiet[aria-expanded="true"] {
    opacity: 1;
  }
  .agent .lead {
    color: var(--u-accent);
  }
  .agent .task {
    overflow: hidden;
    text-overflow: ellipsis;
    color: var(--u-ink);
  }
  .agent .facts {
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
    font-variant-numeric: tabular-nums;
  }
`;
