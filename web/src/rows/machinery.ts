import { type TemplateResult, html } from "lit";
import { machineryKind, number, words } from "../words";
import type { Row } from "../worker/model";
import { body } from "./body";
import type { RowContext } from "./context";
import { line } from "./line";
import { marked } from "./marked";

/** A run of hooks, snapshots, reminders and the like: one quiet line. */
export function machinery(row: Row, context: RowContext): TemplateResult {
  const fold = row.fold;
  const failed = fold?.failed ?? 0;
  const kinds = (fold?.kinds ?? []).map(({ name, count }) => (count === 1 ? machineryKind(name) : `${number(count)} ${machineryKind(name, count)}`));
  return html`<div class="machinery">
    ${line({
      icon: failed > 0 ? "alert" : "more",
      tone: failed > 0 ? "bad" : "faint",
      open: context.conversation.isOpen(row),
      toggle: () => context.toggle(row),
      content: html`<span class="glimpse">${marked(kinds.length === 0 ? words.row.records(fold?.count ?? 1) : kinds.join(", "))}</span>`,
      end: failed > 0 ? html`<span class="bad">${words.row.failed(failed)}</span>` : undefined,
      body: () => body(row.key, context, true),
    })}
  </div>`;
}
