import { type TemplateResult, css, html } from "lit";
import type { ListElement } from "../../list/conversation-list";

const STOPS = "a[href], button, input, select, summary, textarea, [tabindex]";

/**
 * Makes a conversation a single Tab stop of the page: Tab goes to the current row, through its content, and out. Of its
 * thousands of buttons, only those around the visible rows are rendered, and users should not have to pass them all.
 */
export class Edges {
  readonly #list: () => ListElement | undefined;
  #leaving = false;

  constructor(list: () => ListElement | undefined) {
    this.#list = list;
  }

  /** Renders a Tab stop before or after the list, which Tab from outside reaches first. */
  edge(): TemplateResult {
    return html`<span class="edge" tabindex="0" @focus=${this.#onFocus}></span>`;
  }

  readonly #onFocus = (): void => {
    if (this.#leaving) return;
    const list = this.#list();
    list?.focus({ preventScroll: true });
    list?.removeAttribute("data-quiet"); // a key moved the focus
  };

  /**
   * Leaves the list: Tab from the last stop of a row goes past its end, Shift+Tab from the row itself before its start.
   */
  onKey(event: KeyboardEvent): void {
    const from = event.composedPath()[0];
    const list = this.#list();
    if (
      event.key !== "Tab" ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      list === undefined ||
      !(from instanceof Element) ||
      !list.contains(from)
    )
      return;
    const row = from.closest("unspool-row");
    const back = event.shiftKey;
    if (row !== null && (back ? from !== row : hasStopAfter(row, from))) return;
    const edge = back ? list.previousElementSibling : list.nextElementSibling;
    if (!(edge instanceof HTMLElement)) return;
    this.#leaving = true;
    edge.focus({ preventScroll: true });
    this.#leaving = false;
  }
}

function hasStopAfter(row: Element, from: Element): boolean {
  return [...row.querySelectorAll<HTMLElement>(STOPS)].some(
    (stop) =>
      stop.tabIndex >= 0 &&
      stop.checkVisibility() &&
      (from.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
}

export const edgeStyles = css`
  .edge {
    flex: none;
    height: 0;
    outline: none;
  }
`;
