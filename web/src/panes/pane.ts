import { LitElement, type PropertyValues } from "lit";
import { property } from "lit/decorators.js";
import { SubscriptionController } from "../base/signals";
import type { SessionController } from "./session-controller";

/** The base class of the elements around a conversation. */
export abstract class Pane extends LitElement {
  @property({ attribute: false }) controller!: SessionController;

  constructor() {
    super();
    new SubscriptionController(
      this,
      () => this.controller,
      (controller) => this.follow(controller),
    );
  }

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
    if (this.hasUpdated) this.sessionChanged();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("controller") && this.isConnected) this.sessionChanged();
  }
}

/** Registers the element of a pane. Only the first call has an effect. */
export function definePane(name: string, element: CustomElementConstructor): void {
  if (customElements.get(name) === undefined) customElements.define(name, element);
}
