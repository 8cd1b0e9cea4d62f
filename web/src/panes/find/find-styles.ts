import { css } from "lit";

export const findStyles = css`
  :host {
    display: contents;
    font-family: var(--u-font);
  }
  .bar {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    gap: var(--u-1) var(--u-3);
    min-width: 0;
    padding: 3px var(--u-4);
    border-bottom: 1px solid var(--u-line);
    font-size: var(--u-size-s);
    line-height: var(--u-row);
  }
  .field {
    display: flex;
    align-items: center;
    flex: 1 1 260px;
    max-width: 560px;
    min-width: 0;
    gap: 2px;
    height: 30px;
    padding-inline: 8px 3px;
    border: 1px solid var(--u-ink-3);
    border-radius: var(--u-radius);
    background: var(--u-bg);
  }
  .field > .icon {
    color: var(--u-ink-3);
  }
  .field > input {
    flex: 1;
    min-width: 0;
    height: 100%;
    padding: 0 6px;
    border: 0;
    background: none;
    color: var(--u-ink);
    font-size: var(--u-size-m);
  }
  button {
    color: var(--u-ink-2);
  }
  .flag {
    flex: none;
    display: grid;
    place-items: center;
    width: 26px;
    height: 24px;
    border-radius: 4px;
  }
  .tool {
    width: 28px;
    height: 28px;
  }
  :is(.flag, .tool, .chip):hover:not(:disabled) {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  :is(.flag, .tool, .chip)[aria-pressed="true"] {
    background: var(--u-accent-soft);
    color: var(--u-accent);
  }
  .tool:disabled {
    cursor: default;
    opacity: 0.45;
  }
  .count {
    color: var(--u-ink-2);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .buttons {
    display: flex;
    margin-inline-start: auto;
  }
  .found {
    display: flex;
    flex-direction: column;
    min-height: 0;
    background: var(--u-bg);
    font-size: var(--u-size-s);
    line-height: var(--u-row);
  }
  .facets {
    display: flex;
    gap: 2px;
    padding: var(--u-1) var(--u-2);
  }
  .facets > button {
    height: 24px;
    padding: 0 7px;
    border-radius: var(--u-radius);
    font-size: var(--u-size-f);
    white-space: nowrap;
  }
  .facets > .opens:not([data-on]) {
    flex: none; /* their names are short */
  }
  .facets > .chip {
    flex: none;
    margin-inline-start: auto;
  }
  progress {
    display: block;
    width: 100%;
    height: 2px;
  }
  progress[hidden] {
    display: block;
    visibility: hidden;
  }
  .more {
    padding: 2px var(--u-4) 6px;
    color: var(--u-ink-3);
    overflow-wrap: anywhere;
  }
  .quiet {
    padding: 0;
    color: var(--u-accent);
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  unspool-found {
    flex: 1;
    min-height: 0;
  }
  /* In a viewer that fills its page, the results replace the outline. */
  :host([data-fills]) .bar {
    grid-area: 3 / 1 / auto / -1;
  }
  :host([data-fills]) .found {
    grid-area: 5 / 1;
    z-index: 2;
    width: var(--beside);
    border-inline-end: 1px solid var(--u-line);
  }
  :host(:not([data-fills])) .found {
    height: min(40%, 320px);
    max-height: 320px; /* if the viewer is as high as its content */
    border-bottom: 1px solid var(--u-line);
  }
  @media (max-width: 1099px) {
    :host([data-fills]) .found {
      z-index: 3;
      grid-column: 1 / -1;
      justify-self: start;
      width: min(400px, 100%);
      box-shadow: var(--u-shadow);
    }
  }
  @media (max-width: 560px) {
    .bar {
      padding-inline: var(--u-3);
    }
    .count {
      flex: 1;
      min-width: 0;
      overflow: hidden;
      text-overflow: ellipsis;
    }
    .field {
      flex-basis: 100%;
      max-width: none;
    }
  }
`;
