import type { ViewerElement } from "../../viewer/viewer-element";

const MIN_HEIGHT = 120; // px
const MAX = 10_000;
const REPORT_INTERVAL = 100; // ms between two reports

/**
 * Reports the height that the frame would need to show all of the viewer's content. It does not depend on the frame's
 * current height.
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
    // These events change the elements to observe.
    for (const event of ["unspool-progress", "unspool-show", "unspool-ready", "unspool-error"]) {
      viewer.addEventListener(event, () => this.#observe(), { signal });
    }
    signal.addEventListener("abort", () => {
      this.#sizes.disconnect();
      clearTimeout(this.#timer);
    });
  }

  /** Reports the height again, for a parent page that started listening later. */
  report(): void {
    if (this.#last > 0) this.#onHeight(this.#last);
  }

  #observe(): void {
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
    }, REPORT_INTERVAL);
  }

  /** Returns the scrolling element and its content. */
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

/** Returns the height of the content of a box that may be higher. */
function heightOf(box: HTMLElement): number {
  const range = document.createRange();
  range.selectNodeContents(box);
  return range.getBoundingClientRect().height;
}
