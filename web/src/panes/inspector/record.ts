import { type TemplateResult, html, nothing } from "lit";
import { baseName, bytes as size } from "../../session/format";
import type { Later } from "../../base/async-value";
import { fact } from "../../rows/details/about-facts";
import { fault } from "../../rows/shared/failure-text";
import { marked, visible } from "../../content/visible-text";
import type { RecordFacts, RecordLocation } from "../../parser/model";
import { number, paneWords, words } from "../../parser/words";
import { type Extent, MOST_BAD, hexView, textView } from "./bytes";
import "./tree";
import type { Verdict } from "./scan";

const say = paneWords.inspector;

export const forms = ["tree", "text", "hex"] as const;
export type Form = (typeof forms)[number];

/** The bytes of a record, and what is known of them. */
export interface Read {
  readonly bytes: Uint8Array;
  readonly bad: ReadonlySet<number>; // that are no UTF-8
  readonly cut: boolean; // there are more than can be shown
}

export interface RecordUse {
  readonly record: RecordFacts;
  readonly list: readonly RecordLocation[]; // the records of the row
  readonly more: number; // of the row, beside those
  readonly own: boolean; // the row above shows this record
  readonly read: Later<Read>;
  readonly verdict: Verdict | undefined;
  readonly form: Form;
  readonly extent: Extent;
  readonly open: Set<string>;
  readonly copies: readonly HTMLElement[];
  readonly step: (to: RecordLocation) => void;
  readonly choose: (form: Form) => void;
  readonly extend: (extent: Extent) => void;
  readonly lead: (() => void) | undefined; // to the row that shows it
}

/** One record as its file holds it. */
export function recordSection(use: RecordUse): TemplateResult {
  const { record, list, more } = use;
  const { location } = record;
  return html`${
      list.length < 2
        ? nothing
        : html`<div class="switch" role="group" aria-label=${say.recordsOfRow}>
            ${list.map(
              (one) =>
                html`<button
                  type="button"
                  aria-pressed=${one.file === location.file && one.offset === location.offset}
                  @click=${() => use.step(one)}
                >
                  ${say.line(one.line)}
                </button>`,
            )}
            ${more > 0 ? html`<span class="note">${say.moreRecords(more)}</span>` : nothing}
          </div>`
    }
    <dl>
      ${fact(say.file, html`<span title=${visible(location.path)}>${marked(baseName(location.path))}</span>`)}
      ${fact(
        say.place,
        html`${location.line > 0 ? say.line(location.line) : say.wholeFile}<small
            >${say.range(number(location.offset), number(location.offset + Math.max(0, record.bytes - 1)), size(record.bytes))}</small
          >`,
      )}
      ${fact(say.type, record.label === "" ? "" : html`<code>${marked(record.label)}</code>`)}
      ${fact(
        say.fate.name,
        html`${fate(record, use.own)}${
          use.lead === undefined
            ? nothing
            : html`<br /><button type="button" class="quiet" @click=${use.lead}>${say.toRow}</button>`
        }`,
      )}
    </dl>
    <div class="steps">
      ${stepper(record.before, say.previous, say.previousRecord, use)}
      <span>${say.nth(record.number, record.count)}</span>
      ${stepper(record.after, say.next, say.nextRecord, use)}
    </div>
    <div class="copies">${use.copies}</div>
    ${raw(use)}`;
}

const reasons = new Map(Object.entries(say.fate.reasons));

function fate({ disposition: fate, reason }: RecordFacts, own: boolean): string {
  switch (fate) {
    case "shown":
      return own ? say.fate.own : say.fate.shown;
    case "hidden":
      return say.fate.hidden(reasons.get(reason) ?? reason);
    default:
      return say.fate[fate];
  }
}

/** A button that leads to a neighbour. At the end it keeps the focus, and does nothing. */
function stepper(to: RecordLocation | null, label: string, name: string, { step }: RecordUse): TemplateResult {
  return html`<button
    type="button"
    aria-label=${name}
    aria-disabled=${to === null}
    @click=${() => (to === null ? undefined : step(to))}
  >
    ${label}
  </button>`;
}

function raw(use: RecordUse): TemplateResult {
  const { read, form } = use;
  switch (read.state) {
    case "waiting":
      return html`<p class="note">${words.reading}</p>`;
    case "failed":
      return html`<p class="note bad">${fault(read.error)}</p>`;
    case "here":
      return html`<div class="switch" role="group" aria-label=${say.as}>
          ${forms.map(
            (one) =>
              html`<button type="button" aria-pressed=${one === form} @click=${() => use.choose(one)}>
                ${say.forms[one]}
              </button>`,
          )}
        </div>
        ${notes(use, read.value)} ${shown(use, read.value)}`;
  }
}

function notes({ verdict }: RecordUse, { bad, bytes, cut }: Read): TemplateResult {
  const said = [
    cut ? say.cut(size(bytes.length)) : "",
    bad.size > 0 ? say.notText(bad.size, bad.size === MOST_BAD) : "",
    verdict === undefined || verdict.whole || cut
      ? ""
      : verdict.to === 0
        ? say.notJson
        : say.validTo(number(verdict.to), number(bytes.length)),
  ];
  return html`${said.filter((note) => note !== "").map((note) => html`<p class="note warn">${note}</p>`)}`;
}

function shown({ record, form, extent, open, extend }: RecordUse, { bytes, bad }: Read): TemplateResult {
  switch (form) {
    case "tree":
      return html`<unspool-json-tree
        .bytes=${bytes}
        .open=${open}
        .label=${say.treeOf(record.location.line)}
      ></unspool-json-tree>`;
    case "text":
      return textView(bytes, extent, say.textOf(record.location.line), extend);
    case "hex":
      return hexView(bytes, extent, record.location.offset, bad, say.bytesOf(record.location.line), extend);
  }
}
