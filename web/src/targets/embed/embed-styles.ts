import { css } from "lit";

/**
 * The box in another site's page. What the page sets on the element itself, such as its width, height and margins,
 * overrides these styles.
 */
export const embedStyles = css`
  :host {
    /* One color set by the page changes all that depend on it. The shares are those of tokens.ts. */
    --u-raised: color-mix(in srgb, var(--u-ink) 3%, var(--u-bg));
    --u-hover: color-mix(in srgb, var(--u-ink) 4.5%, var(--u-bg));
    --u-sunken: light-dark(color-mix(in srgb, var(--u-ink) 5%, var(--u-bg)), color-mix(in srgb, #000 18%, var(--u-bg)));
    --u-accent-soft: color-mix(in srgb, var(--u-accent) 8%, var(--u-bg));
    --u-accent-line: color-mix(in srgb, var(--u-accent) 54%, var(--u-bg));
    --u-radius-frame: var(--unspool-radius, 10px);
    height: 32rem;
    min-height: 0;
    border-radius: var(--u-radius-frame);
    background: none;
    font: inherit;
    text-rendering: inherit;
  }
  @media not (prefers-contrast: more) {
    :host {
      --u-line: color-mix(in srgb, var(--u-ink) 10%, var(--u-bg));
      --u-line-strong: color-mix(in srgb, var(--u-ink) 21%, var(--u-bg));
      --u-ink-2: color-mix(in srgb, var(--u-ink) 75%, var(--u-bg));
      --u-ink-3: color-mix(in srgb, var(--u-ink) 67%, var(--u-bg));
    }
  }
  /* The page's color scheme, unless the theme is set. */
  :host(:not([theme="light"], [theme="dark"])) {
    color-scheme: inherit;
  }
  :host([height="auto"]) {
    max-height: 60rem;
  }
  /* A reserved height takes precedence. */
  :host(:where([height="auto"])) {
    min-height: 8rem;
  }
  /*
   * The page's inherited text styles end at the box, except for its color scheme and for what hides the box or lets
   * pointers through. The page's content between the tags keeps the page's styles.
   */
  :where(.embed:not(:has(> .meanwhile, > .refused)), .state, .progress, .trouble, .notice-box) {
    all: initial;
    box-sizing: border-box;
    color-scheme: inherit;
    pointer-events: inherit;
    visibility: inherit;
    font: var(--u-size) / var(--u-leading) var(--u-font);
    text-rendering: optimizeLegibility;
    -webkit-text-size-adjust: 100%;
  }
  .embed {
    position: relative;
    display: flex;
    flex: 1 1 auto;
    flex-direction: column;
    min-height: 0;
    overflow: hidden;
    border: 1px solid var(--u-line);
    border-radius: inherit;
    background: var(--u-bg);
    color: var(--u-ink);
  }
  /* The preferred width if the page does not set one, limited by the available space. */
  .embed::before {
    content: "· ·";
    flex: none;
    height: 0;
    word-spacing: var(--u-column);
    visibility: hidden;
  }
  /* At its ends, the box does not stop the page from scrolling. */
  .embed > unspool-list,
  .embed > .chooser {
    overscroll-behavior: auto;
  }
  /* In a small box, the first turn and the last line keep no more distance from the edges than from the sides. */
  unspool-row[data-turn][data-index="0"] > .inner {
    margin-block-start: calc(-1 * var(--u-5));
  }
  .embed > unspool-list > .feed {
    padding-block-end: var(--u-4);
  }
  .embed > .chooser {
    padding: var(--u-4) var(--u-5) var(--u-5);
  }
  /* The toolbar shows it already. */
  .toolbar + .chooser h2 {
    position: absolute;
    clip-path: inset(50%);
  }
  :host([height="auto"]) .embed > unspool-list {
    flex: 1 1 auto;
  }
  .none {
    margin: var(--u-5);
    color: var(--u-ink-2);
  }
  .none + unspool-list {
    display: none;
  }
  /* The element reads again, and the list returns to its scroll position. */
  .embed[data-resuming] > unspool-list {
    visibility: hidden;
  }
  :is(.meanwhile, .refused, .figures-of-it) {
    display: flex;
    flex: 1 1 auto;
    flex-direction: column;
    min-height: 0;
    overflow: auto;
  }
  :is(.meanwhile, .refused) > slot {
    display: block;
    padding: var(--u-4) var(--u-5);
    overflow-wrap: anywhere;
  }
  :is(.meanwhile, .refused):not([data-filled]) > slot {
    display: none;
  }
  .refused > .state {
    flex: 1 0 auto;
  }
  .meanwhile[data-filled] > .state {
    position: sticky;
    bottom: 0;
    flex: none;
    padding: var(--u-2);
    background: var(--u-bg);
  }
  /* The page's own content fills the box, if there is any. */
  .refused[data-filled] > .state {
    flex: none;
    grid-template-columns: auto minmax(0, 1fr);
    justify-items: start;
    gap: 0 var(--u-3);
    padding: var(--u-3) var(--u-4);
    border-bottom: 1px solid var(--u-line);
    background: var(--u-bad-soft);
    font-size: var(--u-size-m);
    text-align: start;
  }
  .refused[data-filled] > .state > * {
    grid-column: 2;
  }
  .refused[data-filled] > .state > .icon {
    grid-area: 1 / 1;
    width: 18px;
    height: 18px;
    margin: 3px 0 0;
  }
  .refused[data-filled] > .state > h2 {
    font-size: inherit;
    line-height: calc(var(--u-row) * 1.2);
  }
  .refused[data-filled] > .state > .primary {
    margin-block: var(--u-2) var(--u-1);
  }
  ::slotted(*) {
    max-width: 100%;
  }
  .figures-of-it > .ledger {
    width: 100%;
    max-width: 440px;
    margin-inline: auto;
    padding: var(--u-4) var(--u-5);
  }
  /* The record that the page links to. */
  unspool-row[data-marked] > .inner {
    border-radius: var(--u-radius);
    background: var(--u-accent-soft);
    box-shadow: 0 0 0 var(--u-2) var(--u-accent-soft);
  }
  @media print {
    .embed {
      break-inside: avoid;
    }
  }
`;
