import { css } from "lit";

/** The styles of presets, menu buttons and active filters. */
export const controlStyles = css`
  :host {
    display: block;
    position: relative;
    background: var(--u-bg);
    color: var(--u-ink-2);
    font-size: var(--u-size-s);
    line-height: var(--u-row);
  }
  section {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--u-1) var(--u-4);
    padding: var(--u-1) var(--u-3);
    border-bottom: 1px solid var(--u-line);
  }
  /* Only says that no rows remain. */
  section[data-empty] {
    padding: 0;
    border: 0;
  }
  .controls {
    display: flex;
    align-items: center;
    gap: var(--u-3);
    min-width: 0;
    overflow-x: auto;
    scrollbar-width: none;
  }
  .menus {
    display: flex;
    flex: none;
  }
  button {
    padding: 2px 10px;
    border-radius: 4px;
    white-space: nowrap;
  }
  button:hover {
    color: var(--u-ink);
  }
  .state {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--u-1) var(--u-2);
    min-width: min(100%, 300px);
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: var(--u-1);
    min-width: 0;
  }
  .chips li {
    min-width: 0;
    max-width: 100%;
  }
  .chip {
    display: flex;
    align-items: center;
    gap: 6px;
    max-width: min(100%, 34em);
    padding: 2px 8px 2px 10px;
    border-radius: var(--u-pill);
    background: var(--u-accent-soft);
    color: var(--u-accent);
  }
  .chip:hover {
    color: var(--u-ink);
  }
  .cross {
    flex: none;
    position: relative;
    width: 9px;
    height: 9px;
  }
  .cross::before,
  .cross::after {
    content: "";
    position: absolute;
    inset: 4px -1px;
    background: currentColor;
    height: 1.25px;
    rotate: 45deg;
  }
  .cross::after {
    rotate: -45deg;
  }
  .count {
    margin-inline-start: auto;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .back {
    display: flex;
  }
  .plain {
    padding: 2px 6px;
    color: var(--u-accent);
  }
  @media (max-width: 560px) {
    :is(.controls, .state) {
      display: contents;
    }
    .menus {
      flex: 1;
    }
    .presets {
      min-width: calc(100% + 4px);
    }
    .presets button {
      flex: 1;
      padding: 2px 0;
    }
    .opens {
      padding-inline: 6px;
    }
    .back {
      order: 1;
    }
    .chips {
      order: 2;
      flex: 1 1 auto;
    }
    .count {
      order: 3;
    }
  }
  .empty {
    position: absolute;
    z-index: 1;
    inset: 100% 0 auto;
    padding: var(--u-7) var(--u-4);
    color: var(--u-ink-2);
    font-size: var(--u-size-m);
    text-align: center;
  }
  .empty p {
    margin: 0 0 var(--u-3);
  }
`;
