import { css } from "lit";

/** A line in small type that tells of what follows: a name, and figures beside it. */
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
