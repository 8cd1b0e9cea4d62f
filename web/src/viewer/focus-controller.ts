import type { ReactiveController, ReactiveElement } from "lit";

/** Keeps the focus inside a viewer while what it shows is replaced. */
export class FocusController implements ReactiveController {
  readonly #viewer: ReactiveElement;
  #wasInside = false; // before the update
  #isPending = false; // the next rendered content takes the focus

  constructor(viewer: ReactiveElement) {
    this.#viewer = viewer;
    viewer.addController(this);
  }

  hostUpdate(): void {
    this.#wasInside = this.#viewer.matches(":focus-within");
  }

  hostUpdated(): void {
    if (this.#isPending && document.activeElement === document.body) this.#viewer.focus();
  }

  /** Focuses the content; returns false if there is none yet, which then takes the focus when it is rendered. */
  focusContent(options: FocusOptions | undefined): boolean {
    const inside = this.#viewer.renderRoot.querySelector<HTMLElement>("unspool-list, .chooser .entry, .chooser");
    this.#isPending = inside === null;
    inside?.focus(options);
    return inside !== null;
  }

  /** Call this after other content was rendered. The focus is never taken from the page around. */
  contentReplaced(): void {
    if (this.#wasInside) requestAnimationFrame(() => this.#viewer.focus());
  }
}
