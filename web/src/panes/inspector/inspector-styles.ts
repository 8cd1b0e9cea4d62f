import { css } from "lit";

export const inspectorStyles = css`
  :host {
    display: flex;
    position: relative;
    width: var(--width, 340px);
    height: 100%;
    background: var(--u-bg);
    color: var(--u-ink);
    font-size: var(--u-size-s);
    line-height: var(--u-row);
  }
  @media (max-width: 1099px) {
    :host {
      width: 100%;
    }
    .edge {
      display: none;
    }
  }
  .edge {
    position: absolute;
    inset-block: 0;
    inset-inline-start: -4px;
    z-index: 1;
    width: 8px;
    cursor: ew-resize;
    touch-action: none;
  }
  .edge:is(:hover, :focus-visible) {
    outline: 0;
    background: linear-gradient(to right, transparent 3px, var(--u-accent) 3px 5px, transparent 5px);
  }
  aside {
    display: flex;
    flex-direction: column;
    flex: 1;
    min-width: 0;
  }
  header {
    padding: var(--u-2) var(--u-2) var(--u-2) var(--u-4);
    border-bottom: 1px solid var(--u-line);
  }
  .head {
    display: flex;
    align-items: flex-start;
    gap: var(--u-2);
  }
  .head h2 {
    flex: 1;
    margin: 6px 0 0;
    font: var(--u-strong) var(--u-size-m) / var(--u-row) var(--u-font);
    -webkit-line-clamp: 3;
  }
  .row-summary {
    margin: 2px var(--u-2) 2px 0;
    color: var(--u-ink-2);
  }
  .content {
    flex: 1;
    min-height: 0;
    padding: var(--u-3) var(--u-4) var(--u-5);
    overflow: auto;
    overscroll-behavior: contain;
  }
  details {
    margin-top: var(--u-3);
    padding-top: var(--u-2);
    border-top: 1px solid var(--u-line);
  }
  summary {
    display: flex;
    align-items: center;
    gap: var(--u-2);
    margin: 0 -6px;
    padding: 2px 6px;
    border-radius: var(--u-radius);
    list-style: none;
    cursor: pointer;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary::after {
    box-sizing: content-box;
    content: "";
    width: 5px;
    height: 5px;
    margin: 0 4px;
    border: solid var(--u-ink-3);
    border-width: 0 1.5px 1.5px 0;
    transform: rotate(-45deg);
    transition: transform var(--u-quick);
  }
  details[open] > summary::after {
    transform: translateY(-2px) rotate(45deg);
  }
  summary:hover {
    background: var(--u-hover);
  }
  h3 {
    flex: 1;
    font-size: var(--u-size-s);
    font-weight: var(--u-strong);
  }
  dl > div {
    display: grid;
    grid-template-columns: 88px minmax(0, 1fr);
    column-gap: var(--u-3);
    padding: 1px 0;
  }
  dt {
    overflow-wrap: anywhere;
    color: var(--u-ink-3);
  }
  dd {
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
  small {
    display: block;
    font-size: var(--u-size-f);
  }
  code {
    font-size: var(--u-size-xs);
  }
  .ids dd {
    display: flex;
    align-items: baseline;
    gap: var(--u-2);
  }
  .ids code {
    flex: 1;
    min-width: 0;
  }
  .note {
    margin: var(--u-1) 0;
    color: var(--u-ink-3);
  }
  .warn {
    padding: var(--u-1) var(--u-2);
    border-radius: var(--u-radius);
    background: var(--u-warn-soft);
    color: var(--u-warn);
  }
  button {
    padding: 2px 8px;
    border-radius: var(--u-radius);
    color: var(--u-ink-2);
    line-height: var(--u-row);
  }
  button:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  .ids .action {
    flex: none;
    padding: 2px 6px;
    color: var(--u-ink-3);
    font-size: var(--u-size-f);
  }
  .related dd {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    margin-top: -2px;
  }
  .related-record {
    display: flex;
    gap: var(--u-2);
    margin: 0 -6px;
    padding: 2px 6px;
    text-align: start;
  }
  /* Names are shown in full; long text is in the title. */
  .related-record .text {
    flex: 1;
  }
  .related-record .what,
  .related-record code {
    color: var(--u-accent);
  }
  .related-record .place {
    flex: none;
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
  }
  .quiet {
    margin-inline-start: -8px;
    color: var(--u-accent);
  }
  .switch {
    flex-wrap: wrap;
    align-items: center;
    gap: 2px;
    margin: var(--u-1) 0 var(--u-2);
  }
  .steps {
    display: flex;
    align-items: center;
    justify-content: space-between;
    margin: var(--u-2) -8px 0;
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
  }
  .steps button[aria-disabled="true"] {
    color: var(--u-ink-3);
    opacity: 0.6;
    cursor: default;
  }
  .copies {
    display: flex;
    flex-wrap: wrap;
    margin: 0 -8px var(--u-2);
  }
  .hex {
    padding: var(--u-2);
    overflow: auto;
    border-radius: var(--u-radius);
    background: var(--u-raised);
    font: 10.5px / 16px var(--u-mono);
    white-space: pre;
  }
  .hex .place {
    color: var(--u-ink-3);
  }
  .hex .letters {
    color: var(--u-ink-2);
  }
  .hex mark {
    border-radius: 2px;
    background: var(--u-bad-soft);
    color: var(--u-bad);
  }
`;
