import { css } from "lit";

/** The layout of panes around a conversation that fills the page. */
export const aroundStyles = css`
  :host > .around {
    display: grid; /* overrides the page's styles, which apply until these are loaded */
    grid-template: auto auto auto auto minmax(0, 1fr) / auto minmax(0, 1fr) auto;
    position: relative;
    --beside: 280px; /* the outline, or the search results in its place */
  }
  .around > :is(.viewbar, .top),
  .around > .above > * {
    grid-column: 1 / -1;
    min-width: 0;
  }
  .around > .viewbar {
    grid-row: 1;
  }
  .around > .top {
    grid-row: 2;
  }
  .around > .top > div {
    height: 119px; /* of a story, and of a timeline with one lane, before they are drawn */
  }
  /* The search field is in row 3 and its results are in row 5 (find-styles.ts); other panes here are in row 4. */
  .around > .above {
    display: contents;
  }
  .around > .above > * {
    grid-row: 4;
  }
  .around > :is(.start, .main, .view, .end) {
    grid-row: 5;
    min-height: 0;
  }
  .around > .start {
    grid-column: 1;
    width: var(--beside);
    border-inline-end: 1px solid var(--u-line);
  }
  .around > :is(.main, .view) {
    grid-column: 2;
    min-width: 0;
  }
  .around > .end {
    grid-column: 3;
    border-inline-start: 1px solid var(--u-line);
  }
  .around > .view {
    grid-column: 1 / 3; /* the outline is about the conversation */
    overflow: auto;
    background: var(--u-bg);
  }
  /* The conversation keeps its place below a view; what floats over it is of no use there. */
  .around[data-view] > .main {
    visibility: hidden;
  }
  .around[data-view] > :is(.top, .above, .start),
  .around > :is(.start, .end):not(:has(*)) {
    display: none;
  }
  /* The outline keeps its place below the search results. */
  .around:not([data-view]):has(> .above > [data-listed]) > .start {
    visibility: hidden;
  }
  /* In an empty pane it is beside the lines, which move only if it would cover them. */
  @media (min-width: 1100px) {
    .around:has(> .above > [data-listed]):not(:has(> .start > *)) > .main {
      grid-column: 1 / 3;
      margin-inline-start: clamp(0px, 2 * (var(--beside) + var(--u-6)) + var(--u-column) - 100%, var(--beside));
    }
  }
  /* On narrow screens, panes cover the conversation. */
  @media (max-width: 1099px) {
    .around > :is(.start, .end) {
      z-index: 3;
      width: min(340px, calc(100% - 40px));
      background: var(--u-bg);
      box-shadow: var(--u-shadow);
    }
    /* A tap on the visible rest of the conversation closes the pane. */
    .around:has(> :is(.start, .end) > *)::after {
      content: "";
      z-index: 2;
      grid-area: 5 / 1 / auto / -1;
      background: light-dark(rgb(20 20 20 / 0.16), rgb(0 0 0 / 0.4));
    }
    .around > .start {
      grid-column: 1 / -1;
      justify-self: start;
    }
    .around > .end {
      grid-column: 1 / -1;
      justify-self: end;
      width: min(341px, calc(100% - 39px));
    }
  }
  @media print {
    :host > .around,
    .around > .main {
      display: block;
    }
    .around > :not(.main) {
      display: none;
    }
  }
`;
