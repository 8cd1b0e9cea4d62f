import { type TemplateResult, html } from "lit";
import { words } from "../words";
import type { Row } from "../worker/model";
import type { RowContext } from "./context";
import { line } from "./line";

/** Earlier attempts that were left behind by a rewind or an edited prompt. */
export function branch(row: Row, context: RowContext): TemplateResult {
  const fold = row.fold;
  return html`<div class="branch">
    ${line({
      icon: "branch",
      tone: "faint",
      open: fold?.open ?? false,
      toggle: () => context.toggle(row),
      content: row.text === "" ? words.row.attempts(fold?.count ?? 1) : `${words.row.attempts(fold?.count ?? 1)} · ${row.text}`,
      end: fold !== null && fold.turns > 0 ? words.row.attemptTurns(fold.turns) : undefined,
    })}
  </div>`;
}
