import { css } from "lit";

/** Buttons that show an icon alone. */
export const iconButtonStyles = css`
  .icon-button {
    display: grid;
    flex: none;
    place-content: center;
    width: var(--u-6);
    height: var(--u-6);
    padding: 0;
    border: 0;
    border-radius: var(--u-radius);
    background: none;
    color: var(--u-ink-3);
    cursor: pointer;
  }
  .icon-button:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  .icon-button:focus-visible {
    outline: 2px solid var(--u-accent);
    outline-offset: -2px;
  }
  .icon-button .icon {
    width: var(--u-icon);
    height: var(--u-icon);
  }
`;

/** Fields and choices that stand in a frame of their own. */
export const fieldStyles = css`
  .framed {
    box-sizing: border-box;
    min-width: 0;
    height: var(--u-6);
    margin: 0;
    padding: 0 var(--u-2);
    border: 1px solid var(--u-line-strong);
    border-radius: var(--u-radius);
    background: var(--u-bg);
    color: var(--u-ink);
    font: inherit;
  }
  .framed::placeholder {
    color: var(--u-ink-3);
    opacity: 1;
  }
  .framed:focus-visible {
    outline: 2px solid var(--u-accent);
    outline-offset: -1px;
  }
`;
