import { type TemplateResult, css, html, nothing } from "lit";
import { cost, costNote, duration, model, tokens } from "../element/format";
import { internalKind, words } from "../words";
import type { AgentRun, Row } from "../worker/model";
import { body } from "./body";
import type { RowContext } from "./context";
import { icon } from "../element/icon";
import { marked } from "./marked";
import { isBad } from "./tool";
import { who } from "./who";

/** An agent, or all of a workflow: the task, what it took, how it ended, and the way into its own conversation. */
export function agent(row: Row, run: AgentRun, context: RowContext): TemplateResult {
  const call = row.tool;
  const bad = (call !== null && isBad(call)) || run.state === "failed";
  const { conversation } = context;
  const bodyOpen = conversation.isOpen(row);
  const title = run.title || call?.note || call?.target || "";
  const verb = run.kind === "workflow" ? words.face.workflow : (run.internal ? internalKind(run.type) : run.type) || words.agent;
  return html`<div class="agent">
    ${who(row)}
    <div class="card ${run.open ? "open" : ""}">
      <button
        type="button"
        class="deed ${bad ? "bad" : ""}"
        aria-expanded=${run.rows > 0 ? run.open : bodyOpen}
        title=${run.rows === 0 ? "" : run.kind === "workflow" ? words.row.runRows(run.open) : words.row.agentRows(run.open)}
        @click=${() => context.toggle(row)}
      >
        <span class="lead">${icon(run.kind === "workflow" ? "workflow" : "agent")}${icon("chevron")}</span>
        <span class="content">
          <span class="head"
            ><span class="verb">${marked(verb)}</span>${run.name === "" ? nothing : html`<span class="server">${marked(run.name)}</span>`}<span class="task"
              >${marked(title)}</span
            >${run.resumed ? html`<span class="onward">${words.row.resumed}</span>` : nothing}</span
          >
          <span class="facts" title=${costNote(run.cost)}>${ending(run)}${facts(run).join(" · ")}</span>
          ${call !== null && isBad(call) && call.error !== "" ? html`<span class="why">${marked(call.error)}</span>` : nothing}
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

/** How it ended, where that is not plain from the call. */
function ending(run: AgentRun): TemplateResult | typeof nothing {
  const after = run.after < 0 ? "" : duration(run.after);
  const said = run.state === "completed" && !run.background ? "" : words.row.ended(run.state, after);
  const parts = [run.background ? words.row.background : "", said].filter((part) => part !== "");
  if (parts.length === 0) return nothing;
  return html`<span class="ending" data-state=${run.state}>${parts.join(", ")}</span>${facts(run).length > 0 ? " · " : ""}`;
}

function facts(run: AgentRun): readonly string[] {
  const group = run.kind === "workflow";
  return [
    group ? words.row.agents(run.agents) : run.model === "" ? "" : model(run.model),
    run.failed > 0 ? words.row.failed(run.failed) : "",
    run.cut > 0 ? words.row.agentsCut(run.cut) : "",
    run.turns > 1 ? words.row.turns(run.turns) : "",
    run.calls > 0 ? words.row.calls(run.calls) : "",
    run.tokens > 0 ? words.row.tokens(tokens(run.tokens)) : "",
    run.after < 0 ? duration(run.duration) : "",
    cost(run.cost),
    run.loose ? words.row.loose : "",
    run.rows > 0 ? "" : run.session === "" ? words.row.agentMissing : words.row.ownSession(run.session),
  ].filter((fact) => fact !== "");
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
  .agent .deed:not(.bad) .lead {
    color: var(--u-accent);
  }
  .agent .onward {
    flex: none;
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
  }
  .agent .ending[data-state="failed"],
  .agent .ending[data-state="cut"] {
    color: var(--u-bad);
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
  @media (max-width: 560px) {
    .agent .card {
      position: relative;
      grid-template-columns: minmax(0, 1fr);
    }
    .agent .card .quiet {
      position: absolute;
      inset: 2px 0 auto auto;
      background: var(--u-hover);
    }
  }
`;
