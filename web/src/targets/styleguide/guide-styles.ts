import { css } from "lit";

/** The guide around its specimens. Its classes begin with g-, since the viewer's sheets are in the same root. */
export const guideStyles = css`
  :host {
    display: block;
    height: auto;
    min-height: 100vh;
    overflow: visible;
  }
  .g-top {
    position: sticky;
    inset-block-start: 0;
    z-index: 5;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--u-2) var(--u-4);
    padding: var(--u-2) max(var(--u-5), (100% - 1320px) / 2 + var(--u-5));
    border-block-end: 1px solid var(--u-line);
    background: var(--u-bg);
  }
  .g-mark {
    flex: 1;
    font-weight: var(--u-strong);
    white-space: nowrap;
  }
  .g-mark a {
    color: inherit;
    text-decoration: none;
  }
  .g-mark span {
    margin-inline-start: var(--u-1);
    color: var(--u-ink-3);
    font-weight: 400;
  }
  .g-choice button {
    color: var(--u-ink-2);
    font-size: var(--u-size-s);
    line-height: 20px;
    text-transform: capitalize;
  }
  .g-page {
    display: grid;
    grid-template-columns: 208px minmax(0, 1fr);
    max-width: 1320px;
    margin-inline: auto;
  }
  .g-nav {
    position: sticky;
    inset-block-start: 46px;
    align-self: start;
    max-height: calc(100vh - 46px);
    padding: var(--u-5);
    overflow-y: auto;
    font-size: var(--u-size-m);
    line-height: 20px;
  }
  .g-nav p {
    margin: var(--u-5) 0 var(--u-1);
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
  }
  .g-nav p:first-child {
    margin-block-start: var(--u-4);
  }
  .g-nav a {
    display: block;
    margin-inline: calc(-1 * var(--u-2));
    padding: 3px var(--u-2);
    border-radius: var(--u-radius);
    color: var(--u-ink-2);
    text-decoration: none;
  }
  .g-nav a:hover {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  .g-top :focus-visible,
  .g-nav :focus-visible,
  .g-motion:focus-visible {
    outline-offset: 1px;
  }
  .g-main {
    min-width: 0;
    padding: 0 var(--u-5) 120px;
  }
  .g-section {
    padding-block: var(--u-7) var(--u-6);
    scroll-margin-block-start: 40px;
  }
  .g-section + .g-section {
    border-block-start: 1px solid var(--u-line);
  }
  .g-rows > div:last-child {
    border-block-end: 0;
  }
  .g-h1 {
    margin: var(--u-7) 0 0;
    font: 650 clamp(30px, 4.6vw, 40px) / 1.15 var(--u-font);
    letter-spacing: -0.028em;
  }
  .g-h2 {
    font: var(--u-strong) 28px / 36px var(--u-font);
    letter-spacing: -0.02em;
  }
  .g-lead {
    margin: var(--u-1) 0 var(--u-6);
    color: var(--u-ink-2);
    font-size: var(--u-size-l);
    line-height: 26px;
    text-wrap: pretty;
  }
  .g-h3 {
    margin: var(--u-6) 0 var(--u-2);
    font-size: var(--u-size);
    font-weight: var(--u-strong);
  }
  .g-note {
    margin: 0 0 var(--u-3);
    color: var(--u-ink-2);
    font-size: var(--u-size-m);
  }
  /* Specimens */
  .g-main .g-specimen {
    margin: 0 0 var(--u-5);
  }
  .g-specimen > figcaption {
    margin-block-end: var(--u-2);
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
    line-height: 20px;
  }
  .g-specimen > figcaption > h3 {
    font: inherit;
  }
  .g-specimen > figcaption > p {
    margin: 0;
    max-width: 80ch;
  }
  .g-stage + .g-stage {
    margin-block-start: var(--u-2);
  }
  .g-specimen > figcaption > h3::first-letter {
    text-transform: uppercase;
  }
  .g-stage {
    container: specimen / inline-size;
    position: relative;
    padding-block: var(--u-3);
    border: 1px solid var(--u-line);
    border-radius: var(--u-radius-l);
    background: var(--u-bg);
    overflow: clip;
  }
  :host([width="360"]) .g-stage {
    max-width: 360px;
  }
  :host([width="720"]) .g-stage {
    max-width: 720px;
  }
  .g-stage > unspool-list {
    overflow: visible;
  }
  .g-stage > unspool-list[data-fits] > .feed {
    height: auto !important;
  }
  .g-stage > :is(.strip, .chooser) {
    margin-block: calc(-1 * var(--u-3));
  }
  .g-stage:has(> .progress) {
    min-height: 96px;
  }
  .g-stage > dialog {
    position: static;
    margin: var(--u-4) auto;
  }
  .g-stage .controls {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--u-4);
    padding: var(--u-1) var(--u-4);
  }
  /* The visual system */
  .g-rows > div {
    display: grid;
    grid-template-columns: 88px minmax(0, 1fr);
    align-items: center;
    gap: var(--u-4);
    padding-block: var(--u-2);
    border-block-end: 1px solid var(--u-line);
    overflow: clip;
  }
  .g-rows .g-figure {
    color: var(--u-ink-3);
    font-size: var(--u-size-s);
    line-height: 18px;
  }
  .g-weights span:nth-child(n + 2),
  .g-rows [data-front]:nth-child(n + 2) {
    margin-inline-start: var(--u-4);
  }
  .g-mono {
    font-family: var(--u-mono);
    font-size: var(--u-size-m);
  }
  .g-bar {
    height: 12px;
    max-width: 100%;
    border-radius: 2px;
    background: var(--u-accent-line);
  }
  .g-tiles {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(150px, 1fr));
    gap: var(--u-4);
    margin-block-start: var(--u-5);
  }
  :is(.g-tiles, .g-icons, .g-swatches) figcaption {
    margin-block-start: var(--u-1);
    color: var(--u-ink-3);
    font-size: var(--u-size-xs);
    line-height: 16px;
    overflow-wrap: anywhere;
  }
  .g-round {
    height: 74px;
    border: 1px solid var(--u-line-strong);
    background: var(--u-raised);
  }
  .g-shadow {
    border-color: transparent;
    border-radius: var(--u-radius-l);
    background: var(--u-bg);
    box-shadow: var(--u-shadow);
  }
  .g-pair {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr));
    gap: var(--u-3);
  }
  .g-ground {
    padding: var(--u-4);
    border: 1px solid var(--u-line);
    border-radius: var(--u-radius-l);
    background: var(--u-bg);
    color: var(--u-ink);
  }
  .g-ground[data-scheme="light"] {
    color-scheme: light;
  }
  .g-ground[data-scheme="dark"] {
    color-scheme: dark;
  }
  .g-swatches {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(72px, 1fr));
    gap: var(--u-3);
  }
  .g-swatch {
    height: 40px;
    border-radius: var(--u-radius);
    box-shadow: inset 0 0 0 1px var(--u-line);
  }
  .g-contrast {
    width: 100%;
    table-layout: fixed;
    border-spacing: 2px;
    font-size: var(--u-size-s);
    line-height: 22px;
    font-variant-numeric: tabular-nums;
  }
  .g-contrast :is(caption, th) {
    color: var(--u-ink-3);
    font-weight: 400;
    text-align: start;
  }
  .g-contrast caption {
    padding-block-end: var(--u-1);
    text-transform: capitalize;
  }
  .g-contrast td {
    padding-inline: var(--u-2);
    border-radius: var(--u-1);
  }
  .g-contrast td[data-low]::after {
    content: " too low";
  }
  .g-icons {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(84px, 1fr));
    gap: var(--u-4) var(--u-2);
    text-align: center;
  }
  .g-icons .icon {
    width: 20px;
    height: 20px;
    color: var(--u-ink-2);
  }
  .g-motion {
    display: grid;
    justify-items: start;
    padding: var(--u-4);
    border: 1px solid var(--u-line);
    border-radius: var(--u-radius-l);
    color: var(--u-ink);
    font-size: var(--u-size-m);
    text-align: start;
  }
  .g-motion small {
    line-height: 18px;
  }
  .g-track {
    width: 100%;
    margin-block-end: var(--u-3);
    padding-inline-end: 20px;
  }
  .g-ball {
    position: relative;
    inset-inline-start: 0;
    display: block;
    width: 20px;
    height: 20px;
    border-radius: var(--u-pill);
    background: var(--u-accent);
    transition: inset-inline-start var(--u-quick);
  }
  [data-motion="calm"] .g-ball {
    transition: inset-inline-start var(--u-calm);
  }
  .g-motion:is(:hover, :focus-visible) .g-ball {
    inset-inline-start: 100%;
  }
  @media (max-width: 560px) {
    .g-choice[aria-label="Width"] {
      display: none;
    }
  }
  @media (max-width: 820px) {
    .g-page {
      grid-template-columns: minmax(0, 1fr);
    }
    .g-nav {
      position: static;
      max-height: none;
      padding: var(--u-3) var(--u-4);
      border-block-end: 1px solid var(--u-line);
      columns: 2;
    }
    .g-nav p {
      break-after: avoid;
    }
    :is(.g-top, .g-main) {
      padding-inline: var(--u-4);
    }
  }
`;
