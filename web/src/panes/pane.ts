import { LitElement, type PropertyValues } from "lit";
import { property } from "lit/decorators.js";
import type { SessionController } from "./session-controller";

/** Something that stands around a conversation, with styles of its own. */
export abstract class Pane extends LitElement {
  @property({ attribute: false }) controller!: SessionController;

  #stops: readonly (() => void)[] = [];

  /** Follows signals of the session, while the pane is in the page; returns what stops that. */
  protected follow(_controller: SessionController): readonly (() => void)[] {
    return [];
  }

  /** Another session is shown, or it stands in the page again. */
  protected sessionChanged(): void {
    // It is drawn anew in any case.
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.hasUpdated) return;
    this.#follow();
    this.sessionChanged();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("controller")) return;
    this.#follow();
    this.sessionChanged();
  }

  #follow(): void {
    this.#stop();
    this.#stops = this.follow(this.controller);
  }

  #stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }
}

/** Makes the element of a pane known to the page. Done twice, the first time counts. */
export function definePane(name: string, element: CustomElementConstructor): void {
  if (customElements.get(name) === undefined) customElements.define(name, element);
}
