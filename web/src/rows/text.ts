import { type TemplateResult, css, html, nothing } from "lit";
import { bytes } from "../element/format";
import { words } from "../words";
import type { Row } from "../worker/model";
import { body } from "./body";
import type { RowContext } from "./context";
import { details } from "./details";
import { gallery } from "./media";
import { prose } from "./prose";
import { who } from "./who";

/** What Claude, or an agent, said. */
export function text(row: Row, context: RowContext): TemplateResult {
  const open = context.conversation.isOpen(row);
  return html`<div class="said">
    ${who(row)} ${row.cut && open
      ? nothing
      : row.text === "" && row.size > 0
        ? html`<p class="note bad">${words.row.unreadable}</p>`
        : prose(row.key, row.text, context)}
    ${row.cut && !open
      ? html`<button type="button" class="quiet" @click=${() => context.toggle(row)}>${words.row.all(bytes(row.size))}</button>`
      : nothing}
    ${gallery(row.media, context)} ${open ? html`<div class="body">${body(row.key, context, row.cut)}</div>` : nothing}
    ${details(row, context)}
  </div>`;
}

export const textStyles = css`
  .said {
    position: relative;
  }
  .said .body {
    padding-inline-start: 0;
  }
`;
