import { onIdle } from "../../../base/schedule";
import { SampleViewer } from "./sample-viewer";

const CHECK_EVERY = 100; // ms
const GIVE_UP_AFTER = 30_000; // ms: then the panes could not be loaded

/**
 * `<unspool-sample-preview>` shows a session in a viewer that nothing can reach: not the focus, not keys, not assistive
 * technology, not the page's code. It starts once the box is visible and the browser idle; until then, and if it fails,
 * the box is empty. Removing it releases the parser.
 */
export class SamplePreview extends HTMLElement {
  // eslint-disable-next-line wc/no-closed-shadow-root -- nothing of the page finds the viewer of a preview
  readonly #root = this.attachShadow({ mode: "closed" });
  #viewer: SampleViewer | undefined;
  #nearness: IntersectionObserver | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  static readonly observedAttributes = ["theme"];

  attributeChangedCallback(): void {
    if (this.#viewer !== undefined) this.#viewer.theme = this.getAttribute("theme") ?? "auto";
  }

  connectedCallback(): void {
    this.inert = true;
    this.ariaHidden = "true";
    this.#nearness = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting !== true) return;
      this.#nearness?.disconnect();
      onIdle(() => this.#start());
    });
    this.#nearness.observe(this);
  }

  disconnectedCallback(): void {
    this.#nearness?.disconnect();
    this.#end();
  }

  #start(): void {
    if (this.#viewer !== undefined || !this.isConnected) return;
    const viewer = (this.#viewer = new SampleViewer());
    this.attributeChangedCallback();
    viewer.addEventListener("unspool-error", () => this.#end());
    viewer.src = this.getAttribute("src") ?? "";
    this.#root.append(viewer);
    const start = performance.now();
    this.#timer = setInterval(() => {
      if (performance.now() - start > GIVE_UP_AFTER) this.#end();
      if (!viewer.isComplete) return;
      clearInterval(this.#timer);
      this.toggleAttribute("data-live", true);
    }, CHECK_EVERY);
  }

  #end(): void {
    clearInterval(this.#timer);
    this.removeAttribute("data-live");
    this.#viewer?.remove();
    this.#viewer = undefined;
  }
}

export function definePreview(): void {
  if (customElements.get("unspool-sample") !== undefined) return;
  customElements.define("unspool-sample", SampleViewer);
  customElements.define("unspool-sample-preview", SamplePreview);
}

declare global {
  interface HTMLElementTagNameMap {
    "unspool-sample": SampleViewer;
    "unspool-sample-preview": SamplePreview;
  }
}
