import { type TemplateResult, html } from "lit";
import { cost, costNote, tokens } from "../element/format";
import { words } from "../words";
import type { InternalRow } from "../worker/model";
import type { RowContext } from "./context";
import { line } from "./line";
import { visible } from "./marked";

/** The agents that Claude Code ran for itself: one quiet line that opens to them. */
export function internal(row: InternalRow, context: RowContext): TemplateResult {
  const { run } = row;
  const facts = [
    words.row.internalAgents(run.agents),
    run.tokens > 0 ? words.row.tokensInAll(tokens(run.tokens)) : "",
    cost(run.cost),
  ].filter((fact) => fact !== "");
  return html`<div class="internal">
    ${line({
      icon: "agent",
      tone: "faint",
      open: run.open,
      toggle: () => context.toggle(row),
      content: html`<span class="glimpse" title=${visible(costNote(run.cost))}>${facts.join(" · ")}</span>`,
    })}
  </div>`;
}
