import { css } from "lit";

/** Formatted Markdown. */
export const markdownStyles = css`
  .prose {
    min-width: 0;
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }
  .prose bdi {
    unicode-bidi: plaintext;
  }
  .prose > :first-child,
  .prose li > :first-child,
  .prose .task > div > :first-child,
  .prose blockquote > :first-child {
    margin-top: 0;
  }
  .prose > :last-child,
  .prose li > :last-child,
  .prose .task > div > :last-child,
  .prose blockquote > :last-child {
    margin-bottom: 0;
  }
  .prose :is(p, ul, ol) {
    margin: 0.75em 0;
  }
  .prose :is(h4, h5, h6) {
    margin: 1.6em 0 0.5em;
    color: var(--u-ink);
    font-weight: 650;
    line-height: 1.3;
    text-wrap: balance;
    break-after: avoid;
  }
  .prose :is(h4, h5, h6) + :is(h4, h5, h6) {
    margin-top: 0.75em;
  }
  .prose .level-1 {
    font-size: 1.3em;
    letter-spacing: -0.011em;
  }
  .prose .level-2 {
    font-size: 1.15em;
    letter-spacing: -0.006em;
  }
  .prose .level-3 {
    font-size: 1em;
  }
  .prose :is(.level-4, .level-5, .level-6) {
    font-size: 0.93em;
    color: var(--u-ink-2);
  }
  .prose :is(ul, ol) {
    list-style: revert;
    padding-inline-start: 1.6em;
  }
  .prose li > :is(ul, ol),
  .prose .task > div > :is(ul, ol) {
    margin: 0.3em 0;
  }
  .prose li + li {
    margin-top: 0.3em;
  }
  .prose :is(li:has(> p) + li, li + li:has(> p)) {
    margin-top: 0.75em;
  }
  .prose li::marker {
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
  }
  .prose .task {
    display: flex;
    gap: 0.6em;
    margin-inline-start: -1.5em;
    list-style: none;
  }
  .prose .task > div {
    flex: 1;
    min-width: 0;
  }
  .prose li:not(.task) > .task,
  .prose .task > div > ul > .task {
    margin-inline-start: -1.6em;
  }
  .box {
    flex: none;
    width: 14px;
    height: 14px;
    border: 1.5px solid var(--u-line-strong);
    border-radius: 3px;
  }
  .prose .task > .box {
    margin-top: 0.34em;
  }
  .box.done {
    display: grid;
    place-items: center;
    border-color: var(--u-accent);
    background: var(--u-accent);
  }
  .box.done::after {
    box-sizing: content-box;
    width: 6px;
    height: 3px;
    margin-top: -2px;
    border: solid light-dark(#fff, #17181a);
    border-width: 0 0 1.75px 1.75px;
    rotate: -45deg;
    content: "";
  }
  .prose strong {
    font-weight: 650;
  }
  .prose a[href] {
    color: var(--u-accent);
    text-decoration: underline color-mix(in srgb, currentColor 40%, transparent);
    text-underline-offset: 0.18em;
  }
  .prose a[href]:hover {
    text-decoration-color: currentColor;
  }
  .prose :is(p, li, td, th, blockquote, h4, h5, h6, div[dir], a, em, strong, del) > code {
    padding: 0.15em 0.36em;
    border-radius: 4px;
    background: color-mix(in srgb, var(--u-ink) 7%, transparent);
    font: 0.875em / 1.4 var(--u-mono);
    font-variant-ligatures: none;
    box-decoration-break: clone;
    -webkit-box-decoration-break: clone;
  }
  .prose :is(h4, h5, h6) > code {
    font-weight: 600;
  }
  .prose a > code {
    color: inherit;
  }
  .prose .frame {
    margin: 1em 0;
  }
  .prose li > .frame {
    margin: 0.6em 0;
  }
  .prose blockquote {
    margin: 1em 0;
    padding-inline-start: 1em;
    border-inline-start: 3px solid var(--u-line-strong);
    color: var(--u-ink-2);
  }
  .prose blockquote blockquote {
    padding-inline-start: 0.6em;
  }
  .prose hr {
    height: 1px;
    margin: 1.75em 0;
    border: 0;
    background: var(--u-line-strong);
  }
  .prose div.drawn,
  .prose .table {
    margin: 1em 0;
    overflow-x: auto;
    overscroll-behavior-x: contain;
  }
  .prose table {
    border-collapse: collapse;
    font-size: 0.93em;
    line-height: 1.5;
    font-variant-numeric: tabular-nums;
    overflow-wrap: normal;
  }
  .prose :is(th, td) {
    box-sizing: content-box;
    max-width: 28em;
    padding: 0.5em 1em;
    border-bottom: 1px solid var(--u-line);
    text-align: start;
    vertical-align: top;
  }
  .prose :is(th, td).long {
    min-width: 12em;
  }
  @container conversation (max-width: 560px) {
    .prose :is(th, td) {
      padding-inline: 0.65em;
    }
    .prose :is(th, td).long {
      min-width: 8em;
    }
  }
  .prose :is(th, td):first-child {
    padding-inline-start: 0;
  }
  .prose :is(th, td):last-child {
    padding-inline-end: 0.25em;
  }
  .prose tr:last-child > td {
    border-bottom: 0;
  }
  .prose th {
    border-bottom-color: var(--u-line-strong);
    color: var(--u-ink-2);
    font-weight: 600;
    white-space: nowrap;
  }
  .prose td > code {
    overflow-wrap: break-word;
  }
  .prose td:not(.long) > code {
    white-space: nowrap;
  }
  .prose :is(th, td).left {
    text-align: left;
  }
  .prose :is(th, td).right {
    text-align: right;
  }
  .prose :is(th, td).center {
    text-align: center;
  }
  .prose .target {
    color: var(--u-ink-3);
    font: 0.85em var(--u-mono);
  }
  .prose .picture {
    padding: 0.1em 0.5em;
    border: 1px dashed var(--u-line-strong);
    border-radius: 4px;
    color: var(--u-ink-2);
    font-size: 0.92em;
  }
  .prose sup {
    font-size: 0.75em;
    line-height: 0;
  }
  .prose .leads {
    min-width: 24px;
    min-height: 24px;
    margin: -8px -6px;
    border-radius: 4px;
    color: var(--u-accent);
    font-weight: 600;
  }
  .prose .leads:hover {
    text-decoration: underline;
  }
  .prose .leads:focus {
    outline: 2px solid var(--u-accent);
    outline-offset: -2px;
  }
  .prose .footnotes {
    margin-top: 1.75em;
    padding-top: 0.75em;
    border-top: 1px solid var(--u-line);
    color: var(--u-ink-2);
    font-size: 0.9em;
  }
  .prose .footnotes ol {
    margin: 0;
  }
  .prose .footnotes .leads {
    margin: -2px 0;
    -webkit-user-select: none;
    user-select: none;
  }
  .prose .footnotes li:focus {
    outline: none;
    background: var(--u-hover);
    box-shadow: 0 0 0 4px var(--u-hover);
    border-radius: 2px;
  }
  @media (forced-colors: active) {
    .prose :not(pre) > code {
      outline: 1px solid;
    }
  }
`;
