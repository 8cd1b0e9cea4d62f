import { css } from "lit";

/** Styles of a printed conversation, with all rows one below the other. */
export const printStyles = css`
  @media print {
    :host {
      display: block;
      height: auto;
      min-height: 0;
      overflow: visible;
      color-scheme: light !important;
    }
    .tool-button,
    .notice-box,
    .progress,
    .trouble,
    .about-row,
    slot[name="tools"] {
      display: none !important;
    }
    .strip {
      padding: 0 0 var(--u-3) !important;
    }
    .strip .heading {
      white-space: normal;
    }
    unspool-list {
      overflow: visible;
    }
    unspool-list > .feed {
      --u-side: var(--u-2);
      height: auto !important;
      padding: 0;
      overflow: visible;
    }
    unspool-list > .cut {
      display: block;
      margin: var(--u-5) 0;
      color: var(--u-ink-2);
    }
    unspool-row {
      contain: none;
      margin-block-start: 0 !important;
    }
    unspool-row[data-kind="waiting"],
    unspool-row[data-kind="background-fold"]:has([aria-expanded="false"]),
    unspool-row :is(.quiet, .action, .details, .more, .more-characters, .records) {
      display: none;
    }
    unspool-row > .inner {
      max-width: none;
    }
    unspool-row > .inner::after {
      content: none !important;
    }
    .asked::before {
      print-color-adjust: exact;
    }
    .asked .spoken[data-folded] {
      max-height: none;
      mask: none;
    }
    unspool-row :is(h3, h4, .row-button, .bar) {
      break-after: avoid;
    }
    unspool-row :is(.line, .row-button, li, tr, img, p) {
      break-inside: avoid;
    }
    unspool-row p {
      orphans: 3;
      widows: 3;
    }
    /* Printed code is complete: it wraps, and nothing scrolls. */
    unspool-row :is(pre, .lines, .frame, .table, .plaintext) {
      max-height: none;
      overflow: visible;
    }
    unspool-row :is(pre, .lines, .text, .sheet) {
      width: auto;
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
    unspool-row :is(td, th) {
      min-width: 0;
      max-width: none;
      white-space: normal;
      overflow-wrap: anywhere;
    }
    unspool-row a[href^="http"]::after {
      content: " (" attr(href) ")";
      overflow-wrap: anywhere;
      font-size: var(--u-size-s);
      color: var(--u-ink-3);
    }
  }
`;
