import { css } from "lit";

/** Diffs, in one column and side by side. */
export const diffStyles = css`
  .condition {
    padding: 2px 6px;
    border-radius: 99px;
    background: var(--u-hover);
    color: var(--u-ink-2);
  }
  /* Side by side: each side has its own line numbers, and a line of only one side leaves the other empty. */
  .diff .new:not(.added, .note) {
    display: none;
  }
  .pair {
    display: block;
  }
  @container (min-width: 640px) {
    .split .sheet {
      width: auto;
    }
    .split .pair {
      display: grid;
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      background: var(--r-blank);
    }
    .split .pair > .line {
      grid-row: var(--row, 1);
      background-color: var(--r-code);
    }
    .split .pair > .old {
      grid-column: 1;
    }
    .diff .split .pair > .new {
      display: flex;
      grid-column: 2;
      box-shadow: inset 1px 0 var(--u-line);
    }
    .split .pair > .added {
      background-color: var(--r-added);
    }
    .split .pair > .removed {
      background-color: var(--r-removed);
    }
    .split .text {
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
    :is(.split .old .sign, .diff .split .new)::before {
      display: none;
    }
    .split .new[inert] {
      -webkit-user-select: none;
      user-select: none;
    }
  }
  .diff .line::before {
    content: attr(data-before) / "";
    padding-right: 0;
  }
  .diff .sign {
    display: flex;
    flex: none;
  }
  .diff .sign::before {
    content: attr(data-after) / "";
    padding-left: 10px;
  }
  .diff .sign::after {
    width: calc(1ch + 8px);
    padding-left: 8px;
    content: attr(data-sign) / "";
    -webkit-user-select: none;
    user-select: none;
    font-weight: 600;
  }
  .unnumbered .line::before,
  .diff .note::before,
  .diff .unnumbered .sign::before {
    display: none;
  }
  .unnumbered .sign::after {
    margin-left: 4px;
  }
  .diff .text {
    padding-left: 8px;
  }
  .added {
    background: var(--r-added);
  }
  .removed {
    background: var(--r-removed);
  }
  .added .sign::after {
    color: var(--u-good);
  }
  .removed .sign::after {
    color: var(--u-bad);
  }
  :is(.diff .added, .diff .removed, .added .sign, .removed .sign)::before {
    color: var(--u-ink-2);
  }
  .changed {
    border-radius: 2px;
    box-decoration-break: clone;
    -webkit-box-decoration-break: clone;
  }
  .added .changed {
    background: var(--r-added-word);
  }
  .removed .changed {
    background: var(--r-removed-word);
  }
  .counts {
    display: inline-flex;
    gap: 6px;
    margin-left: 10px;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  :empty + .counts {
    margin-left: 0;
  }
  .gap,
  .diff .more {
    display: block;
    min-height: 26px;
    border-block: 1px solid var(--u-line);
    background: var(--u-hover);
    font: 500 var(--u-size-f) / 25px var(--u-font);
  }
  .gap {
    color: var(--u-ink-3);
    font-weight: 400;
  }
  .diff .more::before,
  .gap::before {
    display: inline-block;
    width: calc(var(--digits, 3) * 2 * 0.6 * var(--u-size-m) + 36px);
    text-align: center;
    content: "↕" / "";
  }
  .gap::before {
    visibility: hidden;
  }
  .within {
    margin-left: 14px;
    color: var(--u-ink-3);
    font: 400 var(--u-size-f) var(--u-mono);
  }
  .gap:first-child,
  .diff .more:first-child {
    margin-top: -8px;
    border-top: 0;
  }
  .diff .note .text {
    padding-left: calc(var(--digits, 3) * 2ch + 48px);
    color: var(--u-ink-3);
    font-family: var(--u-font);
  }
  @container conversation (max-width: 720px) {
    :is(.choice [data-name="split"], .choice:not(:has([data-name="before"]))) {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .added .text,
    .changed {
      text-decoration: underline;
    }
    .removed .changed {
      text-decoration: line-through;
    }
  }
`;
