import { type TemplateResult, html } from "lit";
import { number, words } from "../words";
import type { Row } from "../worker/model";
import { body } from "./body";
import type { RowContext } from "./context";
import { line } from "./line";

/** A run of hooks, snapshots, reminders and the like: one quiet line. */
export function machinery(row: Row, context: RowContext): TemplateResult {
  const fold = row.fold;
  const failed = fold?.failed ?? 0;
  const kinds = (fold?.kinds ?? []).map(({ name, count }) => (count === 1 ? name : `${number(count)} ${name}`));
  return html`<div class="machinery">
    ${line({
      icon: failed > 0 ? "alert" : "more",
      tone: failed > 0 ? "bad" : "faint",
      open: context.conversation.isOpen(row),
      toggle: () => context.toggle(row),
      content: `${words.row.records(fold?.count ?? 1)}${kinds.length === 0 ? "" : `: ${kinds.join(", ")}`}`,
      end: failed > 0 ? html`<span class="bad">${words.row.failed(failed)}</span>` : undefined,
      body: () => body(row.key, context, true),
    })}
  </div>`;
}
