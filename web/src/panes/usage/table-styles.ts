import { css } from "lit";

/** Bars that show a share of a sum. */
export const shareStyles = css`
  .share {
    width: 48px;
    height: 4px;
    margin-inline-end: var(--u-2);
    vertical-align: middle;
    border-radius: 2px;
    background: var(--u-line);
    fill: var(--u-accent);
  }
`;

export const tableStyles = css`
  :host {
    display: block;
    margin-top: var(--u-6);
  }
  header {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: var(--u-3);
    border-bottom: 1px solid var(--u-line-strong);
  }
  h3 {
    padding-bottom: 6px;
    font: 600 var(--u-size-m) / var(--u-row) var(--u-font);
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--u-size-s);
    line-height: var(--u-row);
    font-variant-numeric: tabular-nums;
  }
  :is(th, td) {
    padding: 5px 0 5px var(--u-3);
    border-bottom: 1px solid var(--u-line);
    color: var(--u-ink-2);
    font-weight: 400;
    text-align: end;
    white-space: nowrap;
  }
  :is(th, td):first-child {
    width: 46%;
    min-width: 11em;
    max-width: 0;
    padding-inline-start: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    color: var(--u-ink);
  }
  .words {
    text-align: start;
  }
  td.words {
    max-width: calc(14em + var(--u-3));
    overflow: hidden;
    text-overflow: ellipsis;
  }
  thead th {
    padding-block: 4px;
    color: var(--u-ink-3);
  }
  tfoot :is(th, td) {
    border-bottom: 0;
    color: var(--u-ink);
    font-weight: 500;
  }
  tbody tr:hover > * {
    background: var(--u-hover);
  }
  button {
    text-align: inherit;
  }
  button:focus-visible {
    border-radius: 3px;
  }
  thead button {
    min-height: 24px;
  }
  thead button:hover,
  [aria-sort] button {
    color: var(--u-ink);
  }
  [aria-sort] button::after {
    content: " ↑" / "";
    color: var(--u-accent);
  }
  [aria-sort="descending"] button::after {
    content: " ↓" / "";
  }
  .lead {
    display: block;
    width: 100%;
    min-height: 24px;
  }
  .lead:hover {
    text-decoration: underline var(--u-line-strong);
    text-underline-offset: 3px;
  }
  .number {
    display: inline-block;
    min-width: 2.2em;
    margin-inline-end: 6px;
    color: var(--u-ink-3);
  }
  .aside {
    color: var(--u-ink-3);
  }
  .sum {
    display: inline-block;
    min-width: 5.4em; /* "≥ $999.99", so that bars are aligned */
  }
  .quiet {
    flex: none;
    min-height: 24px;
    padding: 0 var(--u-2);
    border-radius: var(--u-radius);
    font-size: var(--u-size-s);
    line-height: var(--u-row);
    color: var(--u-ink-2);
  }
  .quiet:hover:not([aria-disabled="true"]) {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  .quiet[aria-disabled="true"] {
    color: var(--u-ink-3);
    opacity: 0.6;
    cursor: default;
  }
  header .quiet {
    margin-inline-end: calc(-1 * var(--u-2));
  }
  nav {
    display: flex;
    align-items: center;
    justify-content: flex-end;
    gap: var(--u-2);
    padding-top: 6px;
    font-size: var(--u-size-s);
    line-height: var(--u-row);
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
  }
  @media (max-width: 640px) {
    :is(th, td):first-child {
      min-width: 9em;
    }
  }
`;
