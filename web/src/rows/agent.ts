import { type TemplateResult, css, html, nothing } from "lit";
import { cost, costNote, duration, model, tokens } from "../session/format";
import { strings } from "./strings";
import { agentName, workEnd } from "./agent-text";
import { strings as sessionStrings } from "../session/strings";
import type { AgentRun, ToolRow } from "../parser/model";
import { body } from "./shared/body";
import type { RowContext } from "./context";
import { icon } from "../ui/icon";
import { markInvisible, stripInvisible } from "../content/visible-text";
import { isBad } from "./tools";
import { who } from "./shared/speaker";

/** From this depth on, rows are not indented further; a label shows the level. */
const DEEP = 4;

/** An agent or a workflow: its task, figures and outcome. It opens to its conversation. */
export function agent(row: ToolRow, run: AgentRun, context: RowContext): TemplateResult {
  const call = row.tool;
  const bad = isBad(call) || run.state === "failed" || run.state === "cut";
  const open = run.rows > 0 ? run.open : context.conversation.isOpen(row);
  const title = run.title || call.note || call.target;
  const how = ending(row, run);
  const group = run.kind === "workflow";
  const took = run.after ?? run.duration;
  return html`<div class="agent" ?data-loose=${run.unlinked}>
    ${who(row, context)}
    <button
      type="button"
      class="row-button ${bad ? "bad" : ""}"
      aria-expanded=${open}
      title=${run.rows === 0 ? "" : group ? strings.runRows(open) : strings.agentRows(open)}
      @click=${() => context.toggle(row)}
    >
      <span class="lead">${icon(group ? "workflow" : "agent")}${icon("chevron")}</span>
      <span class="content">
        <span class="head"
          ><span class="verb ellipsis">${markInvisible(group ? strings.workflow : agentName(run.type))}</span>${
            run.name === "" ? nothing : html`<span class="server ellipsis">${markInvisible(run.name)}</span>`
          }<span class="task ellipsis">${markInvisible(title)}</span></span
        >
        <span class="facts" title=${stripInvisible(costNote(run.cost, run.low))}
          >${markInvisible(facts(row, run).join(" · "))}</span
        >
        ${isBad(call) && call.error !== "" ? html`<span class="why clamp">${markInvisible(call.error)}</span>` : nothing}
      </span>
      <span class="end"
        >${how === "" ? nothing : html`<span class=${bad ? "bad" : ""}>${markInvisible(how)}</span>`}<span class="took"
          >${duration(took)}</span
        ></span
      >
    </button>
    ${run.background ? background(run, context) : nothing}
    ${context.conversation.isOpen(row) ? html`<div class="body">${body(row.key, context, true)}</div>` : nothing}
  </div>`;
}

/** Returns how an agent ended, according to its notification or journal, otherwise to the call. */
function ending({ tool }: ToolRow, run: AgentRun): string {
  if (run.state !== "") return workEnd(run.state, "");
  switch (tool.status) {
    case "ok":
      return run.unlinked || run.rows === 0 ? "" : workEnd("completed", "");
    case "error":
      return strings.outcome.failed;
    default:
      return strings.outcome[tool.status];
  }
}

/** Renders when background work ended, with a link to its notification. */
function background(run: AgentRun, context: RowContext): TemplateResult {
  return html`<p class="small-line apart">
    <span title=${context.dates().fullTime(run.ended)}
      >${[strings.inBackground, run.ended > 0 ? strings.endedAt(context.dates().time(run.ended)) : ""]
        .filter((word) => word !== "")
        .join(" · ")}</span
    >
    ${
      run.notice === ""
        ? nothing
        : html`<button type="button" class="quiet" @click=${() => context.goTo(run.notice)}>${strings.notice}</button>`
    }
  </p>`;
}

function facts({ depth }: ToolRow, run: AgentRun): readonly string[] {
  return [
    run.resumed ? strings.resumed : "",
    run.kind === "workflow" ? strings.agents(run.agents) : run.model === "" ? "" : model(run.model),
    run.failed > 0 ? strings.failedCount(run.failed) : "",
    run.cut > 0 ? strings.agentsCut(run.cut) : "",
    run.turns > 1 ? sessionStrings.turns(run.turns) : "",
    run.calls ? strings.calls(run.calls) : "",
    run.tokens > 0 ? strings.tokensInAll(tokens(run.tokens)) : "",
    cost(run.cost, run.low),
    run.unlinked ? strings.unlinked : "",
    run.rows > 0 ? "" : run.session === "" ? strings.agentMissing : strings.ownSession(run.session),
    depth >= DEEP ? strings.level(depth + 1) : "",
  ].filter((fact) => fact !== "");
}

export const agentStyles = css`
  .agent .ellipsis {
    white-space: inherit;
  }
  .agent[data-loose] {
    padding-block-start: var(--u-3); /* no line of a reply leads up to it */
  }
  .agent .row-button:not(.bad) .lead {
    color: var(--run-hue, var(--u-ink-3));
  }
  .agent .verb {
    color: var(--run-hue, var(--u-ink));
    font-weight: var(--u-strong);
  }
  .agent .task {
    color: var(--u-ink);
  }
  .agent .facts {
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
    font-variant-numeric: tabular-nums;
  }
  .agent .apart {
    margin: 0 0 var(--u-1);
    padding-inline-start: var(--u-gutter);
  }
  .agent .apart .quiet {
    margin: 0;
  }
  @container conversation (max-width: 560px) {
    .agent .row-button {
      grid-template-columns: var(--u-icon) minmax(0, 1fr);
    }
    .agent .head {
      flex-wrap: wrap;
      row-gap: 0;
      white-space: normal;
    }
    .agent .end {
      grid-column: 2;
    }
    .agent .end .took {
      display: inline;
      min-width: 0;
    }
  }
`;
