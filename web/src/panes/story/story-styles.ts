import { css } from "lit";

export const storyStyles = css`
  :host {
    display: block;
    container-type: inline-size;
    border-bottom: 1px solid var(--u-line);
    background: var(--u-raised);
    color: var(--u-ink);
    font-family: var(--u-font);
    font-size: var(--u-size-s);
    line-height: var(--u-row);
  }
  /* What is below must not move when the facts arrive: its height is always that of two lines of each quote, one of
     facts and one of files. */
  section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    position: relative;
    gap: var(--u-2);
    align-content: center;
    min-height: 118px;
    padding: 10px calc(var(--u-4) + 56px) 10px var(--u-4); /* the tools are at the end */
  }
  .actions {
    display: flex;
    position: absolute;
    inset: 6px var(--u-2) auto auto;
  }
  .action {
    display: grid;
    place-items: center;
    width: 28px;
    height: 28px;
    border-radius: var(--u-radius);
    color: var(--u-ink-3);
  }
  .action:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  .action .icon {
    width: 16px;
    height: 16px;
  }
  dl {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 2px var(--u-5);
  }
  dl > div {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--u-2);
  }
  dt {
    max-width: 9em;
    color: var(--u-ink-3);
    font-size: var(--u-size-xs);
  }
  [data-bad] > dt {
    color: var(--u-bad);
  }
  dd > * {
    display: -webkit-box;
    max-width: 96ch;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    font-size: var(--u-size-m);
    text-align: start;
    overflow-wrap: anywhere;
  }
  dd > button {
    outline-offset: 2px;
  }
  dd > button:hover {
    color: var(--u-accent);
  }
  .missing {
    color: var(--u-ink-3);
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .fact {
    display: inline-block;
    max-width: 40ch;
    overflow: hidden;
    text-overflow: ellipsis;
    vertical-align: top;
    padding: 0 8px;
    border: 1px solid var(--u-line);
    border-radius: var(--u-pill);
    background: var(--u-bg);
    color: var(--u-ink-2);
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  :is(.fact, .file):focus-visible {
    outline-offset: -1px;
  }
  button.fact:hover {
    border-color: var(--u-line-strong);
    color: var(--u-ink);
  }
  .fact[data-name="errors"] {
    max-width: 60ch;
  }
  .fact[data-tone="good"] {
    border-color: transparent;
    background: var(--u-good-soft);
    color: var(--u-good);
  }
  .fact[data-tone="bad"] {
    border-color: transparent;
    background: var(--u-bad-soft);
    color: var(--u-bad);
  }
  /* One line, with as many files as there is room for: the files view has the others. Focus scrolls to these. */
  .files {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--u-3);
    height: var(--u-row);
    overflow: hidden;
  }
  .strip {
    display: flex;
    gap: var(--u-3);
  }
  .strip > .file {
    flex: none;
    color: var(--u-accent);
  }
  .file {
    max-width: 36ch;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    color: var(--u-ink-2);
  }
  .file:hover {
    color: var(--u-accent);
  }
  /* One line of facts, too: the cause of the errors is cut. */
  @container (min-width: 1101px) {
    .facts {
      flex-wrap: nowrap;
      overflow-x: auto;
      scrollbar-width: none;
    }
    .facts > li {
      flex: none;
    }
    .facts > li:has([data-name="errors"]) {
      flex: 0 1 auto;
      min-width: 18ch;
    }
    .fact[data-name="errors"] {
      max-width: 100%;
    }
  }
  /* The line of files gives way where the facts need two. */
  @container (max-width: 1100px) {
    .strip {
      display: none;
    }
  }
  @container (max-width: 720px) {
    section {
      align-content: start;
      gap: 6px;
      padding: 6px var(--u-3);
      line-height: 18px;
    }
    dl {
      grid-template-columns: minmax(0, 1fr);
      padding-inline-end: 56px;
    }
    .actions {
      inset: 0 0 auto auto;
    }
    /* Fingers need 24 px. */
    dd > button {
      min-height: 24px;
    }
    .fact {
      line-height: 22px;
    }
    .facts {
      flex-wrap: nowrap;
      margin-inline: calc(-1 * var(--u-3));
      padding-inline: var(--u-3) var(--u-6);
      overflow-x: auto;
      scrollbar-width: none;
      mask-image: linear-gradient(to left, transparent, #000 var(--u-6)); /* there may be more */
    }
    .facts > li {
      flex: none;
    }
  }
`;
