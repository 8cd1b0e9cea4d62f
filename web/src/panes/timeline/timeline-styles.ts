import { css } from "lit";

export const timelineStyles = css`
  :host {
    display: block;
    position: relative;
    border-bottom: 1px solid var(--u-line);
    background: var(--u-bg);
    color: var(--u-ink);
    font-family: var(--u-font);
    font-size: var(--u-size-s);
    line-height: var(--u-row);
    -webkit-user-select: none;
    user-select: none;
  }
  /* The options are beside the strip, to leave height to the conversation. */
  section {
    display: grid;
    grid-template-columns: 96px minmax(0, 1fr) auto;
    column-gap: var(--u-2);
    padding: 3px var(--u-4) 0;
  }
  :is(.key, .tools) {
    font-size: var(--u-size-xs);
    color: var(--u-ink-2);
  }
  .legend {
    display: grid;
    grid-template-columns: repeat(2, auto);
    gap: 2px var(--u-5);
  }
  .legend li {
    display: flex;
    align-items: center;
    gap: 6px;
    white-space: nowrap;
  }
  .legend.inline {
    grid-area: 2 / 1 / auto / -1;
    display: flex;
    gap: 0 var(--u-4);
    min-width: 0;
    padding-inline-start: calc(96px + var(--u-2));
    overflow: hidden;
    font-size: var(--u-size-xs);
    color: var(--u-ink-3);
  }
  .edge {
    grid-area: 3 / 1 / auto / -1;
    height: 6px;
    margin-inline: calc(-1 * var(--u-4));
    cursor: ns-resize;
    touch-action: none;
  }
  .edge:is(:hover, :focus-visible) {
    background: var(--u-line-strong);
  }
  .key {
    z-index: 1;
    grid-area: 1 / 1;
    place-self: start;
    border-radius: var(--u-radius);
    background: var(--u-bg);
  }
  .noted {
    display: inline-block;
    width: 6px;
    height: 6px;
    margin-inline-start: 6px;
    border-radius: 50%;
    vertical-align: 1px;
    background: var(--u-warn);
  }
  [popover] {
    max-width: min(340px, calc(100vw - 32px));
    padding: var(--u-3) var(--u-4);
    border-radius: var(--u-radius);
    background: var(--u-raised);
    color: var(--u-ink-2);
    font-size: var(--u-size-s);
  }
  [popover] p {
    margin: var(--u-2) 0 0;
    padding-block-start: var(--u-2);
    border-block-start: 1px solid var(--u-line);
  }
  .tools {
    grid-area: 1 / 3;
    align-self: start;
    display: grid;
    gap: 3px;
    min-width: 104px;
  }
  .group {
    display: flex;
  }
  button {
    padding: 0 9px;
    border: 1px solid var(--u-line);
    color: var(--u-ink-2);
    white-space: nowrap;
  }
  .group button {
    flex: 1 0 auto;
    min-width: 25px; /* 24 px are not covered by the neighbor */
  }
  .group button + button {
    margin-inline-start: -1px;
  }
  .group button:first-child {
    border-start-start-radius: var(--u-radius);
    border-end-start-radius: var(--u-radius);
  }
  .group button:last-child {
    border-start-end-radius: var(--u-radius);
    border-end-end-radius: var(--u-radius);
  }
  button:hover:not([aria-disabled="true"], [aria-pressed="true"]) {
    background: var(--u-hover);
    color: var(--u-ink);
  }
  button[aria-disabled="true"] {
    color: var(--u-ink-3);
    cursor: default;
  }
  button[aria-pressed="true"] {
    background: var(--u-accent-soft);
    color: var(--u-accent);
  }
  button:focus-visible,
  .list:focus-visible {
    z-index: 1;
  }
  .lanes {
    grid-area: 1 / 1 / auto / 3;
    display: grid;
    grid-template-columns: 96px minmax(0, 1fr);
    max-height: calc(4px + max(132px, 38vh));
    padding-bottom: 4px;
    overflow: hidden auto;
    overscroll-behavior: contain;
  }
  .names {
    position: relative;
    font-size: var(--u-size-xs);
    color: var(--u-ink-2);
  }
  .names > * {
    position: absolute;
    inset-inline: 0 var(--u-2);
    line-height: 16px;
  }
  .names button {
    width: auto;
    padding: 0;
    border: 0;
    color: var(--u-accent);
    text-align: start;
  }
  .names button:hover {
    background: none;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .stage {
    position: relative;
    min-width: 0;
  }
  .room {
    height: 92px; /* for one lane and the options beside it */
  }
  .room.filled {
    height: 118px; /* with the legend below */
  }
  canvas {
    display: block;
    width: 100%;
    height: 0; /* until it is drawn, since a canvas is 300 by 150 at first */
  }
  .list {
    position: absolute;
    inset: 0;
    border-radius: var(--u-radius);
    touch-action: pan-y;
    cursor: default;
  }
  .list[data-over="entry"] {
    cursor: pointer;
  }
  .list[data-over="brush"] {
    cursor: grab;
  }
  .list[data-over="drag"] {
    cursor: grabbing;
  }
  .none {
    padding: var(--u-2) var(--u-4) var(--u-3);
    color: var(--u-ink-3);
  }
  .tip {
    position: absolute;
    z-index: 3;
    inset: 0 auto auto 0;
    width: max-content; /* its position does not limit its width */
    max-width: min(420px, calc(100% - 16px));
    padding: 5px 10px 6px;
    border: 1px solid var(--u-line);
    border-radius: var(--u-radius);
    background: var(--u-raised);
    box-shadow: var(--u-shadow);
    line-height: 18px;
    pointer-events: none;
  }
  .tip[hidden] {
    display: none;
  }
  .tip b {
    font-weight: var(--u-medium);
  }
  .tip .what {
    color: var(--u-ink-2);
  }
  .tip .why {
    color: var(--u-bad);
    font-size: var(--u-size-s);
  }
  .tip .bad {
    color: var(--u-bad);
  }
  .tip .facts {
    display: block;
    font-size: var(--u-size-xs);
    color: var(--u-ink-3);
    font-variant-numeric: tabular-nums;
  }
  .watch {
    position: absolute;
    visibility: hidden;
    color: var(--u-ink);
    transition: color 1ms !important; /* its end signals a change of the theme, also where motion is reduced */
  }
  .swatch {
    width: 10px;
    height: 10px;
    background: currentColor;
  }
  .swatch:is(.thinking, .reply, .tool, .starter) {
    border-radius: 2px;
  }
  .swatch:is(.thinking, .reply) {
    height: 8px;
    margin-bottom: 4px;
  }
  .swatch:is(.tool, .starter) {
    height: 8px;
    margin-top: 4px;
  }
  .swatch.failed {
    width: 6px;
    height: 6px;
    border-radius: 50%;
  }
  .swatch.asked {
    width: 14px;
    height: 2px;
    background: repeating-linear-gradient(90deg, currentColor 0 2px, transparent 2px 4.5px);
  }
  .swatch.prompt {
    height: 8px;
    clip-path: polygon(0 0, 100% 0, 50% 100%);
  }
  .swatch.compaction {
    height: 8px;
    clip-path: polygon(50% 0, 100% 100%, 0 100%);
  }
  .swatch.interrupt {
    width: 7px;
    height: 7px;
  }
  @media (forced-colors: active) {
    .swatch {
      forced-color-adjust: none;
    }
    button[aria-pressed="true"] {
      border-color: Highlight;
    }
  }
  /* On narrow screens, the options are above the strip. */
  @media (max-width: 699px) {
    section {
      grid-template-columns: minmax(0, 1fr) auto;
      row-gap: 2px;
      padding-inline: var(--u-2);
    }
    .key,
    .tools button {
      padding-inline: 6px;
      line-height: 22px;
    }
    .tools {
      grid-area: 1 / 2;
      display: flex;
      gap: var(--u-1);
      min-width: 0;
    }
    .lanes {
      grid-area: 2 / 1 / auto / -1;
      grid-template-columns: minmax(0, 1fr);
    }
    :is(.names, .legend.inline, .edge) {
      display: none;
    }
  }
  /* Without room for its word, the legend's button would cover the first option. */
  @media (max-width: 420px) {
    .key {
      min-width: 25px;
      padding-inline: 3px;
      font-size: 0;
    }
    .key::before {
      content: "?";
      font-size: var(--u-size-xs);
    }
    .noted {
      margin-inline-start: 3px;
    }
  }
`;
