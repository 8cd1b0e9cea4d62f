import { type TemplateResult, html } from "lit";

const STEP = 20; // px per key press

/** Something whose size, in px, the user can change. */
export interface Resizable {
  /** The accessible name of the edge. */
  readonly label: string;
  /** The edge that is dragged: the one at the start or end of the line, or at the bottom. */
  readonly edge: "side" | "bottom";
  readonly min: number;
  readonly max: () => number;
  readonly size: () => number;
  readonly resize: (size: number) => void;
}

/** The edge of a part of the page, which can be dragged or moved with keys. */
export class Resizer {
  readonly #of: Resizable;

  constructor(resizable: Resizable) {
    this.#of = resizable;
  }

  handle(): TemplateResult {
    const { edge, label, min, max, size } = this.#of;
    return html`<div
      class="edge"
      role="separator"
      aria-orientation=${edge === "side" ? "vertical" : "horizontal"}
      aria-label=${label}
      aria-valuemin=${min}
      aria-valuemax=${max()}
      aria-valuenow=${Math.round(size())}
      tabindex="0"
      @pointerdown=${this.#onDown}
      @keydown=${this.#onKey}
    ></div>`;
  }

  #set(size: number, handle: HTMLElement): void {
    const { min, resize } = this.#of;
    const max = this.#of.max(); // the window may have another size by now
    const now = Math.round(Math.max(min, Math.min(size, max)));
    resize(now);
    handle.setAttribute("aria-valuemax", String(max));
    handle.setAttribute("aria-valuenow", String(now));
  }

  readonly #onDown = (event: PointerEvent): void => {
    const handle = event.currentTarget;
    if (!(handle instanceof HTMLElement) || event.button !== 0) return;
    const isSide = this.#of.edge === "side";
    const start = isSide ? event.clientX : event.clientY;
    const size = this.#of.size();
    const direction = isSide ? -widerLeft(handle) : 1;
    handle.setPointerCapture(event.pointerId);
    const dragged = new AbortController();
    handle.addEventListener(
      "pointermove",
      ({ clientX, clientY }) => this.#set(size + direction * ((isSide ? clientX : clientY) - start), handle),
      { signal: dragged.signal },
    );
    for (const end of ["pointerup", "pointercancel"])
      handle.addEventListener(end, () => dragged.abort(), { signal: dragged.signal });
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const handle = event.currentTarget;
    if (!(handle instanceof HTMLElement)) return;
    const [less, more] = this.#of.edge === "side" ? ["ArrowRight", "ArrowLeft"] : ["ArrowUp", "ArrowDown"];
    const step = event.key === more ? STEP : event.key === less ? -STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.#set(this.#of.size() + (this.#of.edge === "side" ? widerLeft(handle) : 1) * step, handle);
  };
}

const MIN_WIDTH = 300;
const MAX_WIDTH = 720;

/** Returns the width of a pane beside the conversation: at most half of the window. */
export function paneWidth(pane: HTMLElement, label: string): Resizable {
  return {
    label,
    edge: "side",
    min: MIN_WIDTH,
    max: () => Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, Math.floor(innerWidth / 2))),
    size: () => Math.round(pane.getBoundingClientRect().width) || 340,
    resize: (width) => pane.style.setProperty("--width", `${width}px`),
  };
}

/** Returns 1 if a pane at the end of the line gets wider when its edge moves left, and -1 in right-to-left text. */
function widerLeft(handle: HTMLElement): 1 | -1 {
  return getComputedStyle(handle).direction === "rtl" ? -1 : 1;
}
