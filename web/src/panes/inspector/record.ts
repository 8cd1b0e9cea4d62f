import { type TemplateResult, html, nothing } from "lit";
import { baseName, bytes as size } from "../../session/format";
import type { AsyncValue } from "../../base/async-value";
import { fact } from "../../rows/details/about-facts";
import { fault } from "../../rows/shared/failure-text";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import type { RecordFacts, RecordLocation } from "../../parser/model";
import { strings } from "./strings";
import { number } from "../../base/format";
import { strings as sessionStrings } from "../../session/strings";
import { type Extent, MAX_BAD, hexView, textView } from "./bytes";
import "./tree";
import type { Verdict } from "./scan";

export const forms = ["tree", "text", "hex"] as const;
export type RecordForm = (typeof forms)[number];

/** The bytes of a record and their analysis. */
export interface Read {
  readonly bytes: Uint8Array;
  readonly bad: ReadonlySet<number>; // offsets of invalid UTF-8
  readonly cut: boolean; // whether there are more bytes than can be shown
}

interface RecordUse {
  readonly record: RecordFacts;
  readonly list: readonly RecordLocation[]; // the records of the row
  readonly more: number; // further records of the row
  readonly isShownByRow: boolean; // whether the row above shows this record
  readonly read: AsyncValue<Read>;
  readonly verdict: Verdict | undefined;
  readonly form: RecordForm;
  readonly extent: Extent;
  readonly open: Set<string>;
  readonly copies: readonly HTMLElement[];
  readonly step: (to: RecordLocation) => void;
  readonly choose: (form: RecordForm) => void;
  readonly extend: (extent: Extent) => void;
  readonly showRow: (() => void) | undefined; // goes to the row that shows the record
}

/** Renders one record as it is in its file. */
export function recordSection(use: RecordUse): TemplateResult {
  const { record, list, more } = use;
  const { location } = record;
  return html`${
      list.length < 2
        ? nothing
        : html`<div class="segmented switch" role="group" aria-label=${strings.recordsOfRow}>
            ${list.map(
              (one) =>
                html`<button
                  type="button"
                  aria-pressed=${one.file === location.file && one.offset === location.offset}
                  @click=${() => use.step(one)}
                >
                  ${strings.line(one.line)}
                </button>`,
            )}
            ${more > 0 ? html`<span class="note">${strings.moreRecords(more)}</span>` : nothing}
          </div>`
    }
    <dl>
      ${fact(strings.file, html`<span title=${stripInvisible(location.path)}>${markInvisible(baseName(location.path))}</span>`)}
      ${fact(
        strings.place,
        html`${location.line > 0 ? strings.line(location.line) : strings.wholeFile}<small
            >${strings.range(number(location.offset), number(location.offset + Math.max(0, record.bytes - 1)), size(record.bytes))}</small
          >`,
      )}
      ${fact(strings.type, record.label === "" ? "" : html`<code>${markInvisible(record.label)}</code>`)}
      ${fact(
        strings.inConversation,
        html`${describeDisposition(record, use.isShownByRow)}${
          use.showRow === undefined
            ? nothing
            : html`<br /><button type="button" class="quiet" @click=${use.showRow}>${strings.toRow}</button>`
        }`,
      )}
    </dl>
    <div class="steps">
      ${stepper(record.before, strings.previous, strings.previousRecord, use)}
      <span>${strings.nth(record.number, record.count)}</span>
      ${stepper(record.after, strings.next, strings.nextRecord, use)}
    </div>
    <div class="copies">${use.copies}</div>
    ${raw(use)}`;
}

const reasons = new Map(Object.entries(strings.notShownReasons));

function describeDisposition({ disposition, reason }: RecordFacts, isShownByRow: boolean): string {
  switch (disposition) {
    case "shown":
      return isShownByRow ? strings.disposition.own : strings.disposition.shown;
    case "hidden":
      return strings.notShown(reasons.get(reason) ?? reason);
    default:
      return strings.disposition[disposition];
  }
}

/** Renders a button for the neighboring record. At the end it keeps the focus, but is disabled. */
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
      return html`<p class="note">${sessionStrings.reading}</p>`;
    case "failed":
      return html`<p class="note bad">${fault(read.error)}</p>`;
    case "loaded":
      return html`<div class="segmented switch" role="group" aria-label=${strings.as}>
          ${forms.map(
            (one) =>
              html`<button type="button" aria-pressed=${one === form} @click=${() => use.choose(one)}>
                ${strings.forms[one]}
              </button>`,
          )}
        </div>
        ${notes(use, read.value)} ${shown(use, read.value)}`;
  }
}

function notes({ verdict }: RecordUse, { bad, bytes, cut }: Read): TemplateResult {
  const text = [
    cut ? strings.cut(size(bytes.length)) : "",
    bad.size > 0 ? strings.notText(bad.size, bad.size === MAX_BAD) : "",
    verdict === undefined || verdict.whole || cut
      ? ""
      : verdict.to === 0
        ? strings.notJson
        : strings.validTo(number(verdict.to), number(bytes.length)),
  ];
  return html`${text.filter((note) => note !== "").map((note) => html`<p class="note warn">${note}</p>`)}`;
}

function shown({ record, form, extent, open, extend }: RecordUse, { bytes, bad }: Read): TemplateResult {
  switch (form) {
    case "tree":
      return html`<unspool-json-tree
        .bytes=${bytes}
        .open=${open}
        .label=${strings.treeOf(record.location.line)}
      ></unspool-json-tree>`;
    case "text":
      return textView(bytes, extent, strings.textOf(record.location.line), extend);
    case "hex":
      return hexView(bytes, extent, record.location.offset, bad, strings.bytesOf(record.location.line), extend);
  }
}
