import type { RowContext } from "../rows/context";
import { RowElement } from "../rows/row";
import type { RowStore } from "../session/row-store";
import { indexOf } from "./in-page";
import { indexOfName, nearestShown } from "./row-names";
import type { RowName } from "./list-layout";

/** The part of the list that this needs. */
interface FocusList extends HTMLElement {
  readonly context: RowContext | undefined;
  readonly focused: Element | null;
  readonly rowElements: readonly RowElement[];
  requestUpdate(): void;
}

/** Tracks the focused row of a list, and restores the focus if that row disappears. */
export class RowFocus {
  name: RowName | undefined; // of the row that has or had the focus
  wasInside = false; // whether the focus is in the list, or was when the focused element disappeared
  readonly #list: FocusList;
  #shouldFocus = false;

  constructor(list: FocusList) {
    this.#list = list;
  }

  /** Follows the focus until the signal aborts. */
  listen(signal: AbortSignal): void {
    this.#list.addEventListener("focusin", this.#onFocus, { signal });
    this.#list.addEventListener("focusout", this.#onBlur, { signal });
    this.#list.addEventListener("keydown", () => this.#list.removeAttribute("data-quiet"), { capture: true, signal });
  }

  /** Whether the focus is in the list now. */
  get isInside(): boolean {
    return this.#list.contains(this.#list.focused);
  }

  /** The focused element, as far as the list can see. */
  get focusedElement(): Element | null {
    return this.#list.focused ?? document.activeElement;
  }

  /** Whether the focus is in the list or nowhere. */
  get isFree(): boolean {
    const active = document.activeElement;
    return this.isInside || active === null || active === document.body;
  }

  /** The index of the row; negative if there is none. */
  get index(): number {
    return this.name === undefined ? -1 : indexOfName(this.#list.context?.conversation, this.name);
  }

  /** Focuses the list from script: the focus ring appears with the first key. */
  takeFocus(options?: FocusOptions): void {
    this.#list.setAttribute("data-quiet", "");
    const row = this.#list.querySelector<HTMLElement>('unspool-row[tabindex="0"]');
    const { context } = this.#list;
    if (row !== null) row.focus(options);
    else if (context !== undefined) {
      this.name ??= context.conversation.nameAt(0);
      this.#shouldFocus = true; // once there are rows
    }
  }

  /** Makes another row the current one. It gets the focus once it is rendered if `focus` is set. */
  setRow(name: RowName, focus: boolean): void {
    this.name = name;
    this.#shouldFocus = focus;
  }

  /** If the row is gone, the nearest previously rendered row replaces it, preferring rows above. */
  replaceMissingRow(conversation: RowStore, rendered: readonly RowName[]): void {
    if (typeof this.name === "number") this.name = conversation.nameAt(this.name);
    if (this.name === undefined || this.index >= 0) return;
    this.name = nearestShown(conversation, rendered, this.name);
    if (this.name !== undefined && this.wasInside) this.#shouldFocus = true;
  }

  /** Moves the focus to the row that should have it, after rows were rendered. */
  restore(): void {
    if (!this.#shouldFocus && !this.#isLost()) return;
    const row = this.#list.rowElements.find((element) => indexOf(element) === this.index);
    if (row?.row === undefined) return; // still loading
    this.#shouldFocus = false;
    if (!row.contains(this.#list.focused)) row.focus({ preventScroll: true });
  }

  /** Reports whether the focus was in the list and is lost because its element was removed. */
  #isLost(): boolean {
    return this.wasInside && !this.isInside && this.isFree;
  }

  readonly #onBlur = (event: FocusEvent): void => {
    const left = event.target;
    // Whether the element was removed is known only after the current task.
    queueMicrotask(() => {
      if (left instanceof Element && left.isConnected && left.checkVisibility()) this.wasInside = this.isInside;
    });
  };

  readonly #onFocus = (event: FocusEvent): void => {
    this.wasInside = true;
    const row = event.target instanceof Element ? event.target.closest("unspool-row") : null;
    const name = row instanceof RowElement ? this.#list.context?.conversation.nameAt(indexOf(row)) : undefined;
    if (!(row instanceof RowElement) || row.row === undefined || name === this.name) return;
    this.name = name;
    this.#list.requestUpdate();
    this.#list.dispatchEvent(new CustomEvent("row-select", { detail: row.row, bubbles: true }));
  };
}
