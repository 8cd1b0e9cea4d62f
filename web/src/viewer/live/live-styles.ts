import { css } from "lit";

export const liveStyles = css`
  .live {
    display: inline-flex;
    align-items: center;
    gap: var(--u-2);
    padding: 0 var(--u-2);
    border-radius: var(--u-radius);
    color: var(--u-ink-2);
    font-size: var(--u-size-s);
    white-space: nowrap;
  }
  .live:hover {
    color: var(--u-ink);
  }
  .live .dot {
    flex: none;
    width: var(--u-2);
    height: var(--u-2);
    border-radius: 50%;
    background: var(--u-line-strong);
  }
  .live[data-state="following"] .dot {
    background: var(--u-good);
  }
  .live:is([data-state="gone"], [data-state="changed"]) .dot {
    background: var(--u-warn);
  }
  .fresh-box .fresh {
    display: inline-flex;
    align-items: center;
    gap: var(--u-1);
    padding: 0 var(--u-3) 0 var(--u-4);
    border: 1px solid var(--u-accent-line);
    border-radius: var(--u-pill);
    background: var(--u-bg);
    box-shadow: var(--u-shadow);
    color: var(--u-accent);
    font: 500 var(--u-size-s) / var(--u-6) var(--u-font);
    pointer-events: auto;
  }
  .fresh-box .fresh:hover {
    background: var(--u-accent-soft);
  }
  .fresh-box .fresh:focus-visible {
    outline-offset: 2px;
  }
  .fresh-box .icon {
    transform: rotate(90deg);
  }
  .changed-files {
    background: var(--u-warn-soft);
  }
  .changed-files .icon {
    color: var(--u-warn);
  }
  @media print {
    .fresh-box {
      display: none;
    }
  }
`;
