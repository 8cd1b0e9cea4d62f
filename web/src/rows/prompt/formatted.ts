// Prompts with Markdown, which can also be shown as they were typed.
import { type TemplateResult, css, html } from "lit";
import type { PromptRow } from "../../parser/model";
import type { RowContext } from "../context";
import { prose } from "../shared/prose";
import { strings } from "./strings";

/** Matches where a pasted image or text stands in a prompt. */
export const placeholder = /(\[(?:Image|Pasted text) #\d+(?: \+\d+ lines)?\])/;

/** Matches what Markdown shows differently: fences, inline code, headings, lists, quotes, tables, emphasis, links. */
const markup =
  /^ {0,3}(?:```|~~~|#{1,6} \S|[-*+] \S|\d{1,9}[.)] \S|> ?\S|\|.*\|)|`[^`\n]+`|\*\*[^*\n]+\*\*|\[[^\]\n]+\]\([^)\n]+\)|https?:\/\//m;

/** Reports whether Markdown would show a prompt differently. Others are shown as typed at once. */
export function hasMarkup(text: string): boolean {
  return markup.test(text);
}

/** Reports whether a prompt is shown as Markdown now. */
export function isFormatted(row: PromptRow, context: RowContext): boolean {
  return hasMarkup(row.text) && !context.conversation.isUnfolded(sourceName(row));
}

function sourceName(row: PromptRow): string {
  return `source ${row.key}`;
}

/** Renders a prompt as Markdown. `place` returns the element to show for a placeholder. */
export function formatted(row: PromptRow, context: RowContext, place: (piece: string) => HTMLElement): TemplateResult {
  const adapt = (made: HTMLElement): void => replacePlaceholders(made, place);
  return html`<div class="words formatted">${prose(`prompt ${row.key}`, row.text, context, adapt)}</div>`;
}

/** Renders the button that switches between Markdown and the text as typed. */
export function sourceToggle(row: PromptRow, { conversation }: RowContext): TemplateResult {
  const name = sourceName(row);
  const shown = conversation.isUnfolded(name);
  return html`<button
    type="button"
    class="quiet source"
    aria-pressed=${shown}
    @click=${() => conversation.setUnfolded(name, !shown)}
  >
    ${strings.source}
  </button>`;
}

/** Replaces the placeholders in the texts of a node, in their order. */
function replacePlaceholders(node: HTMLElement, place: (piece: string) => HTMLElement): void {
  const texts: Text[] = [];
  const walker = node.ownerDocument.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    const pieces = text.data.split(placeholder);
    if (pieces.length === 1) continue;
    text.replaceWith(...pieces.map((piece, at) => (at % 2 === 0 ? piece : place(piece))));
  }
}

export const formattedStyles = css`
  .asked .formatted {
    white-space: normal;
  }
  .asked .source {
    position: absolute;
    margin: 0;
    inset-block-start: var(--u-3);
    inset-inline-end: calc(var(--u-4) + 40px); /* beside the menu of the row */
    color: var(--u-ink-3);
  }
  .asked .source[aria-pressed="true"] {
    color: var(--u-accent);
  }
`;
