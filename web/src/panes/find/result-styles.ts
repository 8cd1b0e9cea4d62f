import { css } from "lit";

/** The list of results. The heights are the same as in lines.ts. */
export const resultStyles = css`
  :host {
    display: block;
    position: relative;
    overflow-y: auto;
    overscroll-behavior: contain;
  }
  .list {
    position: relative;
    min-height: 100%;
  }
  .list[aria-activedescendant] {
    outline: none;
  }
  .list > * {
    position: absolute;
    inset-inline: 0;
    padding-inline: var(--u-4) var(--u-3);
  }
  :is(.session, .prompt) {
    display: flex;
    align-items: center;
    gap: var(--u-2);
    height: 30px;
    padding-block-start: 6px;
    font-size: var(--u-size-s);
    color: var(--u-ink-2);
    white-space: nowrap;
  }
  .session {
    height: 34px;
    font-weight: var(--u-strong);
    color: var(--u-ink);
  }
  :is(.session, .prompt) > [dir] {
    flex: 1;
  }
  .nth {
    color: var(--u-accent);
    font-variant-numeric: tabular-nums;
    font-weight: var(--u-medium);
  }
  .nth:empty {
    display: none;
  }
  .number {
    color: var(--u-ink-3);
    font-size: var(--u-size-xs);
    font-variant-numeric: tabular-nums;
  }
  .match {
    height: 64px;
    padding-block: 4px;
    cursor: pointer;
  }
  .match:hover {
    background: var(--u-hover);
  }
  .match[aria-selected="true"] {
    background: var(--u-accent-soft);
    box-shadow: inset 2px 0 var(--u-accent);
  }
  .label {
    display: flex;
    gap: var(--u-2);
    align-items: baseline;
    height: 18px;
    line-height: 18px;
    font-size: var(--u-size-xs);
    color: var(--u-ink-3);
    white-space: nowrap;
  }
  .kind[data-failed] {
    color: var(--u-bad);
  }
  .label time {
    margin-inline-start: auto;
    font-variant-numeric: tabular-nums;
  }
  .excerpt {
    height: 36px;
    font-size: var(--u-size-s);
    line-height: 18px;
    color: var(--u-ink-2);
  }
  mark {
    padding: 1px 0;
    border-radius: 2px;
    background: var(--u-found);
    color: var(--u-ink);
  }
`;
