import { type TemplateResult, html } from "lit";
import { words } from "../words";
import type { Row } from "../worker/model";
import type { RowContext } from "./context";
import { line } from "./line";
import { marked } from "./marked";

/** An earlier attempt that was left behind by a rewind or an edited prompt. */
export function branch(row: Row, context: RowContext): TemplateResult {
  const fold = row.fold;
  return html`<div class="branch">
    ${line({
      icon: "branch",
      tone: "faint",
      open: fold?.open ?? false,
      toggle: () => context.toggle(row),
      content: html`<span class="glimpse">${marked(words.row.attempt(row.text))}</span>`,
      end: fold !== null && fold.turns > 0 ? words.row.attemptTurns(fold.turns) : undefined,
    })}
  </div>`;
}
