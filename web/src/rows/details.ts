import { type TemplateResult, css, html } from "lit";
import { icon } from "../element/icon";
import { words } from "../words";
import type { Row } from "../worker/model";
import type { RowContext } from "./context";

/** The way to the record behind words; it shows itself to a pointer or the focus. */
export function details(row: Row, context: RowContext): TemplateResult {
  const open = context.conversation.isOpen(row);
  return html`<button
    type="button"
    class="details"
    aria-expanded=${open}
    aria-label=${words.row.details}
    title=${words.row.details}
    @click=${() => context.toggle(row)}
  >
    ${icon("more")}
  </button>`;
}

export const detailsStyles = css`
  .details {
    position: absolute;
    inset-inline-end: calc(-1 * var(--u-2));
    top: 0;
    display: grid;
    place-items: center;
    width: 24px;
    height: 24px;
    padding: 0;
    border: 0;
    border-radius: var(--u-radius);
    background: var(--u-bg);
    color: var(--u-ink-3);
    opacity: 0;
    cursor: pointer;
    transition: opacity var(--u-quick);
  }
  .details:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  unspool-row:hover .details,
  unspool-row:focus-within .details,
  .details[aria-expanded="true"] {
    opacity: 1;
  }
`;
