import { css } from "lit";

/** Unobtrusive buttons and notes. */
export const moreStyles = css`
  .quiet {
    display: inline-block;
    margin: var(--u-1) 0 0;
    padding: 2px 0;
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
    line-height: var(--u-row);
    text-align: start;
    text-decoration: underline var(--u-line-strong);
    text-underline-offset: 3px;
  }
  .quiet:hover {
    color: var(--u-ink);
    text-decoration-color: currentColor;
  }
  .row-summary {
    display: block;
  }
  .note {
    margin: var(--u-1) 0;
    font-size: var(--u-size-s);
    line-height: var(--u-row);
    color: var(--u-ink-3);
  }
  .note.bad {
    color: var(--u-bad);
  }
`;

/** A line in small type with a name and figures. */
export const smallLineStyles = css`
  .small-line {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: var(--u-2);
    font: 400 var(--u-size-s) / var(--u-row) var(--u-font);
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
`;
