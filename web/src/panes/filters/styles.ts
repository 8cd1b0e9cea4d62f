import { css } from "lit";

/** The line itself: presets, what opens menus, and what is on. */
export const controlStyles = css`
  :host {
    display: block;
    position: relative;
    border-bottom: 1px solid var(--u-line);
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
  }
  .controls {
    display: flex;
    align-items: center;
    gap: var(--u-3);
    min-width: 0;
    overflow-x: auto;
    scrollbar-width: none;
  }
  .presets,
  .menus {
    display: flex;
    flex: none;
  }
  .presets {
    padding: 2px;
    border-radius: var(--u-radius);
    background: var(--u-sunken);
  }
  button {
    padding: 2px 10px;
    border: 0;
    border-radius: 4px;
    background: none;
    color: inherit;
    font: inherit;
    white-space: nowrap;
    cursor: pointer;
  }
  button:hover {
    color: var(--u-ink);
  }
  :is(button, input):focus-visible {
    outline: 2px solid var(--u-accent);
    outline-offset: -1px;
  }
  .presets button[aria-pressed="true"] {
    background: var(--u-bg);
    color: var(--u-ink);
    box-shadow: 0 0 0 1px var(--u-line-strong);
  }
  .opens {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  .opens:is(:hover, [aria-expanded="true"]) {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  .arrow {
    width: 5px;
    height: 5px;
    margin-block-start: -3px;
    border: solid currentColor;
    border-width: 0 1.5px 1.5px 0;
    rotate: 45deg;
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
    margin: 0;
    padding: 0;
    list-style: none;
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
  .chip > span:first-child {
    overflow: hidden;
    text-overflow: ellipsis;
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
      min-width: 100%;
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
      flex: 1;
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
  .empty .button {
    padding: 4px 12px;
    border: 1px solid var(--u-line-strong);
    border-radius: var(--u-radius);
    color: var(--u-ink);
  }
  .empty .button:hover {
    background: var(--u-hover);
  }
`;

/** What the menus hold. */
export const menuStyles = css`
  .menu {
    position: fixed;
    inset: var(--y, 0) auto auto var(--x, 0);
    box-sizing: border-box;
    width: min(320px, calc(100vw - 16px));
    max-height: calc(100vh - var(--y, 0px) - 8px);
    margin: 0;
    padding: var(--u-1);
    overflow: hidden;
    border: 1px solid var(--u-line);
    border-radius: var(--u-radius-l);
    background: var(--u-bg);
    color: var(--u-ink);
    box-shadow: var(--u-shadow);
  }
  .menu:popover-open {
    display: flex;
    flex-direction: column;
  }
  .list {
    flex: 0 1 auto;
    min-height: 0;
    max-height: 420px;
    margin: 0;
    padding: 0;
    overflow: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    scrollbar-color: var(--u-line-strong) transparent;
    list-style: none;
  }
  .list li {
    display: flex;
    align-items: center;
    position: relative;
    border-radius: var(--u-radius);
  }
  .list li:is(:hover, :focus-within) {
    background: var(--u-hover);
  }
  .list li[data-none] :is(.name, .number) {
    color: var(--u-ink-3);
  }
  label,
  .choice {
    display: flex;
    flex: 1;
    align-items: center;
    gap: var(--u-2);
    min-width: 0;
    padding: 5px var(--u-2);
    color: inherit;
    text-align: start;
    cursor: pointer;
  }
  .choice[aria-pressed="true"] {
    color: var(--u-accent);
    font-weight: var(--u-medium);
  }
  .all {
    flex: none;
    border-bottom: 1px solid var(--u-line);
    margin-block-end: var(--u-1);
  }
  [type="checkbox"] {
    flex: none;
    width: 14px;
    height: 14px;
    margin: 0;
    accent-color: var(--u-accent);
  }
  .name {
    flex: 1;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .note,
  .number {
    color: var(--u-ink-3);
    font-weight: normal;
  }
  .number {
    font-variant-numeric: tabular-nums;
  }
  .failed {
    color: var(--u-bad);
  }
  li[data-none] .only {
    display: none;
  }
  .only {
    position: absolute;
    inset-inline-end: 0;
    padding: 5px var(--u-2);
    background: var(--u-hover);
    color: var(--u-accent);
    opacity: 0;
  }
  .list li:hover .only,
  .only:focus-visible {
    opacity: 1;
  }
  @media (hover: none) {
    .only {
      position: static;
      background: none;
      opacity: 1;
    }
  }
  .field {
    flex: none;
    height: 30px;
    margin-block-end: var(--u-1);
    padding: 0 var(--u-2);
    border: 1px solid var(--u-line-strong);
    border-radius: var(--u-radius);
    background: var(--u-bg);
    color: inherit;
    font: inherit;
  }
  .field::placeholder {
    color: var(--u-ink-3);
  }
  .none {
    margin: 0;
    padding: var(--u-2);
    color: var(--u-ink-3);
  }
`;
