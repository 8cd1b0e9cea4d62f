import { css } from "lit";

/** What many rows have: quiet buttons, notes, plain text. */
export const moreStyles = css`
  .quiet {
    display: inline-block;
    margin: var(--u-1) 0 0;
    padding: 2px 0;
    border: 0;
    background: none;
    color: var(--u-ink-3);
    font: inherit;
    font-size: var(--u-size-s);
    line-height: 20px;
    text-align: start;
    text-decoration: underline;
    text-decoration-color: var(--u-line-strong);
    text-underline-offset: 3px;
    cursor: pointer;
  }
  .quiet:hover {
    color: var(--u-ink);
    text-decoration-color: currentColor;
  }
  .glimpse {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .plaintext {
    margin: 0;
    max-height: 480px;
    padding: var(--u-2) var(--u-3);
    overflow: auto;
    border-radius: var(--u-radius);
    background: var(--u-raised);
    color: var(--u-ink);
    font-family: var(--u-mono);
    font-size: 12.5px;
    line-height: 20px;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    tab-size: 4;
  }
  .note {
    margin: var(--u-1) 0;
    font-size: var(--u-size-s);
    line-height: 20px;
    color: var(--u-ink-3);
  }
  .note.rest {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 var(--u-4);
  }
  .note.bad {
    color: var(--u-bad);
  }
`;
