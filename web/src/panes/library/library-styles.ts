import { css } from "lit";

/**
 * The library is rendered in the viewer's shadow root, like a conversation. Lines have fixed heights, which positions
 * are computed from.
 */
export const libraryStyles = css`
  .chooser {
    container: chooser / inline-size;
    display: block;
    position: relative;
    flex: 1;
    min-height: 0;
    overflow-y: auto;
    overflow-anchor: none;
    padding: var(--u-6) var(--u-5) var(--u-7);
    outline: none;
  }
  .chooser .inner {
    max-width: 880px;
    margin: 0 auto;
  }
  .chooser .name-line {
    display: flex;
    align-items: center;
    gap: var(--u-2);
  }
  .chooser h2 {
    margin: 0 auto 0 0;
    font: 600 calc(var(--u-size-l) * 1.3) / calc(var(--u-row) * 1.4) var(--u-font);
    letter-spacing: -0.015em;
  }
  .chooser .note {
    margin: 0;
    color: var(--u-ink-3);
    font-size: var(--u-size-m);
    font-variant-numeric: tabular-nums;
  }
  .chooser .search-line {
    display: flex;
    flex-wrap: wrap;
    gap: var(--u-1) var(--u-4);
    align-items: baseline;
    margin: 0;
    color: var(--u-ink-2);
    font-size: var(--u-size-s);
    overflow-wrap: anywhere;
  }
  .chooser .matches {
    padding-block-end: var(--u-2);
    font-size: var(--u-size-s);
  }
  .chooser .matches button {
    display: block;
    max-width: 100%;
    min-height: 24px;
    color: var(--u-ink-2);
    text-align: start;
  }
  .chooser .matches button:hover {
    color: var(--u-ink);
    text-decoration: underline;
  }
  .chooser .matches .more {
    color: var(--u-accent);
  }
  .chooser .no-match {
    margin: var(--u-5) 0;
    color: var(--u-ink-2);
    font-size: var(--u-size-m);
    overflow-wrap: anywhere;
  }
  .chooser .library-tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--u-2);
    position: sticky;
    top: calc(-1 * var(--u-6));
    z-index: 1;
    margin: var(--u-3) calc(-1 * var(--u-3)) 0;
    padding: var(--u-2) var(--u-3);
    background: var(--u-bg);
    font-size: var(--u-size-s);
  }
  .chooser .library-tools input {
    flex: 1 1 200px;
  }
  .chooser .library-tools select {
    flex: 0 1 auto;
    max-width: 15em;
    text-overflow: ellipsis;
  }
  .chooser .library-tools .toggle {
    color: var(--u-ink-2);
    cursor: pointer;
  }
  .chooser .library-tools .toggle[aria-pressed="true"] {
    border-color: var(--u-accent-line);
    background: var(--u-accent-soft);
    color: var(--u-accent);
  }
  .chooser .silent-ones {
    margin: var(--u-1) 0 0;
  }
  .chooser h3 {
    display: flex;
    align-items: baseline;
    gap: var(--u-4);
    height: calc(var(--u-row) + var(--u-6) + var(--u-1));
    padding: var(--u-5) 0 var(--u-1);
    border-bottom: 1px solid var(--u-line);
    font: 500 var(--u-size-s) / var(--u-row) var(--u-font);
    color: var(--u-ink-2);
  }
  .chooser h3 .name {
    flex: 0 1 auto;
  }
  .chooser h3 .sum {
    flex: none;
    margin-inline-start: auto;
    font-weight: 400;
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
  }
  .chooser li {
    display: flow-root;
  }
  .chooser .entry {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto 127px;
    gap: 1px var(--u-5);
    width: calc(100% + 2 * var(--u-3));
    margin: 0 calc(-1 * var(--u-3));
    padding: var(--u-2) var(--u-3);
    border-radius: var(--u-radius);
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
    line-height: var(--u-row);
    font-variant-numeric: tabular-nums;
    text-align: start;
  }
  .chooser li[data-under] .entry {
    width: calc(100% + var(--u-3) - var(--u-5));
    margin-inline-start: var(--u-5);
    border-start-start-radius: 0;
    border-end-start-radius: 0;
    box-shadow: inset 2px 0 var(--u-line);
  }
  .chooser .entry:hover {
    background: var(--u-hover);
  }
  .chooser[data-quiet] .entry:focus-visible {
    outline: none;
  }
  .chooser .entry > * {
    height: var(--u-row);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .chooser .entry .heading {
    color: var(--u-ink);
    font-size: var(--u-size);
    font-weight: 500;
  }
  .chooser .heading .icon {
    width: 15px;
    height: 15px;
    vertical-align: -2px;
    color: var(--u-ink-3);
  }
  .chooser .entry time {
    grid-column: 2 / 4;
  }
  .chooser .entry .facts {
    grid-column: 1 / 3; /* up to the cost, below the time */
  }
  .chooser .entry .first {
    grid-column: 1 / 4;
    color: var(--u-ink-2);
  }
  .chooser .entry .sketch {
    grid-area: 1 / 4 / span 2;
    align-self: center;
    height: auto;
  }
  .chooser .entry .damaged {
    margin-inline-end: var(--u-3);
    color: var(--u-warn);
  }
  .chooser .entry .tie {
    grid-column: 1 / -1;
  }
  .chooser :is(.tie, .damaged) .icon {
    width: 1em;
    height: 1em;
    margin-inline-end: var(--u-1);
    vertical-align: -0.15em;
  }
  .chooser .entry time,
  .chooser .entry .price {
    text-align: end;
  }
  .chooser .entry .price {
    color: var(--u-ink-2);
  }
  .chooser .unfold {
    display: flex;
    max-width: 100%;
    align-items: center;
    gap: var(--u-1);
    height: var(--u-5);
    font-weight: 400;
    margin: calc(-1 * var(--u-1)) 0 var(--u-1) calc(-1 * var(--u-1));
    padding: 0 var(--u-1);
    border-radius: var(--u-radius);
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
  }
  .chooser .unfold:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  .chooser .unfold .icon {
    flex: none;
    width: 1.1em;
    height: 1.1em;
  }
  .chooser .unfold .icon-chevron {
    transition: transform var(--u-quick);
  }
  .chooser .unfold[aria-expanded="true"] .icon-chevron {
    transform: rotate(90deg);
  }
  .chooser .lone {
    gap: var(--u-1);
    margin-block: var(--u-1);
    font-variant-numeric: tabular-nums;
  }
  @media (max-width: 560px) {
    .chooser {
      padding: var(--u-5) var(--u-4) var(--u-6);
    }
    .chooser .library-tools {
      top: calc(-1 * var(--u-5));
    }
  }
  @container chooser (max-width: 560px) {
    .chooser h3 {
      flex-wrap: wrap;
      gap: 0;
      height: auto;
    }
    .chooser h3 > :is(.name, .sum) {
      flex: 1 0 100%;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .chooser .library-tools input {
      flex-basis: 100%;
    }
    .chooser .library-tools select {
      flex: 1 1 0;
    }
    .chooser .entry {
      grid-template-columns: minmax(0, 1fr) auto auto;
    }
    .chooser .entry :is(.heading, .facts, .first) {
      grid-column: 1 / -1;
    }
    .chooser .entry :is(time, .price) {
      order: 1;
    }
    .chooser .entry time {
      grid-column: 1 / 3;
      text-align: start;
    }
    .chooser .entry .sketch {
      grid-area: auto / 1 / span 1 / -1;
      order: 2;
      margin-block: var(--u-1);
    }
    .chooser .entry .tie {
      order: 2;
    }
  }
`;
