import { css } from "lit";
import type { ListElement } from "../../list/conversation-list";

const MAX_FRAMES = 30; // to wait until the target row is rendered

/** Highlights the target row of a jump until it loses the focus or the highlight has faded. */
export async function flashRow(list: ListElement): Promise<void> {
  for (const before of list.querySelectorAll("[data-reached]")) before.removeAttribute("data-reached");
  const name = list.context?.conversation.nameAt(list.currentIndex());
  for (let frame = 0; frame < MAX_FRAMES; frame++) {
    await list.updateComplete;
    const row = list.rowElements.find((element) => element.row?.key === name);
    if (row !== undefined) {
      const end = (): void => row.removeAttribute("data-reached");
      row.setAttribute("data-reached", "");
      row.addEventListener("animationend", end, { once: true });
      row.addEventListener("focusout", end, { once: true });
      return;
    }
    await new Promise(requestAnimationFrame);
  }
}

export const flashStyles = css`
  unspool-row[data-reached] > .inner {
    border-radius: var(--u-radius);
    background: var(--u-accent-soft);
    box-shadow: 0 0 0 var(--u-2) var(--u-accent-soft);
  }
  @media (prefers-reduced-motion: no-preference) {
    unspool-row[data-reached] > .inner {
      animation: reached 2s ease-in forwards;
    }
    @keyframes reached {
      to {
        background: transparent;
        box-shadow: 0 0 0 var(--u-2) transparent;
      }
    }
  }
`;
