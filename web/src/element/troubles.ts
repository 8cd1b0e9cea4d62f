import { type LitElement, type TemplateResult, adoptStyles, html } from "lit";
import { visible } from "../rows/marked";
import type { Failure } from "../worker/protocol";

type Code = typeof import("./trouble");

/** Shows failures, by code that comes with the first of them. */
export class Troubles {
  readonly #host: LitElement;
  #code: Code | null | undefined; // null where it did not come

  constructor(host: LitElement) {
    this.#host = host;
  }

  /** Nothing until the code is here, when the host is drawn anew; without it, what the machine says. */
  draw(failure: Failure, how: (code: Code) => TemplateResult): TemplateResult {
    if (this.#code) return how(this.#code);
    if (this.#code === null) return html`<p role="alert">${failure.code}: ${visible(failure.detail)}</p>`;
    void this.fetch().then(() => this.#host.requestUpdate());
    return html``;
  }

  async fetch(): Promise<void> {
    if (this.#code) return;
    this.#code = await import("./trouble").catch(() => null);
    const root = this.#host.renderRoot;
    if (this.#code && root instanceof ShadowRoot)
      adoptStyles(root, [this.#code.troubleStyles, ...root.adoptedStyleSheets]);
  }
}
