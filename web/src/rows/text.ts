import { type TemplateResult, css, html, nothing } from "lit";
import { bytes } from "../session/format";
import { safeLink } from "../content/dom";
import { strings } from "./strings";
import type { Field, TextRow } from "../parser/model";
import { body } from "./shared/body";
import type { RowContext } from "./context";
import { markInvisible, stripInvisible } from "../content/visible-text";
import { prose } from "./shared/prose";
import { who } from "./shared/speaker";

/** Text of Claude or of an agent. */
export function text(row: TextRow, context: RowContext): TemplateResult {
  const open = context.conversation.isOpen(row);
  return html`<div class="reply">
    ${who(row, context)}
    ${
      row.cut && open
        ? nothing
        : row.text === "" && row.size > 0
          ? html`<p class="note bad">${strings.unreadable}</p>`
          : prose(row.key, row.text, context)
    }
    ${
      row.cut && !open
        ? html`<button type="button" class="quiet" @click=${() => context.toggle(row)}>
            ${strings.all(bytes(row.size))}
          </button>`
        : nothing
    }
    ${sources(row.cites)} ${open ? html`<div class="body">${body(row.key, context, row.cut)}</div>` : nothing}
  </div>`;
}

/** The sources that a text cites. */
function sources(list: readonly Field[] | null): TemplateResult | typeof nothing {
  if (list === null || list.length === 0) return nothing;
  return html`<ul class="sources" aria-label=${strings.sources}>
    ${list.map(({ name, value, note }) => html`<li title=${stripInvisible(note)}>${safeLink(value, markInvisible(name || value))}</li>`)}
  </ul>`;
}

export const textStyles = css`
  .sources {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--u-4);
    margin: var(--u-1) 0 0;
    font: var(--u-size-s) / var(--u-row) var(--u-font);
    overflow-wrap: anywhere;
  }
  .sources a[href] {
    color: var(--u-accent);
    text-underline-offset: 3px;
  }
  .reply {
    position: relative;
  }
  .reply .body {
    padding-inline-start: 0;
  }
`;
