import { type TemplateResult, css, html, nothing } from "lit";
import { strings } from "./strings";
import { strings as paneStrings } from "../strings";
import { baseName, bytes } from "../../session/format";
import { markInvisible } from "../../content/visible-text";
import { rawBytes } from "../../rows/parts/raw";
import type { RowContext } from "../../rows/context";
import type { Count, DiagnosticCode, Finding } from "../../parser/model";
import { findingHeading, findingText } from "./finding-text";

const AT_FIRST = 20; // findings of one kind

interface FindingUse {
  readonly context: RowContext;
  /** Returns how many findings of a code are listed. */
  readonly listed: (code: DiagnosticCode) => number;
  readonly more: (code: DiagnosticCode) => void;
  readonly goTo: (finding: Finding) => void;
}

/** The findings of one code. */
type FindingKind = [Finding, ...Finding[]];

/** Renders the findings by code: errors come before notices. */
export function findings(all: readonly Finding[], counts: readonly Count[], use: FindingUse): TemplateResult {
  const kinds = new Map<DiagnosticCode, FindingKind>();
  for (const one of all) {
    if (one.code === "more") continue; // included in the counts
    const list = kinds.get(one.code);
    if (list === undefined) kinds.set(one.code, [one]);
    else list.push(one);
  }
  const sorted = [...kinds].sort(([, a], [, b]) => weight(b) - weight(a));
  return html`<section class="findings">
    <h3 id="found">${strings.found}</h3>
    ${sorted.length === 0 ? html`<p class="note">${strings.nothingFound}</p>` : sorted.map(([, list]) => kind(list, counts, use))}
  </section>`;
}

function weight([{ severity }]: FindingKind): number {
  return { info: 0, warning: 1, error: 2 }[severity];
}

function kind(list: FindingKind, counts: readonly Count[], use: FindingUse): TemplateResult {
  const [first] = list;
  const { code, severity } = first;
  const total = Math.max(list.length, counts.find(({ name }) => name === code)?.count ?? 0);
  const listed = Math.min(list.length, AT_FIRST + use.listed(code));
  return html`<section class="kind" data-severity=${severity}>
    <h4>
      ${findingHeading(first)} <span class="severity">${strings.severities[severity]}</span>
      <span class="count">${strings.times(total)}</span>
    </h4>
    <ul>
      ${list.slice(0, listed).map((one) => html`<li>${finding(one, use)}</li>`)}
    </ul>
    ${
      listed < list.length
        ? html`<button type="button" class="quiet" @click=${() => use.more(code)}>
            ${strings.more(list.length - listed)}
          </button>`
        : total > list.length
          ? html`<p class="note">${strings.notListed(total - list.length)}</p>`
          : nothing
    }
  </section>`;
}

function finding(one: Finding, use: FindingUse): TemplateResult {
  const text = findingText(one);
  return html`<p class="place">${markInvisible(paneStrings.place(baseName(one.path), one.line, one.offset))}</p>
    ${text === findingHeading(one) ? nothing : html`<p class="what">${markInvisible(text)}</p>`}
    <div class="buttons">
      ${one.length > 0 ? rawBytes({ ...one, uuid: "" }, paneStrings.bytes(bytes(one.length)), use.context, paneStrings.hideBytes) : nothing}
      ${
        one.line > 0
          ? html`<button type="button" class="quiet" @click=${() => use.goTo(one)}>${strings.toRow}</button>`
          : nothing
      }
    </div>`;
}

export const findingStyles = css`
  .kind {
    margin-top: var(--u-3);
  }
  .kind h4 {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 var(--u-2);
  }
  .severity,
  .kind .count {
    font-size: var(--u-size-s);
    font-weight: 400;
    color: var(--u-ink-3);
  }
  [data-severity="warning"] .severity {
    color: var(--u-warn);
  }
  [data-severity="error"] .severity {
    color: var(--u-bad);
  }
  .kind li {
    padding: var(--u-2) 0;
    border-top: 1px solid var(--u-line);
    font-size: var(--u-size-m);
    line-height: var(--u-row);
    overflow-wrap: anywhere;
  }
  .place {
    font-family: var(--u-mono);
    font-size: var(--u-size-f);
    color: var(--u-ink-3);
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    column-gap: var(--u-4);
  }
`;
