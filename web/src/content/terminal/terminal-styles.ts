import { css } from "lit";

/** Commands and their output. */
export const terminalStyles = css`
  .terminal {
    background: var(--r-terminal);
  }
  .terminal .bar {
    align-items: flex-start;
    color: var(--u-ink);
  }
  .terminal .title {
    padding: 6px 0;
    white-space: normal;
  }
  .terminal .actions {
    padding-top: 5px;
  }
  .prompt {
    display: flex;
    gap: 1ch;
    font-size: calc(var(--u-size-m) - 0.5px);
  }
  .prompt .sign::before {
    content: attr(data-sign);
    color: var(--u-accent);
    font-weight: 700;
    -webkit-user-select: none;
    user-select: none;
  }
  .command {
    min-width: 0;
    font: inherit;
  }
  .command :is(.line, .text) {
    padding: 0;
  }
  .command .more {
    border: 0;
    padding: 0;
    min-height: 22px;
  }
  .screen .line {
    display: block;
    padding: 0 12px;
    tab-size: 8;
  }
  :is(.stream, .notes) {
    padding: 6px 12px;
    border-top: 1px solid var(--u-line);
    color: var(--u-ink-3);
    font: var(--u-size-f) / 1.4 var(--u-font);
    .bar + & {
      border-top: 0;
    }
  }
  .screen.stderr {
    padding-top: 2px;
    box-shadow: inset 2px 0 var(--u-line-strong);
  }
  .stream {
    padding-bottom: 2px;
    box-shadow: inset 2px 0 var(--u-line-strong);
    font-weight: 500;
  }
  :is(.screen.failed, .stream.failed) {
    box-shadow: inset 2px 0 var(--u-bad);
  }
  .stream.failed {
    color: var(--u-bad);
  }
  .notes {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 14px;
  }
  .exit {
    font-family: var(--u-mono);
  }
  .exit.failed {
    color: var(--u-bad);
    font-weight: 600;
  }
  .overwritten::after {
    content: attr(data-label) / "";
    margin-left: 1ch;
    color: var(--u-ink-3);
    font-size: calc(var(--u-size) * 11 / 15);
    -webkit-user-select: none;
    user-select: none;
  }
  .screen a {
    color: inherit;
  }
  @container (max-width: 480px) {
    .terminal .bar {
      flex-direction: column;
    }
    .terminal .actions {
      margin-left: -8px;
      padding-bottom: 5px;
    }
  }
  @media (hover: hover) {
    .terminal .actions {
      position: absolute;
      inset: 0 0 auto auto;
      padding: 5px;
      border-radius: 0 var(--u-radius);
      background: var(--r-terminal);
    }
  }
`;
