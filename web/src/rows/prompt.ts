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
import { senders } from "./senders";
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
    ${row.cut && open ? nothing : spoken(row, context)}
    ${chips(row.chips, () => context.toggle(row))} ${gallery(row.media, context)}
    ${row.unanswered === "" || row.depth > 0 ? nothing : html`<p class="unanswered">${words.row.unanswered[row.unanswered]}</p>`}
    ${open ? html`<div class="body">${body(row.key, context, true)}</div>` : nothing} ${details(row, context)}
  </div>`;
}

const SHOWN = 14; // lines of a folded prompt; the same figure stands in the styles
const LONG = 18; // lines from which on it pays to fold
const WIDTH = 84; // characters on a line, about

/** The words themselves. Long ones are folded but whole in the page, so that they are found, selected and copied whole. */
function spoken(row: Row, context: RowContext): TemplateResult | typeof nothing {
  if (row.text === "" && (row.from ?? []).length === 0) return row.size > 0 ? html`<p class="note bad">${words.row.unreadable}</p>` : nothing;
  const { conversation } = context;
  const name = `words ${row.key}`;
  const lines = row.text.split("\n");
  const high = lines.reduce((sum, one) => sum + Math.max(1, Math.ceil(one.length / WIDTH)), 0) > LONG;
  const folded = (high || row.cut) && !conversation.isUnfolded(name) && !conversation.allOpen;
  const formatted = row.flavor === "agent" || row.flavor === "plan";
  const whole = row.cut || lines.length <= SHOWN ? bytes(row.size) : words.row.lines(lines.length);
  const unfold = (): void => {
    conversation.setUnfolded(name, true);
    if (row.cut) context.toggle(row);
  };
  return html`<div class="spoken" ?data-folded=${folded && high}>
      ${row.from !== null && row.from.length > 0
        ? senders(row.from)
        : formatted
          ? prose(row.key, row.text, context)
          : html`<div class="words" dir="auto">${placed(row.text)}</div>`}
    </div>
    ${folded
      ? html`<button type="button" class="quiet" @click=${unfold}>${words.row.all(whole)}</button>`
      : high && !row.cut
        ? html`<button type="button" class="quiet" @click=${() => conversation.setUnfolded(name, false)}>${words.row.less}</button>`
        : nothing}`;
}

const placeholder = /(\[(?:Image|Pasted text) #\d+(?: \+\d+ lines)?\])/;

/** Words with the places of pasted things as chips where they stand. */
function placed(text: string): unknown {
  const pieces = text.split(placeholder);
  return pieces.length === 1 ? marked(text) : pieces.map((piece, at) => (at % 2 === 0 ? marked(piece) : html`<span class="placed">${piece.slice(1, -1)}</span>`));
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
  .asked .spoken[data-folded] {
    max-height: 14lh;
    overflow: clip;
    mask-image: linear-gradient(#000 calc(100% - 3lh), transparent);
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
  .asked .placed {
    padding: 1px 6px;
    border-radius: var(--u-radius);
    background: var(--u-raised);
    color: var(--u-ink-2);
    font-size: var(--u-size-s);
  }
  .asked .unanswered,
  .asked .queued {
    margin: 0 0 var(--u-1);
    font-size: var(--u-size-s);
    color: var(--u-ink-3);
  }
  .asked .unanswered {
    margin: var(--u-1) 0 0;
  }
  .asked .body {
    padding-inline-start: 0;
    margin-top: var(--u-3);
  }
  unspool-row[data-branch] .asked .number {
    display: none;
  }
  @media (max-width: 860px) {
    .asked .number {
      display: none;
    }
  }
`;
