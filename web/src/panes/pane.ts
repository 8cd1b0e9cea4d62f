import { LitElement, type PropertyValues } from "lit";
import { property } from "lit/decorators.js";
import type { SessionController } from "./session-controller";

/** The base class of the elements around a conversation. */
export abstract class Pane extends LitElement {
  @property({ attribute: false }) controller!: SessionController;

  #stops: readonly (() => void)[] = [];

  /** Subscribes to signals of the session while the pane is connected; returns functions that unsubscribe. */
  protected follow(_controller: SessionController): readonly (() => void)[] {
    return [];
  }

  /** Called when another session is shown, or the pane is connected again. */
  protected sessionChanged(): void {
    // The pane is rendered again in any case.
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

/** Registers the element of a pane. Only the first call has an effect. */
export function definePane(name: string, element: CustomElementConstructor): void {
  if (customElements.get(name) === undefined) customElements.define(name, element);
}
