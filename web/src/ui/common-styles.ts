import { css } from "lit";

/** Buttons that show only an icon. */
export const iconButtonStyles = css`
  .icon-button {
    display: grid;
    flex: none;
    place-content: center;
    width: var(--u-6);
    height: var(--u-6);
    border-radius: var(--u-radius);
    color: var(--u-ink-3);
  }
  .icon-button:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  .icon-button .icon {
    width: var(--u-icon);
    height: var(--u-icon);
  }
`;

/** Fields and options with a frame of their own. */
export const fieldStyles = css`
  .framed {
    min-width: 0;
    height: var(--u-6);
    padding: 0 var(--u-2);
    border: 1px solid var(--u-line-strong);
    border-radius: var(--u-radius);
    background: var(--u-bg);
    color: var(--u-ink);
  }
  .framed::placeholder {
    color: var(--u-ink-3);
    opacity: 1;
  }
`;
