import type { ViewerElement } from "../../viewer/viewer-element";

const MIN_HEIGHT = 120; // px
const MAX = 10_000;
const EVERY = 100; // ms between two heights

/**
 * Follows how high the frame would have to be to hold all of what a viewer shows, which does not depend on how high it
 * is.
 */
export class Height {
  readonly #viewer: ViewerElement;
  readonly #onHeight: (height: number) => void;
  readonly #sizes = new ResizeObserver(() => this.#schedule());
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = 0;

  constructor(viewer: ViewerElement, onHeight: (height: number) => void, signal: AbortSignal) {
    this.#viewer = viewer;
    this.#onHeight = onHeight;
    // By these another thing comes to be shown.
    for (const event of ["unspool-progress", "unspool-show", "unspool-ready", "unspool-error"]) {
      viewer.addEventListener(event, () => this.#look(), { signal });
    }
    signal.addEventListener("abort", () => {
      this.#sizes.disconnect();
      clearTimeout(this.#timer);
    });
  }

  /** Tells it once more, to who has come later. */
  again(): void {
    if (this.#last > 0) this.#onHeight(this.#last);
  }

  #look(): void {
    const [box, inner] = this.#parts();
    this.#sizes.observe(this.#viewer);
    if (box !== null) this.#sizes.observe(box);
    if (inner !== null) this.#sizes.observe(inner);
    this.#schedule();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const height = this.#measure();
      if (height === undefined || height === this.#last) return;
      this.#last = height;
      this.#onHeight(height);
    }, EVERY);
  }

  /** What scrolls, and what is in it. */
  #parts(): readonly [HTMLElement | null, HTMLElement | null] {
    const box = this.#viewer.renderRoot.querySelector<HTMLElement>("unspool-list, .chooser, .figures-of-it, .state");
    return [box, box?.querySelector<HTMLElement>(".feed, .inner, .ledger") ?? null];
  }

  #measure(): number | undefined {
    const [box, inner] = this.#parts();
    if (box === null) return undefined;
    const around = this.#viewer.offsetHeight - box.offsetHeight;
    const style = getComputedStyle(box);
    const edges = parseFloat(style.paddingBlockStart) + parseFloat(style.paddingBlockEnd);
    const content = inner?.getBoundingClientRect().height ?? heightOf(box);
    return content === 0 ? undefined : Math.ceil(Math.min(MAX, Math.max(MIN_HEIGHT, around + edges + content)));
  }
}

/** Of what stands in a box that may be higher. */
function heightOf(box: HTMLElement): number {
  const range = document.createRange();
  range.selectNodeContents(box);
  return range.getBoundingClientRect().height;
}
