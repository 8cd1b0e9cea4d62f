import { type ReactiveController, type ReactiveControllerHost, type TemplateResult, html, nothing } from "lit";
import { type PanelUse, panel } from "./panel";
import { showDialog } from "../../ui/dialog";
import type { Panel } from "../commands/command-context";

/** Shows one panel at a time over the conversation, in a dialog. */
export class DialogHost implements ReactiveController {
  readonly #host: ReactiveControllerHost & { readonly renderRoot: ParentNode };
  #panel: Panel | undefined;
  #rendered: Panel | undefined; // as last rendered

  constructor(host: ReactiveControllerHost & { readonly renderRoot: ParentNode }) {
    this.#host = host;
    host.addController(this);
  }

  open(panel: Panel): void {
    if (this.#dialog?.open !== true) this.#rendered = undefined; // the user closed it, and the event is yet to come
    this.#panel = panel;
    this.#host.requestUpdate();
  }

  close(): void {
    this.#panel = undefined;
    this.#host.requestUpdate();
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector("dialog");
  }

  /** The panel that is open in the dialog. */
  get panel(): Panel | undefined {
    return this.#panel;
  }

  dialog(use: Omit<PanelUse, "leave">): TemplateResult {
    return html`<dialog aria-labelledby="dialog-title" @close=${this.#onClose}>
      ${this.#panel === undefined ? nothing : panel(this.#panel, { ...use, leave: (then) => this.#closeThen(then) })}
    </dialog>`;
  }

  hostUpdated(): void {
    const dialog = this.#dialog;
    if (dialog === null || this.#rendered === this.#panel) return;
    this.#rendered = this.#panel;
    if (this.#panel === undefined) dialog.close();
    else showDialog(dialog);
  }

  /** Closes the dialog first, so that `then` finds the focus where it was before. */
  #closeThen(then: () => void): void {
    this.close();
    void this.#host.updateComplete.then(then);
  }

  /** The event arrives shortly after the user closed the dialog; another panel may be open by then. */
  readonly #onClose = (event: Event): void => {
    if (event.target instanceof HTMLDialogElement && !event.target.open) this.close();
  };
}
