import { css } from "lit";

export const paletteStyles = css`
  :host {
    display: contents;
  }
  dialog {
    width: min(620px, calc(100% - 32px));
    max-height: min(520px, calc(100% - 64px));
    margin-block-start: min(12vh, 96px);
    padding: 0;
    overflow: clip;
    border: 1px solid var(--u-line);
    border-radius: var(--u-radius-l);
    background: var(--u-bg);
    color: var(--u-ink);
    font-size: var(--u-size-m);
    line-height: var(--u-row);
    box-shadow: 0 12px 40px light-dark(rgb(0 0 0 / 0.14), rgb(0 0 0 / 0.6));
  }
  dialog[open] {
    display: flex;
    flex-direction: column;
  }
  dialog::backdrop {
    background: light-dark(rgb(20 20 20 / 0.24), rgb(0 0 0 / 0.5));
  }
  input {
    flex: none;
    height: 46px;
    padding: 0 var(--u-4);
    border: 0;
    border-bottom: 1px solid var(--u-line);
    background: none;
    color: inherit;
    font: inherit;
    font-size: var(--u-size);
    outline: none;
  }
  input::placeholder {
    color: var(--u-ink-3);
  }
  ul {
    margin: 0;
    padding: var(--u-1);
    overflow: auto;
    overscroll-behavior: contain;
    list-style: none;
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
  .kind,
  .note {
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
  }
  li[aria-selected="true"] :is(.kind, .note) {
    color: var(--u-ink-2);
  }
  .name,
  .note {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .note {
    max-width: 14em;
  }
  b {
    color: var(--u-accent);
    font-weight: var(--u-strong);
  }
  .none {
    margin: 0;
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
