import { type TemplateResult, css, html, nothing } from "lit";
import { strings } from "./strings";
import { number } from "../../base/format";
import { baseName, bytes } from "../../session/format";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import type { FileLedger, Ledger, Ledgers, Count } from "../../parser/model";
import { type BalanceEntry, entries, shares, sum } from "./balance";

/** Renders how all bytes were used: as a bar, and as a table that adds up. */
export function balance(all: Ledgers): TemplateResult {
  const list = entries(all.sum);
  const parts = shares(list);
  const total = sum(list);
  return html`<section>
    <h3>${strings.whereBytes}</h3>
    ${bar(all.sum, strings.bar)}
    <table>
      <thead>
        <tr>
          <th scope="col">${strings.entry}</th>
          <th scope="col" class="n">${strings.bytes}</th>
          <th scope="col" class="n">${strings.share}</th>
        </tr>
      </thead>
      <tbody>
        ${list.map(
          (entry, at) =>
            html`<tr>
              <th scope="row">
                <span class="key" data-disposition=${entry.group}></span>${name(entry)}
                <small>${strings.about(entry.group, entry.reason)}</small>
              </th>
              <td class="n">${number(entry.bytes)}</td>
              <td class="n">${strings.tenths(parts[at] ?? 0, entry.bytes)}</td>
            </tr>`,
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${strings.sum(total === all.size)}</th>
          <td class="n">${number(total)}</td>
          <td class="n">${strings.tenths(1000, total)}</td>
        </tr>
      </tfoot>
    </table>
  </section>`;
}

function name({ group, reason }: BalanceEntry): string {
  return group === "hidden" ? strings.hidden(strings.reason(reason)) : strings.dispositions[group];
}

/** Renders a bar of four parts; the table beside it contains the same numbers. */
function bar(ledger: Ledger, label: string): TemplateResult {
  const hidden = Object.values(ledger.hidden ?? {}).reduce((n, part) => n + part, 0);
  const parts = [
    { group: "shown", n: ledger.shown },
    { group: "merged", n: ledger.merged },
    { group: "hidden", n: hidden },
    { group: "damaged", n: ledger.damaged },
  ].filter(({ n }) => n > 0);
  const total = parts.reduce((all, { n }) => all + n, 0);
  let at = 0;
  return html`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label=${label}>
    ${parts.map(({ group, n }) => {
      const width = Math.max((n / total) * 1000, 3); // every part remains visible
      const x = Math.min(at, 1000 - width);
      at += width;
      return rect(group, x, width);
    })}
  </svg>`;
}

const SVG = "http://www.w3.org/2000/svg";

function rect(group: string, x: number, width: number): SVGRectElement {
  const shape = document.createElementNS(SVG, "rect");
  for (const [key, value] of Object.entries({ x, width, y: 0, height: 10, "data-disposition": group }))
    shape.setAttribute(key, String(value));
  return shape;
}

/** Renders the same by file. */
export function byFile(all: Ledgers): TemplateResult {
  const files = all.files ?? [];
  if (files.length < 2) return html`${nothing}`;
  return html`<section>
    <h3>${strings.byFile}</h3>
    <div class="wide" role="group" tabindex="0" aria-label=${strings.byFile}>
      <table>
        <thead>
          <tr>
            <th scope="col">${strings.file}</th>
            <th scope="col" class="n">${strings.bytes}</th>
            <th scope="col" class="n">${strings.dispositions.shown}</th>
            <th scope="col" class="n">${strings.dispositions.merged}</th>
            <th scope="col" class="n">${strings.dispositions.hidden}</th>
            <th scope="col" class="n">${strings.dispositions.damaged}</th>
          </tr>
        </thead>
        <tbody>
          ${files.map(fileRow)}
        </tbody>
      </table>
    </div>
    ${all.more > 0 ? html`<p class="note">${strings.moreFiles(all.more)}</p>` : nothing}
  </section>`;
}

function fileRow(file: FileLedger): TemplateResult {
  const hidden = Object.values(file.ledger.hidden ?? {}).reduce((n, part) => n + part, 0);
  const cell = (n: number): TemplateResult => html`<td class="n">${n === 0 ? "–" : bytes(n)}</td>`;
  return html`<tr>
    <th scope="row" title=${stripInvisible(file.path)}>
      <bdi>${markInvisible(baseName(file.path))}</bdi>
      <small>${strings.roles[file.role]}${file.shared ? ` · ${strings.shared}` : ""}</small>
    </th>
    ${[file.size, file.ledger.shown, file.ledger.merged, hidden, file.ledger.damaged].map(cell)}
  </tr>`;
}

/** Renders the types of records, and unknown types of blocks. */
export function types(all: Ledgers): TemplateResult {
  const unknown = all.blocks ?? [];
  return html`<section>
    <h3>${strings.types}</h3>
    ${tallies(all.types ?? [], all.moreTypes)}
    ${
      unknown.length === 0
        ? nothing
        : html`<h4>${strings.unknownBlocks}</h4>
            ${tallies(unknown, all.moreBlocks)}`
    }
  </section>`;
}

function tallies(list: readonly Count[], more: number): TemplateResult {
  return html`<table class="types">
      <thead>
        <tr>
          <th scope="col">${strings.type}</th>
          <th scope="col" class="n">${strings.records}</th>
        </tr>
      </thead>
      <tbody>
        ${list.map(
          ({ name: type, count }) =>
            html`<tr>
              <th scope="row"><code>${markInvisible(type)}</code></th>
              <td class="n">${number(count)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${more > 0 ? html`<p class="note">${strings.moreTypes(more)}</p>` : nothing}`;
}

export const ledgerStyles = css`
  .bar {
    display: block;
    width: 100%;
    height: 12px;
    margin: var(--u-2) 0 var(--u-3);
    border-radius: 3px;
  }
  [data-disposition="shown"] {
    --disposition: var(--u-accent);
  }
  [data-disposition="merged"] {
    --disposition: var(--u-accent-line);
  }
  [data-disposition="hidden"] {
    --disposition: var(--u-line-strong);
  }
  [data-disposition="damaged"] {
    --disposition: var(--u-bad);
  }
  rect {
    fill: var(--disposition);
    stroke: var(--u-bg);
    stroke-width: 2px;
    vector-effect: non-scaling-stroke;
  }
  .key {
    display: inline-block;
    width: 9px;
    height: 9px;
    margin-inline-end: var(--u-2);
    border-radius: 2px;
    background: var(--disposition);
    forced-color-adjust: none;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--u-size-m);
    line-height: var(--u-row);
    font-variant-numeric: tabular-nums;
  }
  :is(th, td) {
    padding: 4px 0;
    border-bottom: 1px solid var(--u-line);
    font-weight: 400;
    text-align: start;
    vertical-align: baseline;
  }
  :is(thead th, th small) {
    font-size: var(--u-size-s);
    color: var(--u-ink-3);
  }
  tfoot :is(th, td) {
    border-bottom: 0;
    font-weight: var(--u-strong);
  }
  .n {
    padding-inline-start: var(--u-4);
    text-align: end;
    white-space: nowrap;
  }
  tbody th {
    overflow-wrap: anywhere;
  }
  .wide {
    overflow-x: auto;
  }
  .wide th[scope="row"] {
    min-width: 150px;
  }
  .types {
    max-width: 420px;
  }
  code {
    font-size: var(--u-size-f);
  }
`;
