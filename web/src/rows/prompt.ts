import { type TemplateResult, css, html, nothing } from "lit";
import { bytes } from "../element/format";
import { words } from "../words";
import type { Row } from "../worker/model";
import { body } from "./body";
import { chips } from "./chips";
import type { RowContext } from "./context";
import { details } from "./details";
import { gallery } from "./media";
import { prose } from "./prose";
import { who } from "./who";
import { marked } from "./marked";

/** What the person said, or what else began a turn. */
export function prompt(row: Row, context: RowContext): TemplateResult {
  const open = context.conversation.isOpen(row);
  const machine = row.flavor !== "" && row.flavor !== "typed" && row.flavor !== "queued" && row.flavor !== "feedback";
  return html`<div class="asked ${machine ? "machine" : ""}" data-flavor=${row.flavor}>
    ${row.turn > 0 && row.opens && row.depth === 0 ? html`<span class="number" aria-hidden="true">${row.turn}</span>` : nothing}
    ${who(row)}
    ${row.flavor === "queued" ? html`<p class="queued">${words.row.queued}</p>` : nothing}
    ${row.flavor === "agent" || row.flavor === "plan"
      ? prose(row.key, row.text, context)
      : row.text === ""
        ? nothing
        : html`<div class="words" dir="auto">${marked(row.text)}</div>`}
    ${row.cut && !open
      ? html`<button type="button" class="quiet" @click=${() => context.toggle(row)}>${words.row.all(bytes(row.size))}</button>`
      : nothing}
    ${chips(row.chips)} ${gallery(row.media, context)}
    ${open ? html`<div class="body">${body(row.key, context, row.cut)}</div>` : nothing} ${details(row, context)}
  </div>`;
}

export const promptStyles = css`
  .asked {
    position: relative;
    padding: 2px 0 2px var(--u-4);
    border-inline-start: 2px solid var(--u-accent);
  }
  .asked.machine {
    border-color: var(--u-line-strong);
  }
  .asked.machine .who .name {
    color: var(--u-ink-2);
  }
  .asked .words {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    color: var(--u-ink);
  }
  .asked.machine .words {
    color: var(--u-ink-2);
  }
  .asked[data-flavor="command"] .words,
  .asked[data-flavor="shell"] .words {
    font-family: var(--u-mono);
    font-size: var(--u-size-m);
  }
  .asked .number {
    position: absolute;
    inset-inline-end: calc(100% + var(--u-4));
    top: 2px;
    font-size: var(--u-size-s);
    line-height: 20px;
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
  }
  .asked .queued {
    margin: 0 0 var(--u-1);
    font-size: var(--u-size-s);
    color: var(--u-ink-3);
  }
  .asked .body {
    padding-inline-start: 0;
    margin-top: var(--u-3);
  }
  @media (max-width: 860px) {
    .asked .number {
      display: none;
    }
  }
`;
