import { type ReactiveControllerHost, type TemplateResult, html, nothing } from "lit";
import { stripInvisible } from "../content/visible-text";

const MIN_DURATION = 3_000; // ms
const MS_PER_CHARACTER = 60; // time to read longer messages

/** A message that is shown for a moment. */
export class Notice {
  readonly #host: ReactiveControllerHost;
  #text = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  show(text: string): void {
    this.#set(stripInvisible(text));
    this.#timer = setTimeout(() => this.#set(""), Math.max(MIN_DURATION, text.length * MS_PER_CHARACTER));
  }

  #set(text: string): void {
    clearTimeout(this.#timer);
    if (text === this.#text) return;
    this.#text = text;
    this.#host.requestUpdate();
  }

  render(): TemplateResult {
    return html`<div class="notice-box" role="status">
      ${this.#text === "" ? nothing : html`<p>${this.#text}</p>`}
    </div>`;
  }
}
