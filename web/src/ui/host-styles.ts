import { css } from "lit";

/** The viewer as a whole: its box and its notices. */
export const hostStyles = css`
  :host {
    position: relative;
    display: flex;
    flex-direction: column;
    height: 100%;
    min-height: 240px;
    overflow: hidden;
    background: var(--u-bg);
    color: var(--u-ink);
    font-family: var(--u-font);
    font-size: var(--u-size);
    line-height: var(--u-leading);
    -webkit-text-size-adjust: 100%;
    text-rendering: optimizeLegibility;
  }
  :host([hidden]) {
    display: none;
  }
  :is(.notice-box, .fresh-box) {
    position: absolute;
    inset-inline: 0;
    bottom: var(--u-5);
    z-index: 2;
    display: grid;
    justify-items: center;
    pointer-events: none;
  }
  .notice-box p {
    margin: 0 var(--u-3);
    padding: 6px var(--u-4);
    overflow-wrap: anywhere;
    border-radius: var(--u-radius);
    background: light-dark(#26272a, #e8e7e3);
    color: light-dark(#fff, #17181a);
    font-size: var(--u-size-m);
    line-height: var(--u-row);
  }
`;
