import type { LitElement } from "lit";
import { isDrawer } from "../../panes/pane-descriptor";
import type { SessionController } from "../../panes/session-controller";
import { isNarrow } from "../../ui/breakpoints";
import { panes } from "../panes";

const drawers = panes.filter(isDrawer);

/**
 * On narrow screens, shows one pane at a time over the conversation. A tap beside it or Escape closes it, and the focus
 * returns to where it was opened from.
 */
export class Drawer {
  readonly #element: LitElement;
  readonly #controller: () => SessionController | undefined;
  #pane: string | undefined;
  #from: HTMLElement | undefined; // had the focus when the pane was opened

  constructor(element: LitElement, controller: () => SessionController | undefined) {
    this.#element = element;
    this.#controller = controller;
  }

  /** Closes the pane on a tap beside it or Escape, until the signal aborts. */
  follow(signal: AbortSignal): void {
    this.#element.addEventListener("click", (event) => isOnBackdrop(event) && this.#controller()?.closeDrawers(), {
      signal,
    });
    // After a tap, no element may have the focus.
    document.addEventListener("keydown", (event) => this.#onKey(event), { signal });
  }

  /** Whether a pane covers the conversation, which is inert then. */
  get isOpen(): boolean {
    return this.#openPane !== undefined;
  }

  get #openPane(): string | undefined {
    const controller = this.#controller();
    return isNarrow() ? drawers.find(({ name }) => controller?.isOpen(name))?.name : undefined;
  }

  /** Call this after a pane was opened or closed. */
  update(): void {
    const controller = this.#controller();
    const before = this.#pane;
    const pane = this.#openPane;
    this.#pane = pane;
    const focused = this.#focused();
    // On wide screens, too, the user can close a pane that has the focus.
    const within = drawers.filter(({ place }) => focused?.closest(`.${place}`) != null);
    if (pane !== undefined) {
      if (pane !== before && within.length === 0) this.#from = focused ?? undefined;
      if (focused?.closest(".main, .view") != null) controller?.focusOn(pane);
    } else if (
      within.length === 0
        ? before !== undefined && isNarrow() && focused === null
        : !within.some(({ name }) => controller?.isOpen(name) !== false)
    )
      void this.#restoreFocus();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented || this.#pane === undefined || !isNarrow()) return;
    // Open dialogs and menus handle Escape themselves, wherever the focus is.
    if (isOpenIn(this.#element.renderRoot)) return;
    event.preventDefault();
    this.#controller()?.closeDrawers();
  };

  async #restoreFocus(): Promise<void> {
    const from = this.#from;
    this.#from = undefined;
    await this.#element.updateComplete;
    if (from?.isConnected === true) from.focus({ preventScroll: true });
    else this.#controller()?.viewer.list()?.focus({ preventScroll: true });
  }

  #focused(): HTMLElement | null {
    const { renderRoot } = this.#element;
    const focused = renderRoot instanceof ShadowRoot ? renderRoot.activeElement : null;
    return focused instanceof HTMLElement ? focused : null;
  }
}

/** Reports whether a dialog or a menu is open, including in the panes around the conversation. */
function isOpenIn(root: ParentNode): boolean {
  if (root.querySelector(":popover-open, dialog[open]") !== null) return true;
  return [...root.querySelectorAll(".above > *, .top > *, unspool-palette")].some(
    ({ shadowRoot }) => shadowRoot !== null && isOpenIn(shadowRoot),
  );
}

/** Reports whether the event hit the backdrop behind a pane, and not the conversation. */
function isOnBackdrop(event: Event): boolean {
  const [first] = event.composedPath();
  return first instanceof Element && first.matches(".around");
}
