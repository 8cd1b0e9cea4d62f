// Checks text after it was copied: it is on the clipboard at once, and a note appears if it contains secrets.
import { LitElement, type TemplateResult, css, html, nothing } from "lit";
import { state } from "lit/decorators.js";
import { reportUnlessShown } from "../../../parser/parser-loss";
import type { CopiedText } from "../../../session/events";
import { SessionExporter } from "../../../parser/session-exporter";
import { exporterAt } from "../../../parser/start-exporter";
import { baseStyles } from "../../../ui/base-styles";
import { buttonStyles } from "../../../ui/common-styles";
import { icon } from "../../../ui/icon";
import { strings } from "./strings";

const MAX_DURATION = 20_000; // ms for the check
const SHOWN = 60_000; // ms

/** Looks for secrets in copied text. If there are some, a note says so, and offers to call `review`. */
export function checkCopied({ text, prompt }: CopiedText, review: (prompt: number) => unknown): void {
  if (exporterAt("") === undefined) return; // a page in one file has no code for that
  if (customElements.get("unspool-copied") === undefined) customElements.define("unspool-copied", CopiedNote);
  document.querySelector("unspool-copied")?.remove();
  document.body.append(new CopiedNote(text, () => review(prompt)));
}

class CopiedNote extends LitElement {
  /** The number of secrets; undefined if the text could not be checked. */
  @state() private secrets: number | undefined = 0;
  readonly #text: string;
  readonly #review: () => unknown;
  readonly #end = new AbortController();

  constructor(text: string, review: () => unknown) {
    super();
    this.#text = text;
    this.#review = review;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#check();
    // A note about another session would be misunderstood.
    const remove = (): void => this.remove();
    addEventListener("unspool-show", remove, { capture: true, signal: this.#end.signal });
    addEventListener("hashchange", remove, { signal: this.#end.signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#end.abort();
  }

  async #check(): Promise<void> {
    const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(MAX_DURATION)]);
    try {
      this.secrets = await secretsIn(this.#text, signal);
    } catch (error) {
      if (this.#end.signal.aborted) return;
      reportUnlessShown(error);
      this.secrets = undefined;
    }
    if (this.secrets === 0) this.remove();
    else setTimeout(() => this.remove(), SHOWN);
  }

  readonly #onReview = (): void => {
    this.remove();
    this.#review();
  };

  protected override render(): TemplateResult {
    const { secrets } = this;
    return html`<div role="status">${secrets === 0 ? nothing : this.#note(secrets)}</div>`;
  }

  #note(secrets: number | undefined): TemplateResult {
    return html`<div class="note">
      ${icon("alert")}
      <p>${secrets === undefined ? strings.copiedNotChecked : strings.copiedSecrets(secrets)}</p>
      ${
        secrets === undefined
          ? nothing
          : html`<button type="button" class="button" @click=${this.#onReview}>${strings.review}</button>`
      }
      <button type="button" class="button" @click=${() => this.remove()}>${strings.closeNote}</button>
    </div>`;
  }

  static override styles = [
    baseStyles,
    buttonStyles,
    css`
      :host {
        position: fixed;
        inset: auto 0 var(--u-5);
        z-index: 10;
        display: flex;
        justify-content: center;
        padding: 0 var(--u-4);
        font: var(--u-size-m) / 20px var(--u-font);
        pointer-events: none;
      }
      .note {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--u-3);
        max-width: 640px;
        padding: var(--u-3) var(--u-4);
        border: 1px solid var(--u-line);
        border-radius: var(--u-radius);
        background: var(--u-bg);
        box-shadow: var(--u-shadow);
        color: var(--u-ink);
        pointer-events: auto;
      }
      p {
        flex: 1 1 240px;
        margin: 0;
      }
      .icon {
        color: var(--u-warn);
      }
    `,
  ];
}

/** Returns the number of secrets in a text, which is read like a prompt of a session. */
async function secretsIn(text: string, signal: AbortSignal): Promise<number> {
  const start = exporterAt("");
  if (start === undefined) return 0;
  const message = { role: "user", content: text };
  const record = JSON.stringify({ type: "user", uuid: "copied", sessionId: "copied", message });
  const exporter = new SessionExporter(start, [{ path: "copied.jsonl", blob: new Blob([record]) }], {
    isSession: true,
    signal,
  });
  try {
    const values = await exporter.scan({ signal });
    return values.filter(({ kind }) => kind === "secret").length;
  } finally {
    exporter.close();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "unspool-copied": CopiedNote;
  }
}
