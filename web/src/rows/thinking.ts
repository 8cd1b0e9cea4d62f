import { type TemplateResult, css, html, nothing } from "lit";
import { bytes } from "../element/format";
import { words } from "../words";
import type { Row } from "../worker/model";
import { body } from "./body";
import type { RowContext } from "./context";
import { line } from "./line";
import { prose } from "./prose";
import { who } from "./who";

/** Claude's thinking, folded into one line. */
export function thinking(row: Row, context: RowContext): TemplateResult {
  const missing = row.text === "";
  const open = context.conversation.isOpen(row);
  const said = missing ? (row.flavor === "redacted" ? words.row.redacted : words.row.noThinking) : words.row.thinking;
  return html`<div class="thinking">
    ${who(row)}
    ${line({
      icon: "skill",
      tone: "faint",
      open,
      toggle: () => context.toggle(row),
      content: html`<span class="label">${said}</span>${open || missing ? nothing : html`<span class="glimpse">${glimpse(row.text)}</span>`}`,
      end: missing || row.size < 1000 ? undefined : bytes(row.size),
      body: () => html`${missing || row.cut ? nothing : prose(row.key, row.text, context)} ${body(row.key, context, row.cut || missing)}`,
    })}
  </div>`;
}

/** The beginning, on one line. */
function glimpse(text: string): string {
  return text.slice(0, 200).replace(/[\s*#`_]+/g, " ").trim();
}

export const thinkingStyles = css`
  .thinking .content {
    display: flex;
    gap: var(--u-2);
    white-space: nowrap;
  }
  .thinking .glimpse {
    overflow: hidden;
    text-overflow: ellipsis;
    font-style: italic;
  }
  .thinking .body .prose {
    color: var(--u-ink-2);
    font-size: var(--u-size-m);
  }
`;
