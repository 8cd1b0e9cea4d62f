import { type TemplateResult, html } from "lit";
import { Shelf } from "../element/later";
import { lateWords } from "unspool:late-words";
import { words } from "../words";

/** How long is waited before code that did not come is asked for again, in ms. After that it is for the reader to ask. */
const AGAIN_AFTER = [500, 2_000];

/** Code that comes when something is to be drawn by it, and what stands in its place where it does not come. */
export class OnDemand<T> {
  readonly #code: Shelf<T>;
  readonly #update: () => void;

  /** `update` has all be drawn anew. */
  constructor(update: () => void) {
    this.#code = new Shelf({ most: 0 }, update);
    this.#code.endless = true;
    this.#update = update;
  }

  /** What is drawn by the code with this name; undefined while it is on its way. */
  draw(name: string, fetch: () => Promise<T>, draw: (code: T) => TemplateResult): TemplateResult | undefined {
    const code = this.#code.get(name, () => patiently(fetch));
    if (code.state === "here") return draw(code.value);
    return code.state === "failed" ? this.#missing(name) : undefined;
  }

  #missing(name: string): TemplateResult {
    const again = (): void => {
      this.#code.forget(name);
      this.#update();
    };
    return html`<div class="missing" role="alert">
      <p>${words.render.notLoaded}</p>
      <button type="button" class="primary" @click=${again}>${lateWords.again}</button>
    </div>`;
  }
}

async function patiently<T>(fetch: () => Promise<T>): Promise<T> {
  for (const wait of AGAIN_AFTER) {
    try {
      return await fetch();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return fetch();
}
