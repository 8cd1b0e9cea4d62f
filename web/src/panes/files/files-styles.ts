import { css } from "lit";

export const filesStyles = css`
  :host {
    display: flex;
    height: 100%;
  }
  .frame {
    display: grid;
    grid-template-columns: minmax(420px, 2fr) minmax(200px, 1fr);
    flex: 1;
    min-height: 0;
  }
  .frame[data-chosen] {
    grid-template-columns: minmax(320px, 2fr) minmax(0, 3fr);
  }
  .frame[data-narrow] {
    grid-template-columns: minmax(0, 1fr);
  }
  .side {
    container-type: inline-size;
    display: flex;
    flex-direction: column;
    min-height: 0;
    border-inline-end: 1px solid var(--u-line);
  }
  unspool-file-list {
    flex: 1;
  }
  .detail {
    min-height: 0;
    overflow: auto;
    outline: none;
  }
  header {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 var(--u-3);
    padding: var(--u-4) var(--u-4) 0;
  }
  h2 {
    font: var(--u-strong) var(--u-size-l) / var(--u-5) var(--u-font);
  }
  .sum {
    grid-column: 1;
    font-size: var(--u-size-s);
    line-height: var(--u-row);
    color: var(--u-ink-2);
  }
  .sum li {
    display: flex;
  }
  .sum li::before {
    color: var(--u-ink-3);
  }
  .sum button {
    color: var(--u-bad);
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .save {
    grid-area: 1 / 2 / span 2;
    align-self: start;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: var(--u-2);
    padding: var(--u-3) var(--u-4) var(--u-2);
  }
  .framed {
    font-size: var(--u-size-s);
  }
  input {
    flex: 1 1 120px;
  }
  button:focus-visible {
    outline-offset: 1px;
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 3.2em 3.2em 6.5em;
    column-gap: var(--u-2);
    padding: 0 var(--u-4) var(--u-1);
    overflow: hidden;
    scrollbar-gutter: stable; /* as in the list below, with its font, so that headers align with the numbers */
    border-bottom: 1px solid var(--u-line);
    font-size: var(--u-size-m);
    color: var(--u-ink-3);
    text-align: end;
    white-space: nowrap;
  }
  .columns > * {
    font-size: var(--u-size-xs);
  }
  .columns :first-child {
    text-align: start;
  }
  .state {
    padding: var(--u-6) var(--u-5);
    font-size: var(--u-size-m);
    color: var(--u-ink-2);
    text-align: center;
  }
  .state p {
    margin: 0 0 var(--u-3);
  }
  /* Names shrink last. */
  @container (max-width: 440px) {
    .columns {
      grid-template-columns: minmax(0, 1fr) 6em;
    }
    .columns > .count {
      display: none;
    }
  }
  @media (max-width: 560px) {
    .columns {
      column-gap: var(--u-1);
      padding-inline: var(--u-3);
    }
    header,
    .tools {
      padding-inline: var(--u-3);
    }
    input {
      flex-basis: 100%;
    }
    select {
      flex: 1;
    }
  }
`;
