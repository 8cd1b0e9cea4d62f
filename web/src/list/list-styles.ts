import { css } from "lit";

export const listStyles = css`
  unspool-list {
    --u-side: var(--u-5);
    display: block;
    container: conversation / inline-size;
    flex: 1;
    min-height: 0;
    overflow: hidden auto;
    overflow-anchor: none;
    overscroll-behavior: contain;
    scrollbar-gutter: stable;
  }
  unspool-list > .feed {
    box-sizing: content-box;
    display: flow-root;
    padding-block-end: 96px;
    overflow: clip;
  }
  @container conversation (max-width: 560px) {
    unspool-list > .feed {
      --u-side: var(--u-4);
    }
  }
  /* Text that is not selectable is not copied: button labels, times, figures about a reply. */
  unspool-row :is(button:not(.row-button), summary, time, svg, .facts, .took, .number, .bar) {
    -webkit-user-select: none;
    user-select: none;
  }
  unspool-list > .cut {
    display: none;
  }
`;
