import { css } from "lit";

/** Base rules of every shadow root. All rules except those for classes have lower specificity than any other rule. */
export const baseStyles = css`
  *,
  ::before,
  ::after {
    box-sizing: border-box;
    scrollbar-width: thin;
    scrollbar-color: var(--u-line-strong) transparent;
  }
  :where(dialog) {
    box-sizing: content-box;
    max-height: min(720px, calc(100% - 48px));
    padding: 0;
    overflow: clip; /* the corners stay round: the content scrolls */
    box-shadow: 0 12px 40px light-dark(rgb(0 0 0 / 0.14), rgb(0 0 0 / 0.6));
    &[open] {
      display: flex;
    }
    &::backdrop {
      background: light-dark(rgb(20 20 20 / 0.24), rgb(0 0 0 / 0.5));
    }
  }
  :where([popover]) {
    inset: var(--popover-top, auto) var(--popover-right, auto) var(--popover-bottom, auto) var(--popover-left, auto);
    margin: 0;
    box-shadow: var(--u-shadow);
  }
  :where(dialog, [popover]) {
    border: 1px solid var(--u-line);
    border-radius: var(--u-radius-l);
    background: var(--u-bg);
    color: var(--u-ink);
  }
  :where(progress) {
    appearance: none;
    border: 0;
    background: none;
    &::-webkit-progress-bar {
      background: none;
    }
    &::-webkit-progress-value {
      background: var(--u-accent);
    }
    &::-moz-progress-bar {
      background: var(--u-accent);
    }
  }
  :where(h1, h2, h3, h4, p, ul, ol, dl, dd, pre, figure, input) {
    margin: 0;
  }
  :where(ul, ol) {
    padding: 0;
    list-style: none;
  }
  :where(button) {
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
    cursor: pointer;
  }
  :where(button, input, select) {
    color: inherit;
    font: inherit;
  }
  /* A box has the outline of the field in it. */
  :where(:focus-visible, :focus-visible [data-active], .focus-box:has(> :focus-visible)) {
    outline: 2px solid var(--u-accent);
    outline-offset: -2px;
  }
  :where(small) {
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
    font-weight: 400;
  }
  :where(code) {
    font-family: var(--u-mono);
  }
  ::placeholder {
    color: var(--u-ink-3);
    opacity: 1;
  }
  ::selection {
    background: light-dark(#cfe6e2, #24524d);
  }
  :where(.icon) {
    flex: none;
    width: var(--u-icon);
    height: var(--u-icon);
  }
  .icon {
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .ellipsis {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .clamp {
    display: -webkit-box;
    min-width: 0;
    overflow: hidden;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  /* Each item begins with its separator; the list cuts off those at the start of a line. */
  .dotted {
    --separator: 18px;
    display: flex;
    flex-wrap: wrap;
    overflow-x: clip;
    & > * {
      position: relative;
      inset-inline-start: calc(-1 * var(--separator));
    }
    & > ::before {
      content: "·" / "";
      display: inline-block;
      flex: none;
      width: var(--separator);
      text-align: center;
    }
  }
  :where(.focus-box) > :focus-visible {
    outline: none;
  }
  /* For screen readers; visible with the focus. */
  .unseen:not(:focus) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
    -webkit-user-select: none;
    user-select: none;
  }
  :is(.bad, .minus) {
    color: var(--u-bad);
  }
  .warn {
    color: var(--u-warn);
  }
  .plus {
    color: var(--u-good);
  }
  /* These are made of a background alone. */
  @media (forced-colors: active) {
    :is(.dot, .meter, .box, .changed) {
      forced-color-adjust: none;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none !important;
      animation: none !important;
    }
  }
`;
