import { css } from "lit";

export const treeStyles = css`
  :host {
    display: block;
    font-family: var(--u-mono);
    font-size: var(--u-size-xs);
    line-height: 24px;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: stretch;
    border-radius: 3px;
    color: var(--u-ink-2);
    cursor: default;
  }
  .line:hover {
    background: var(--u-hover);
  }
  .line:focus-visible {
    outline: 2px solid var(--u-accent);
    outline-offset: -2px;
  }
  .line > i {
    flex: none;
    width: 10px;
    margin-inline-start: 3px;
    border-inline-start: 1px solid var(--u-line);
    margin-inline-end: -2px;
  }
  .twist {
    flex: none;
    width: 14px;
    color: var(--u-ink-3);
    text-align: center;
    user-select: none;
  }
  .words {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .name {
    color: var(--u-purple);
  }
  .colon,
  .size,
  .brackets {
    color: var(--u-ink-3);
  }
  .string {
    color: var(--u-green);
  }
  .number {
    color: var(--u-blue);
  }
  .word {
    color: var(--u-orange);
  }
  em {
    font-style: normal;
    color: var(--u-warn);
  }
  .more {
    color: var(--u-accent);
    cursor: pointer;
  }
  .whole {
    flex-basis: 100%;
    margin: 2px 0 4px 14px;
    padding: var(--u-2);
    box-sizing: border-box;
    border-radius: var(--u-radius);
    background: var(--u-raised);
    color: var(--u-ink);
    font: inherit;
    line-height: var(--u-row);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    cursor: text;
  }
  .foot {
    display: flex;
    align-items: baseline;
    gap: var(--u-2);
    margin-top: var(--u-2);
    padding-top: var(--u-1);
    border-top: 1px solid var(--u-line);
    font-family: var(--u-font);
  }
  .path {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-family: var(--u-mono);
    color: var(--u-ink-3);
  }
  button {
    flex: none;
    padding: 2px 6px;
    border: 0;
    border-radius: var(--u-radius);
    background: none;
    color: var(--u-ink-2);
    font: inherit;
    font-family: var(--u-font);
    font-size: var(--u-size-s);
    cursor: pointer;
  }
  button:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  button:focus-visible {
    outline: 2px solid var(--u-accent);
    outline-offset: -1px;
  }
  .note {
    margin: var(--u-1) 0;
    font-family: var(--u-font);
    color: var(--u-ink-3);
  }
`;
