import { css } from "lit";

/** Buttons that show an icon alone. */
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

/** Buttons of the size of a tool bar, each with an icon. */
export const toolButtonStyles = css`
  .tool-button {
    display: grid;
    flex: none;
    place-items: center;
    width: 32px;
    height: 32px;
    border-radius: var(--u-radius);
    color: var(--u-ink-2);
  }
  .tool-button:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  .tool-button .icon {
    width: 17px;
    height: 17px;
  }
`;

/** Fields and choices that stand in a frame of their own. */
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
