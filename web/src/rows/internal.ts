import { type TemplateResult, html } from "lit";
import { cost, costNote, tokens } from "../session/format";
import { strings } from "./strings";
import type { InternalRow } from "../parser/model";
import type { RowContext } from "./context";
import { line } from "./shared/line";
import { stripInvisible } from "../content/visible-text";

/** Internal agents of Claude Code, on one line that opens to their rows. */
export function internal(row: InternalRow, context: RowContext): TemplateResult {
  const { run } = row;
  const facts = [
    strings.internalAgents(run.agents),
    run.tokens > 0 ? strings.tokensInAll(tokens(run.tokens)) : "",
    cost(run.cost),
  ].filter((fact) => fact !== "");
  return html`<div class="internal">
    ${line({
      icon: "agent",
      tone: "faint",
      open: run.open,
      toggle: () => context.toggle(row),
      content: html`<span class="row-summary ellipsis" title=${stripInvisible(costNote(run.cost))}
        >${facts.join(" · ")}</span
      >`,
    })}
  </div>`;
}
