import { css } from "lit";

/**
 * The styles of hidden characters. They can occur anywhere, so these come before all other styles of rendered content.
 */
export const markStyles = css`
  /* An inline block: among right-to-left letters, lines with a thousand inline marks took seconds to lay out. */
  .mark[data-label] {
    display: inline-block;
  }
  .mark::before {
    content: attr(data-label) / "";
    margin: 0 1px;
    padding: 0 4px;
    border: 1px solid color-mix(in srgb, var(--u-warn) 55%, transparent);
    border-radius: 3px;
    background: color-mix(in srgb, var(--u-warn) 12%, transparent);
    color: var(--u-warn);
    font: 600 calc(var(--u-size) * 2 / 3) / 1.3 var(--u-font);
    vertical-align: 1px;
    white-space: normal;
    -webkit-user-select: none;
    user-select: none;
  }
`;
