import { LitElement, type PropertyValues } from "lit";
import { property } from "lit/decorators.js";
import type { SessionController, SessionChange, PaneCommand } from "./session-controller";

/** Something that stands around a conversation, with styles of its own. */
export abstract class Pane extends LitElement {
  @property({ attribute: false }) controller!: SessionController;

  #follows = new AbortController();

  /** Something happened around it; by itself it draws again. */
  protected onSessionChange(_change: SessionChange): void {
    this.requestUpdate();
  }

  /** A pane is asked to do something. */
  protected asked(_command: PaneCommand): void {
    // Most are asked for nothing.
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
    this.#follows.abort();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("controller")) return;
    this.#follow();
    this.sessionChanged();
  }

  #follow(): void {
    this.#follows.abort();
    const { signal } = (this.#follows = new AbortController());
    signal.addEventListener(
      "abort",
      this.controller.subscribe((change) => this.onSessionChange(change)),
    );
    signal.addEventListener(
      "abort",
      this.controller.onCommand((command) => this.asked(command)),
    );
  }
}

/** Makes the element of a pane known to the page. Done twice, the first time counts. */
export function definePane(name: string, element: CustomElementConstructor): void {
  if (customElements.get(name) === undefined) customElements.define(name, element);
}
