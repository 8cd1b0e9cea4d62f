import { type TemplateResult, html } from "lit";
import type { Failure } from "../worker/protocol";
import { words } from "../words";

type Code = typeof import("./trouble");

/** Shows failures, by code that comes with the first of them. */
export class Troubles {
  readonly #host: { requestUpdate(): void };
  #code: Code | undefined;
  #missing = false;

  constructor(host: { requestUpdate(): void }) {
    this.#host = host;
  }

  /** Nothing until the code is here, when the host is drawn anew; without it, what the machine says. */
  draw(failure: Failure, how: (code: Code) => TemplateResult): TemplateResult {
    if (this.#code !== undefined) return how(this.#code);
    if (this.#missing) return html`<p role="alert">${words.failed} ${failure.detail}</p>`;
    void this.fetch().then(() => this.#host.requestUpdate());
    return html``;
  }

  async fetch(): Promise<void> {
    this.#code ??= await import("./trouble").catch(() => undefined);
    this.#missing = this.#code === undefined;
  }
}
