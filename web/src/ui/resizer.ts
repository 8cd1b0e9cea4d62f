import { type TemplateResult, html } from "lit";

const MIN_WIDTH = 300; // px
const MAX = 720;
const STEP = 20;

/** The edge of a pane, which can be dragged or moved with keys to make the pane wider. */
export class PaneResizer {
  readonly #element: HTMLElement;
  readonly #label: string;

  /** `label` is the accessible name of the edge. */
  constructor(element: HTMLElement, label: string) {
    this.#element = element;
    this.#label = label;
  }

  handle(): TemplateResult {
    return html`<div
      class="edge"
      role="separator"
      aria-orientation="vertical"
      aria-label=${this.#label}
      aria-valuemin=${MIN_WIDTH}
      aria-valuemax=${maxWidth()}
      aria-valuenow=${this.#width()}
      tabindex="0"
      @pointerdown=${this.#onDown}
      @keydown=${this.#onKey}
    ></div>`;
  }

  #width(): number {
    return Math.round(this.#element.getBoundingClientRect().width) || 340;
  }

  #set(width: number, edge: HTMLElement): void {
    const max = maxWidth();
    const now = Math.round(Math.max(MIN_WIDTH, Math.min(width, max)));
    this.#element.style.setProperty("--width", `${now}px`);
    edge.setAttribute("aria-valuemax", String(max)); // the window may have another size by now
    edge.setAttribute("aria-valuenow", String(now));
  }

  readonly #onDown = (event: PointerEvent): void => {
    const edge = event.currentTarget;
    if (!(edge instanceof HTMLElement) || event.button !== 0) return;
    const from = event.clientX;
    const width = this.#width();
    const wider = widerLeft(edge);
    edge.setPointerCapture(event.pointerId);
    const dragged = new AbortController();
    edge.addEventListener("pointermove", ({ clientX }) => this.#set(width + wider * (from - clientX), edge), {
      signal: dragged.signal,
    });
    for (const end of ["pointerup", "pointercancel"])
      edge.addEventListener(end, () => dragged.abort(), { signal: dragged.signal });
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowLeft" ? STEP : event.key === "ArrowRight" ? -STEP : 0;
    const edge = event.currentTarget;
    if (step === 0 || !(edge instanceof HTMLElement)) return;
    event.preventDefault();
    this.#set(this.#width() + widerLeft(edge) * step, edge);
  };
}

/** Returns the maximum width of a pane: at most half of the window. */
function maxWidth(): number {
  return Math.max(MIN_WIDTH, Math.min(MAX, Math.floor(innerWidth / 2)));
}

/** Returns 1 if the pane gets wider when its edge moves to the left, and -1 in right-to-left text. */
function widerLeft(edge: HTMLElement): 1 | -1 {
  return getComputedStyle(edge).direction === "rtl" ? -1 : 1;
}
