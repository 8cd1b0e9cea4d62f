import { type TemplateResult, css, html, nothing } from "lit";
import { hookFailure, machineryKind, number, words } from "../words";
import type { Fold, Row } from "../worker/model";
import { body } from "./body";
import type { RowContext } from "./context";
import { line } from "./line";
import { marked } from "./marked";

/** A run of hooks, snapshots, reminders and the like: one quiet line. One that failed says what did, and why. */
export function machinery(row: Row, context: RowContext): TemplateResult {
  const { fold } = row;
  const failed = fold !== null && fold.failed > 0;
  const open = context.conversation.isOpen(row);
  return html`<div class="machinery">
    ${line({
      icon: failed ? "alert" : "more",
      tone: failed ? "bad" : "faint",
      open,
      toggle: () => context.toggle(row),
      content: failed ? failure(fold, open) : html`<span class="glimpse">${marked(kinds(fold))}</span>`,
      end: failed && fold.failed > 1 ? html`<span class="bad">${words.row.failed(fold.failed)}</span>` : undefined,
      body: () => body(row.key, context, true),
    })}
  </div>`;
}

function kinds(fold: Fold | null): string {
  const counts = new Map<string, number>(); // several kinds can go by one word
  const many = new Map<string, string>();
  for (const { name, count } of fold?.kinds ?? []) {
    const one = machineryKind(name);
    counts.set(one, (counts.get(one) ?? 0) + count);
    many.set(one, machineryKind(name, 2));
  }
  const list = [...counts].map(([one, n]) => (n === 1 ? one : `${number(n)} ${many.get(one) ?? one}`));
  return list.length === 0 ? words.row.records(fold?.count ?? 1) : list.join(", ");
}

function failure(fold: Fold, open: boolean): TemplateResult {
  return html`<span class="head"
      ><span class="verb">${hookFailure(fold.kinds?.[0]?.name ?? "")}</span>${fold.what === "" ? nothing : html`<bdi class="object">${marked(fold.what)}</bdi>`}</span
    >${fold.why === "" || open ? nothing : html`<span class="why">${marked(fold.why)}</span>`}`;
}

export const machineryStyles = css`
  .machinery .deed.faint {
    padding-block: 2px;
    font-size: 12px;
  }
  .machinery .content {
    display: flex;
    flex-direction: column;
  }
`;
