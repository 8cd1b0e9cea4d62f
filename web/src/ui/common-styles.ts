import { css } from "lit";

/** Buttons that show an icon, and perhaps a word. */
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
  .tool-button.worded {
    display: flex;
    align-items: center;
    gap: 6px;
    width: auto;
    padding: 0 var(--u-2);
    font-size: var(--u-size-s);
  }
  .tool-button:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  :is(.tool-button, .primary):focus-visible {
    outline-offset: 1px;
  }
`;

/** Buttons in a frame. */
export const buttonStyles = css`
  .button {
    display: inline-flex;
    align-items: center;
    gap: var(--u-2);
    padding: var(--u-1) var(--u-3);
    border: 1px solid var(--u-line-strong);
    border-radius: var(--u-radius);
    color: var(--u-ink);
    font-size: var(--u-size-s);
    line-height: var(--u-row);
    white-space: nowrap;
  }
  .button:hover:not([aria-disabled="true"]) {
    background: var(--u-hover);
  }
  .button[aria-disabled="true"] {
    color: var(--u-ink-3);
    cursor: default;
  }
`;

/** Groups of buttons of which one is pressed. */
export const segmentedStyles = css`
  .segmented {
    display: flex;
    flex: none;
    width: fit-content;
    padding: 2px;
    border-radius: var(--u-radius);
    background: var(--u-sunken);
  }
  .segmented button {
    padding: 2px 10px;
    border-radius: 4px;
  }
  .segmented button[aria-pressed="true"] {
    background: var(--u-bg);
    color: var(--u-ink);
    box-shadow: 0 0 0 1px var(--u-line);
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
`;
