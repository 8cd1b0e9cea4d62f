import type { RowContext } from "../rows/context";
import { RowElement } from "../rows/row";
import type { RowStore } from "../session/row-store";
import { indexOf } from "./in-page";
import { indexOfName } from "./named";
import { nearestShown } from "./nearest-row";
import type { RowName } from "./list-layout";

/** What is to be known of the list. */
interface FocusList extends HTMLElement {
  readonly context: RowContext | undefined;
  readonly focused: Element | null;
  readonly rowsInPage: readonly RowElement[];
  requestUpdate(): void;
}

/** The row of a list that has the focus, or had it: when it goes, the focus is not lost. */
export class RowFocus {
  name: RowName | undefined; // of the row
  inside = false; // whether the focus is in the list, or was when what had it went away
  readonly #list: FocusList;
  #shouldFocus = false;

  constructor(list: FocusList) {
    this.#list = list;
  }

  /** Until the signal. */
  listen(signal: AbortSignal): void {
    this.#list.addEventListener("focusin", this.#onFocus, { signal });
    this.#list.addEventListener("focusout", this.#onBlur, { signal });
    this.#list.addEventListener("keydown", () => this.#list.removeAttribute("data-quiet"), { capture: true, signal });
  }

  /** Whether it is in the list now. */
  get here(): boolean {
    return this.#list.contains(this.#list.focused);
  }

  /** What has it, as far as the list can see. */
  get holder(): Element | null {
    return this.#list.focused ?? document.activeElement;
  }

  /** Whether it is in the list, or nowhere. */
  get free(): boolean {
    const active = document.activeElement;
    return this.here || active === null || active === document.body;
  }

  /** Where the row is; below 0 where none is. */
  get index(): number {
    return this.name === undefined ? -1 : indexOfName(this.#list.context?.conversation, this.name);
  }

  /** The focus is given, not asked for: its ring waits for the first key. */
  give(options?: FocusOptions): void {
    this.#list.setAttribute("data-quiet", "");
    const row = this.#list.querySelector<HTMLElement>('unspool-row[tabindex="0"]');
    const { context } = this.#list;
    if (row !== null) row.focus(options);
    else if (context !== undefined) {
      this.name ??= context.conversation.keyAt(0);
      this.#shouldFocus = true; // once there are rows
    }
  }

  /** Another row is the one; it gets the focus when it is drawn, or else who has it keeps it. */
  move(name: RowName, focus: boolean): void {
    this.name = name;
    this.#shouldFocus = focus;
  }

  /** The row is gone: the nearest one of those that were drawn takes its place, rather one above. */
  follow(conversation: RowStore, rendered: readonly RowName[]): void {
    if (typeof this.name === "number") this.name = conversation.keyAt(this.name);
    if (this.name === undefined || this.index >= 0) return;
    this.name = nearestShown(conversation, rendered, this.name);
    if (this.name !== undefined && this.inside) this.#shouldFocus = true;
  }

  /** Rows are drawn: the focus goes to the one that is to have it. */
  settle(): void {
    if (!this.#shouldFocus && !this.#lost()) return;
    const row = this.#list.rowsInPage.find((one) => indexOf(one) === this.index);
    if (row?.row === undefined) return; // it is on its way
    this.#shouldFocus = false;
    if (!row.contains(this.#list.focused)) row.focus({ preventScroll: true });
  }

  /** Whether the focus was in the list and has gone with what had it: nothing else has it then. */
  #lost(): boolean {
    return this.inside && !this.here && this.free;
  }

  readonly #onBlur = (event: FocusEvent): void => {
    const left = event.target;
    // Whether it has gone shows when those who remove it are done.
    queueMicrotask(() => {
      if (left instanceof Element && left.isConnected && left.checkVisibility()) this.inside = this.here;
    });
  };

  readonly #onFocus = (event: FocusEvent): void => {
    this.inside = true;
    const row = event.target instanceof Element ? event.target.closest("unspool-row") : null;
    const name = row instanceof RowElement ? this.#list.context?.conversation.keyAt(indexOf(row)) : undefined;
    if (!(row instanceof RowElement) || row.row === undefined || name === this.name) return;
    this.name = name;
    this.#list.requestUpdate();
    this.#list.dispatchEvent(new CustomEvent("row-select", { detail: row.row, bubbles: true }));
  };
}
