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
  .line > i {
    flex: none;
    width: 11px;
    margin-inline: 3px -2px;
    border-inline-start: 1px solid var(--u-line);
  }
  .twist {
    flex: none;
    width: 14px;
    color: var(--u-ink-3);
    text-align: center;
    -webkit-user-select: none;
    user-select: none;
  }
  .words {
    flex: 1;
  }
  .name {
    color: var(--u-purple);
  }
  :is(.colon, .size, .brackets) {
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
    font-family: var(--u-mono);
    color: var(--u-ink-3);
  }
  button {
    flex: none;
    padding: 2px 6px;
    border-radius: var(--u-radius);
    color: var(--u-ink-2);
    font-family: var(--u-font);
    font-size: var(--u-size-s);
  }
  button:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  .note {
    margin: var(--u-1) 0;
    font-family: var(--u-font);
    color: var(--u-ink-3);
  }
`;
