import { css } from "lit";

/** Frames: their bar, its buttons, and lines of text. */
export const frameStyles = css`
  .frame {
    position: relative;
    container-type: inline-size;
    min-width: 0;
    border: 1px solid var(--u-line);
    border-radius: var(--u-radius);
    background: var(--r-code);
    color: var(--u-ink);
    overflow: clip;
    font: calc(var(--u-size-m) - 0.5px) / 1.55 var(--u-mono);
    font-variant-ligatures: none;
  }
  .bar {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 35px;
    padding: 0 5px 0 12px;
    border-bottom: 1px solid var(--u-line);
    color: var(--u-ink-2);
    font-size: var(--u-size-s);
  }
  :is(.code, .diff) > .bar {
    position: sticky;
    z-index: 2;
    top: 0;
    background: var(--r-code);
  }
  .title {
    display: flex;
    align-items: baseline;
    gap: 10px;
    flex: 1 1 auto;
    min-width: 0;
    overflow: hidden;
    white-space: nowrap;
  }
  .located {
    display: flex;
    min-width: 0;
  }
  .located > :not(:last-child) {
    flex: 0 9999 auto;
    color: var(--u-ink-3);
  }
  .located > :last-child {
    color: var(--u-ink);
    font-weight: 500;
  }
  :is(.language, .condition) {
    flex: none;
    color: var(--u-ink-3);
    font: var(--u-size-f) / 1 var(--u-font);
  }
  .actions {
    display: flex;
    flex: none;
    gap: 2px;
    margin-left: auto;
  }
  .choice {
    display: flex;
    gap: 1px;
    margin-right: 6px;
    padding: 1px;
    border-radius: 6px;
    background: var(--u-hover);
  }
  .choice .action {
    min-height: 22px;
    padding: 0 7px;
  }
  .choice .action[aria-pressed="true"] {
    background: var(--r-code);
    color: var(--u-ink);
    box-shadow: 0 0 0 1px var(--u-line);
  }
  .menu {
    padding: 4px;
    border: 1px solid var(--u-line-strong);
    border-radius: 8px;
    background: var(--u-raised);
    color: inherit;
  }
  .menu .action {
    display: block;
    width: 100%;
    min-height: 28px;
    text-align: start;
  }
  :is(.action, .more, .more-characters) {
    color: var(--u-accent);
    font: 500 var(--u-size-f) / 1 var(--u-font);
  }
  .action {
    min-height: 24px;
    padding: 0 8px;
    border-radius: 4px;
    color: var(--u-ink-3);
  }
  .action:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  .action[aria-pressed="true"] {
    color: var(--u-accent);
  }
  .frame :focus-visible,
  .table:focus-visible {
    outline-offset: -2px;
    border-radius: 4px;
  }
  .frame .sheet:focus,
  .plain:focus {
    outline: none;
  }
  :is(.snippet, .source) .bar {
    min-height: 28px;
    margin-bottom: -6px;
    border-bottom: 0;
    color: var(--u-ink-3);
    font: var(--u-size-f) / 1 var(--u-font);
  }
  .snippet .bar:has(.title:empty) {
    position: absolute;
    z-index: 1;
    inset: 3px 3px auto auto;
    margin: 0;
    padding: 0;
    border-radius: 4px;
    background: var(--r-code);
  }
  .lines {
    padding: 8px 0;
    overflow-x: auto;
    font: inherit;
    tab-size: 4;
    overscroll-behavior-x: contain;
  }
  .sheet {
    display: block;
    width: max-content;
    min-width: 100%;
    font: inherit;
  }
  :is(.wrapped, .screen) .sheet {
    width: auto;
  }
  .line {
    display: flex;
    min-height: 1lh;
    padding-right: 12px;
  }
  .text {
    flex: 1 1 auto;
    min-width: 0;
    padding-left: 12px;
    white-space: pre;
    unicode-bidi: isolate;
  }
  .text span {
    unicode-bidi: isolate;
  }
  .wrapped .text,
  .command .text,
  .screen .line,
  .plain {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  :is(.numbered .line, .diff .line, .diff .sign)::before {
    flex: none;
    box-sizing: content-box;
    width: calc(var(--digits, 3) * 1ch);
    padding: 0 4px 0 12px;
    color: var(--u-ink-3);
    text-align: right;
    content: attr(data-n) / "";
    -webkit-user-select: none;
    user-select: none;
  }
  .numbered .line::before {
    position: sticky;
    left: 0;
    background: var(--r-code);
  }
  .nothing {
    padding: 0 12px;
    color: var(--u-ink-3);
    font-family: var(--u-font);
  }
  :is(.gap, .more) {
    position: sticky;
    left: 0;
    display: block;
    width: 100cqi;
    min-height: 30px;
    padding: 0 12px;
    border-block: 1px solid var(--u-line);
    text-align: left;
  }
  .more:last-child {
    margin-bottom: -8px;
    border-bottom: 0;
  }
  .more:hover {
    background: var(--u-hover);
  }
  .more-characters {
    padding: 2px 6px;
    border-radius: 4px;
    background: var(--u-hover);
  }
  .frame.wide {
    --wide: min(1180px, 100cqi - 64px - var(--depth, 0) * 44px);
    margin-inline: min(0px, (100% - var(--wide)) / 2);
  }
  .host {
    color: var(--u-ink-3);
    font-size: 0.9em;
    overflow-wrap: anywhere;
  }
  .aside {
    margin: 8px 0;
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
  }
  @container (max-width: 480px) {
    .bar {
      flex-wrap: wrap;
      gap: 0 8px;
    }
  }
  @media (hover: hover) {
    .frame .actions {
      opacity: 0;
      transition: opacity 120ms;
    }
    .frame:hover .actions,
    .frame:focus-within .actions,
    .frame .actions:has(> [aria-pressed="true"], :popover-open) {
      opacity: 1;
    }
  }
  @media (forced-colors: active) {
    .action[aria-pressed="true"] {
      color: Highlight;
      outline: 1px solid Highlight;
    }
  }
  @media print {
    :is(.actions, .more) {
      display: none;
    }
    .bar {
      position: static !important;
    }
    .lines {
      overflow: visible;
    }
    .sheet {
      width: auto;
    }
    .text {
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
  }
`;
