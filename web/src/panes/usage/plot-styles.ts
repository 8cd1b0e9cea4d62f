import { css } from "lit";

/** Includes the parts of uPlot's own style sheet that are needed here. */
export const plotStyles = css`
  :host {
    display: block;
  }
  .plot {
    position: relative;
    min-height: 200px;
    border-radius: var(--u-radius);
    overflow: hidden;
    /* The end of this transition signals a change of the theme, whatever caused it. */
    color: var(--u-ink);
    transition: color 1ms !important; /* also where motion is reduced */
  }
  .across {
    padding-inline-start: 52px; /* for the axis labels */
    font-size: var(--u-size-f);
    line-height: var(--u-row);
    color: var(--u-ink-3);
    text-align: center;
  }
  .readout {
    margin: 2px 0 0;
    min-height: var(--u-row);
    font-size: var(--u-size-s);
    line-height: var(--u-row);
    color: var(--u-ink-2);
    font-variant-numeric: tabular-nums;
  }
  .uplot {
    width: min-content;
  }
  .u-wrap {
    position: relative;
    -webkit-user-select: none;
    user-select: none;
  }
  :is(.u-over, .u-under) {
    position: absolute;
  }
  .u-under {
    overflow: hidden;
  }
  .uplot canvas {
    display: block;
    position: relative;
    width: 100%;
    height: 100%;
  }
  .u-axis {
    position: absolute;
  }
  .u-select {
    position: absolute;
    pointer-events: none;
  }
  .u-cursor-x {
    position: absolute;
    inset: 0 auto auto 0;
    height: 100%;
    border-inline-end: 1px solid var(--u-line-strong);
    pointer-events: none;
    will-change: transform;
  }
  .u-cursor-pt {
    position: absolute;
    inset: 0 auto auto 0;
    border: 0 solid;
    border-radius: 50%;
    pointer-events: none;
    will-change: transform;
    /* uPlot sets the color by the shorthand. */
    background-clip: padding-box !important;
  }
  .u-off {
    display: none;
  }
`;
