import { type ReactiveController, type ReactiveControllerHost, type TemplateResult, html, nothing } from "lit";
import type { Panel, PanelUse } from "./panel";

type Code = typeof import("./aside");

/**
 * What stands beside a conversation: one panel at a time, in a dialog, and the
 * list of sessions. Their code comes when one of them is wanted.
 */
export class Beside implements ReactiveController {
  readonly #host: ReactiveControllerHost & { readonly renderRoot: ParentNode };
  readonly #fetch: () => Promise<Code>;
  #code: Code | undefined;
  #panel: Panel | undefined;
  #drawn: Panel | undefined; // in the dialog as it is; a reader's key may have closed it since

  constructor(host: ReactiveControllerHost & { readonly renderRoot: ParentNode }, fetch: () => Promise<Code>) {
    this.#host = host;
    this.#fetch = fetch;
    host.addController(this);
  }

  /** Sees to it that the code is here; rejects where it cannot be loaded. */
  async prepare(): Promise<void> {
    this.#code ??= await this.#fetch();
    this.#host.requestUpdate();
  }

  /** Opens a panel once its code is here: only then can the focus go into it. */
  async open(panel: Panel): Promise<void> {
    await this.prepare();
    this.#panel = panel;
    this.#host.requestUpdate();
  }

  close(): void {
    this.#panel = undefined;
    this.#host.requestUpdate();
  }

  /** What is open in the dialog. */
  get panel(): Panel | undefined {
    return this.#panel;
  }

  /** The list of sessions, once its code is here. */
  chooser(...given: Parameters<Code["chooser"]>): TemplateResult | undefined {
    return this.#code?.chooser(...given);
  }

  /** What a session cost, and what changed in it, once the code for that is here. */
  details(...given: Parameters<Code["details"]>): TemplateResult | typeof nothing {
    return this.#code?.details(...given) ?? nothing;
  }

  dialog(goTo: PanelUse["goTo"], dates: PanelUse["dates"]): TemplateResult {
    return html`<dialog @close=${this.#onClose} @click=${this.#clickAround}>
      ${this.#panel === undefined ? nothing : this.#code?.panel(this.#panel, { close: () => this.close(), goTo, dates })}
    </dialog>`;
  }

  hostUpdated(): void {
    const dialog = this.#host.renderRoot.querySelector("dialog");
    if (dialog === null || this.#drawn === this.#panel) return;
    this.#drawn = this.#panel;
    if (this.#panel === undefined) dialog.close();
    else if (!dialog.open) dialog.showModal();
  }

  /** The event comes a moment after a dialog was closed by its key; another panel may be open by then. */
  readonly #onClose = (event: Event): void => {
    if (event.target instanceof HTMLDialogElement && !event.target.open) this.close();
  };

  readonly #clickAround = (event: MouseEvent): void => {
    if (event.target instanceof HTMLDialogElement) this.close();
  };
}
