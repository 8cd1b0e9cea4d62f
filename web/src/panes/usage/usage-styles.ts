import { css } from "lit";

export const usageStyles = css`
  :host {
    display: block;
    container: usage / inline-size;
  }
  .page {
    max-width: 1240px;
    min-height: 100%;
    margin: 0 auto;
    padding: var(--u-5) var(--u-5) var(--u-7);
    line-height: var(--u-row);
  }
  .figures {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(116px, 1fr));
    gap: var(--u-4) var(--u-4);
    font-variant-numeric: tabular-nums;
  }
  .figures dt {
    font-size: var(--u-size-s);
    color: var(--u-ink-3);
  }
  .figures dd {
    margin: 2px 0 0;
  }
  .figures strong {
    display: block;
    font: 600 22px / 28px var(--u-font);
    font-variant-numeric: tabular-nums;
    letter-spacing: -0.015em;
    overflow-wrap: anywhere; /* the name of a price table follows the cost */
  }
  .figures .unknown {
    display: block;
    padding-block: 4px;
    font-size: var(--u-size-m);
    color: var(--u-ink-3);
  }
  .pair {
    display: grid;
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    gap: 0 var(--u-7);
  }
  .pair > :only-child {
    grid-column: 1 / -1;
  }
  section {
    min-width: 0;
  }
  h3 {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 var(--u-2);
    margin: var(--u-6) 0 0;
    padding-bottom: 6px;
    border-bottom: 1px solid var(--u-line-strong);
    font: 600 var(--u-size-m) / var(--u-row) var(--u-font);
    color: var(--u-ink);
  }
  .course h3 {
    margin-bottom: var(--u-2);
  }
  /* The same as in the plot. */
  .key {
    margin-inline-end: var(--u-3);
  }
  .key::before {
    display: inline-block;
    margin-inline-end: 6px;
    vertical-align: middle;
  }
  .key.mark::before {
    content: "";
    border: solid transparent;
    border-width: 7px 4px 0;
    border-top-color: var(--u-warn);
  }
  .key.limit::before {
    content: "";
    width: 18px;
    border-top: 1px dashed var(--u-ink-3);
  }
  .kinds {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--u-size-s);
    font-variant-numeric: tabular-nums;
  }
  .kinds :is(th, td) {
    padding: 5px 0 5px var(--u-4);
    border-bottom: 1px solid var(--u-line);
    font-weight: 400;
    color: var(--u-ink-2);
    text-align: end;
    white-space: nowrap;
  }
  .kinds .words {
    padding-inline-start: 0;
    text-align: start;
    white-space: normal;
  }
  .kinds tbody .words {
    color: var(--u-ink);
  }
  .kinds thead th {
    color: var(--u-ink-3);
  }
  .sum {
    display: inline-block;
    min-width: 3.8em; /* "≤ 100 %", so that bars are aligned */
  }
  .notes :is(ul, p) {
    margin: var(--u-2) 0 0;
    font-size: var(--u-size-s);
    color: var(--u-ink-2);
    overflow-wrap: anywhere;
  }
  .notes li + li {
    margin-top: var(--u-2);
  }
  .awaited {
    height: calc(200px + 3 * var(--u-row));
  }
  .missing {
    margin: var(--u-2) 0 0;
    font-size: var(--u-size-s);
    color: var(--u-ink-3);
  }
  .choice {
    margin-inline-start: auto;
  }
  .choice button {
    min-height: 24px;
    padding: 0 var(--u-2);
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
    font-weight: 400;
  }
  .choice button[aria-pressed="true"] {
    color: var(--u-accent);
  }
  summary {
    width: fit-content;
    min-height: 24px;
    line-height: 24px;
    font-size: var(--u-size-s);
    color: var(--u-ink-2);
    cursor: pointer;
  }
  :is(summary, .choice button, .leads):focus-visible {
    outline-offset: 2px;
    border-radius: 3px;
  }
  details > unspool-usage-table {
    margin-top: 0;
  }
  .ledger h3 {
    margin: var(--u-6) 0 var(--u-2);
    font-size: var(--u-size-m);
    color: var(--u-ink);
  }
  .ledger {
    max-width: var(--u-column);
    font-size: var(--u-size-s);
  }
  @container usage (max-width: 760px) {
    .page {
      padding-inline: var(--u-4);
    }
    .pair {
      display: block;
    }
    .figures strong {
      font-size: 20px;
    }
  }
  @container usage (max-width: 480px) {
    .kinds :is(th, td) {
      padding-inline-start: var(--u-3);
    }
    .kinds .share {
      display: none;
    }
  }
`;
