import { LitElement, type TemplateResult, css, html } from "lit";
import { baseStyles } from "./base-styles";
import { toolButtonStyles } from "./common-styles";
import { icon } from "./icon";
import { strings } from "./strings";

/**
 * Shows a dialog over everything else until it is closed: by Escape, by a click on the backdrop or by a button. The
 * browser then returns the focus. It is also closed when its host leaves the page: a removed dialog would stay open,
 * but no longer be modal.
 */
export function showDialog(dialog: HTMLDialogElement | null): void {
  if (dialog?.isConnected !== true || dialog.open) return;
  const closed = new AbortController();
  const { signal } = closed;
  let pressed: EventTarget | null = null;
  dialog.addEventListener("pointerdown", ({ target }) => (pressed = target), { signal });
  // Only the backdrop has the dialog itself as its target, since the content covers the dialog. The pointer must be
  // pressed there too: a selection of text may end there.
  const closeOnBackdrop = ({ target }: Event): void => {
    if (target === dialog && pressed === dialog) dialog.close();
  };
  dialog.addEventListener("click", closeOnBackdrop, { signal });
  const onClose = (): void => {
    if (!dialog.open) closed.abort(); // the event arrives later, and the dialog may be open again
  };
  dialog.addEventListener("close", onClose, { signal });
  onHostDisconnected(dialog, () => dialog.close(), signal);
  dialog.showModal();
}

/** Calls back when the element whose shadow tree contains a node leaves its page, until `end` is aborted. */
export function onHostDisconnected(node: Node, callback: () => void, end?: AbortSignal): void {
  const root = node.getRootNode();
  if (!(root instanceof ShadowRoot) || !(root.host instanceof LitElement)) return;
  const { host } = root;
  const controller = { hostDisconnected: callback };
  host.addController(controller);
  end?.addEventListener("abort", () => host.removeController(controller), { once: true });
}

function closeAround({ currentTarget }: Event): void {
  if (currentTarget instanceof Element) currentTarget.closest("dialog")?.close();
}

/** Renders a title, which labels the dialog by its ID, and a button that closes the dialog around it. */
export function dialogHeader(
  heading: unknown,
  { id = "dialog-title", actions, close = closeAround }: DialogHeader = {},
): TemplateResult {
  return html`<header class="dialog-header">
    <h2 id=${id} class="ellipsis">${heading}</h2>
    ${actions}
    <button type="button" class="tool-button" aria-label=${strings.close} title=${strings.close} @click=${close}>
      ${icon("close")}
    </button>
  </header>`;
}

interface DialogHeader {
  readonly id?: string;
  /** Other buttons, before the one that closes. */
  readonly actions?: unknown;
  readonly close?: (event: Event) => void;
}

/** Renders the content of a dialog below its title. */
export function dialogPanel(title: string, content: unknown): TemplateResult {
  return html`<div class="panel">${dialogHeader(title)} ${content}</div>`;
}

export const dialogStyles = css`
  dialog {
    width: min(440px, calc(100% - 32px));
  }
  .panel {
    flex: 1;
    min-width: 0;
    padding: var(--u-3) var(--u-5) var(--u-5);
    overflow: auto;
    overscroll-behavior: contain;
  }
  .dialog-header {
    display: flex;
    align-items: center;
    gap: var(--u-2);
    margin-inline-end: calc(-1 * var(--u-2));
  }
  .dialog-header h2 {
    flex: 1;
    font: var(--u-strong) var(--u-size) / 32px var(--u-font);
  }
`;

/** An element that contains a dialog. It shows the dialog when added to a page, and is removed when it is closed. */
export abstract class DialogElement extends LitElement {
  protected override firstUpdated(): void {
    this.#dialog?.addEventListener("close", () => this.remove());
    showDialog(this.#dialog);
  }

  protected close(): void {
    this.#dialog?.close();
  }

  get open(): boolean {
    return this.#dialog?.open === true;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector("dialog");
  }

  static override styles = [
    baseStyles,
    toolButtonStyles,
    dialogStyles,
    css`
      :host {
        font: var(--u-size-m) / 20px var(--u-font);
      }
      :focus-visible {
        outline-offset: 1px;
      }
    `,
  ];
}
