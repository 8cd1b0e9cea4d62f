import { type TemplateResult, css, html, nothing } from "lit";
import { paneWords } from "../../words";
import { baseName, bytes } from "../../element/format";
import { marked } from "../../rows/marked";
import { rawBytes } from "../../rows/raw";
import type { RowContext } from "../../rows/context";
import type { Finding, Count } from "../../worker/model";

const AT_FIRST = 20; // findings of one kind

export interface FindingUse {
  readonly context: RowContext;
  /** How many of a kind are listed. */
  readonly listed: (code: string) => number;
  readonly more: (code: string) => void;
  readonly goTo: (finding: Finding) => void;
}

/** What was odd in the files, by kind; what is wrong comes before what is only worth knowing. */
export function findings(all: readonly Finding[], counts: readonly Count[], use: FindingUse): TemplateResult {
  const say = paneWords.records;
  const kinds = new Map<string, Finding[]>();
  for (const one of all) {
    if (one.code === "more") continue; // the counts tell it
    const list = kinds.get(one.code);
    if (list === undefined) kinds.set(one.code, [one]);
    else list.push(one);
  }
  const sorted = [...kinds].sort(([, a], [, b]) => weight(b) - weight(a));
  return html`<section class="findings">
    <h3 id="found">${say.found}</h3>
    ${sorted.length === 0 ? html`<p class="note">${say.nothingFound}</p>` : sorted.map(([code, list]) => kind(code, list, counts, use))}
  </section>`;
}

function weight(list: readonly Finding[]): number {
  return { info: 0, warning: 1, error: 2 }[list[0]?.severity ?? "info"];
}

function kind(code: string, list: readonly Finding[], counts: readonly Count[], use: FindingUse): TemplateResult {
  const say = paneWords.records;
  const severity = list[0]?.severity ?? "info";
  const total = Math.max(list.length, counts.find(({ name }) => name === code)?.count ?? 0);
  const listed = Math.min(list.length, AT_FIRST + use.listed(code));
  return html`<section class="kind" data-severity=${severity}>
    <h4>
      ${say.code(code)} <span class="severity">${say.severities[severity]}</span>
      <span class="count">${say.times(total)}</span>
    </h4>
    <ul>
      ${list.slice(0, listed).map((one) => html`<li>${finding(one, use)}</li>`)}
    </ul>
    ${
      listed < list.length
        ? html`<button type="button" class="quiet" @click=${() => use.more(code)}>
            ${say.more(list.length - listed)}
          </button>`
        : total > list.length
          ? html`<p class="note">${say.notListed(total - list.length)}</p>`
          : nothing
    }
  </section>`;
}

function finding(one: Finding, use: FindingUse): TemplateResult {
  const say = paneWords.records;
  return html`<p class="place">${marked(paneWords.place(baseName(one.path), one.line, one.offset))}</p>
    ${one.text === "" || one.text === say.code(one.code) ? nothing : html`<p class="what">${marked(one.text)}</p>`}
    <div class="ways">
      ${one.length > 0 ? rawBytes({ ...one, uuid: "" }, paneWords.bytes(bytes(one.length)), use.context, paneWords.hideBytes) : nothing}
      ${
        one.line > 0
          ? html`<button type="button" class="quiet" @click=${() => use.goTo(one)}>${say.toRow}</button>`
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
  .kind li p {
    margin: 0;
  }
  .place {
    font-family: var(--u-mono);
    font-size: var(--u-size-f);
    color: var(--u-ink-3);
  }
  .ways {
    display: flex;
    flex-wrap: wrap;
    column-gap: var(--u-4);
  }
`;
