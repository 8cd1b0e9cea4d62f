import { css } from "lit";

export const paletteStyles = css`
  :host {
    display: contents;
  }
  dialog {
    width: min(620px, calc(100% - 32px));
    max-height: min(520px, calc(100% - 64px));
    margin-block-start: min(12vh, 96px);
    font-size: var(--u-size-m);
    line-height: var(--u-row);
  }
  dialog[open] {
    flex-direction: column;
  }
  input {
    flex: none;
    height: 47px;
    padding: 0 var(--u-4);
    border: 0;
    border-bottom: 1px solid var(--u-line);
    background: none;
    color: inherit;
    font-size: var(--u-size);
    outline: none;
  }
  ul {
    padding: var(--u-1);
    overflow: auto;
    overscroll-behavior: contain;
  }
  ul:not(:has(li)) {
    display: none;
  }
  li {
    display: grid;
    grid-template-columns: 5.5em minmax(0, 1fr) auto;
    gap: var(--u-3);
    padding: 6px var(--u-3);
    border-radius: var(--u-radius);
    cursor: pointer;
  }
  li[aria-selected="true"] {
    background: var(--u-accent-soft);
  }
  :is(.kind, .note) {
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
  }
  li[aria-selected="true"] :is(.kind, .note) {
    color: var(--u-ink-2);
  }
  .note {
    max-width: 14em;
  }
  b {
    color: var(--u-accent);
    font-weight: var(--u-strong);
  }
  .none {
    padding: var(--u-5);
    color: var(--u-ink-2);
    text-align: center;
  }
  .none:empty {
    display: none;
  }
  @media (max-width: 560px) {
    li {
      grid-template-columns: minmax(0, 1fr) auto;
    }
    .kind {
      display: none;
    }
  }
`;
