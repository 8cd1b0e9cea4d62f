import { css } from "lit";

export const outlineStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    height: 100%;
    font-size: var(--u-size-s);
    line-height: 18px;
    color: var(--u-ink);
  }
  .top {
    display: flex;
    gap: var(--u-1);
    padding: var(--u-2) var(--u-2) 0;
  }
  input {
    flex: 1;
  }
  .close {
    display: none;
  }
  .icon {
    width: 14px;
    height: 14px;
    stroke-width: 2;
    pointer-events: none; /* it can be rendered again during a press */
  }
  .sum {
    display: flex;
    flex-wrap: wrap; /* each on one line, as long as possible */
    gap: 0 var(--u-3);
    padding: var(--u-1) var(--u-3) var(--u-2);
    border-bottom: 1px solid var(--u-line);
    font-size: var(--u-size-f);
    font-variant-numeric: tabular-nums;
    color: var(--u-ink-3);
  }
  .sum > span {
    margin-inline-start: auto;
    white-space: nowrap;
  }
  [role="tree"] {
    flex: 1;
    min-height: 0;
    overflow: hidden auto;
    overscroll-behavior: contain;
    overflow-anchor: none; /* outline-pane.ts keeps the visible lines in place */
    outline: none;
  }
  .lines {
    position: relative;
    overflow: clip;
  }
  .line {
    position: absolute;
    inset: 0 0 auto;
    isolation: isolate;
    display: flex;
    align-items: center;
    gap: 4px;
    min-height: 28px;
    padding-inline: calc(var(--u-1) + (var(--level, 1) - 1) * 18px) var(--u-3);
    color: var(--u-ink-2);
    cursor: pointer;
    -webkit-user-select: none;
    user-select: none;
  }
  .line:hover {
    background: var(--u-hover);
  }
  .line[aria-current] {
    background: var(--u-accent-soft);
    box-shadow: inset 2px 0 var(--u-accent);
  }
  .line[data-aside] {
    color: var(--u-ink-3);
  }
  .fold {
    flex: none;
    display: grid;
    place-items: center;
    width: 16px;
    height: 20px;
    border-radius: 4px;
    color: var(--u-ink-3);
  }
  .fold[data-fold]:hover {
    background: var(--u-line);
    color: var(--u-ink);
  }
  .fold .icon {
    transition: rotate var(--u-quick);
  }
  [aria-expanded="true"] > .fold .icon {
    rotate: 90deg;
  }
  .head {
    flex: 1;
    min-width: 9ch;
  }
  .state {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  /* A line could break between an icon in the text and a long word. */
  .head:has(> .icon) {
    position: relative;
    text-indent: 18px;
  }
  .head > .icon {
    position: absolute;
    inset-block-start: 2px;
    inset-inline-start: 4px;
    color: var(--u-ink-3);
  }
  .type {
    color: var(--u-ink-3);
  }
  .kind,
  .turn[aria-current] > .head {
    font-weight: var(--u-medium);
  }
  :is(.cost, .facts) {
    flex: none;
  }
  :is(.cost, .state, .facts) {
    font-size: var(--u-size-xs);
    font-variant-numeric: tabular-nums;
    color: var(--u-ink-3);
    white-space: nowrap;
  }
  .turn {
    display: grid;
    grid-template-columns: 16px minmax(14px, auto) minmax(0, 1fr) auto;
    column-gap: 4px;
    align-items: start;
    row-gap: 2px;
    padding-block: 6px;
  }
  .turn > .fold {
    grid-row: 1;
    height: 18px;
  }
  .turn > .number {
    text-align: end;
    font-size: var(--u-size-f);
    font-variant-numeric: tabular-nums;
    color: var(--u-ink-3);
  }
  .turn > .head {
    grid-column: 3 / -1;
    display: -webkit-box;
    padding-inline-start: 4px;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow-wrap: anywhere;
    white-space: normal;
    color: var(--u-ink);
  }
  :is(.turn[data-copied], .turn[data-aside]) > .head,
  .rest .words {
    color: var(--u-ink-3);
  }
  /* Each begins with its separator; those at the start of a line are clipped. */
  .turn > .facts {
    --separator: 13px;
    grid-area: 2 / 3;
    margin-inline: 4px calc(-1 * var(--separator));
    line-height: 16px;
  }
  .turn > .cost {
    grid-area: 2 / 4;
    line-height: 16px;
  }
  .cost {
    display: flex;
    flex-direction: column;
    align-items: flex-end;
  }
  /* The cost of a turn, compared to the highest one. */
  .share {
    width: 48px;
    height: 2px;
    margin-block-start: -1px;
  }
  .bar {
    display: block;
    height: 100%;
    margin-inline-start: auto;
    border-radius: 1px;
    background: color-mix(in srgb, var(--u-accent) 70%, var(--u-line));
  }
  :is(.attempt, .agent, .workflow) > .icon {
    color: var(--hue, var(--u-ink-3));
  }
  .compaction {
    height: 26px;
  }
  .compaction > .fold {
    display: none;
  }
  .divider {
    flex: 1;
    display: flex;
    align-items: center;
    gap: var(--u-2);
    padding-inline-start: var(--u-2);
    font-size: var(--u-size-xs);
    color: var(--u-ink-3);
    white-space: nowrap;
  }
  .divider::before,
  .divider::after {
    content: "";
    flex: 1;
    height: 1px;
    background: var(--u-line-strong);
  }
  .rest {
    height: 34px;
  }
  @media (max-width: 1099px) {
    .close {
      display: grid;
    }
  }
`;
