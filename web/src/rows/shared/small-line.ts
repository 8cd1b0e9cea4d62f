import { css } from "lit";

/** A line in small type that tells of what follows: a name, and figures beside it. */
export const smallLineStyles = css`
  .small-line {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: var(--u-2);
    font-size: var(--u-size-s);
    line-height: var(--u-row);
    font-weight: 400;
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
`;
