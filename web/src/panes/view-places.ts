import type { LitElement } from "lit";
import type { Desk } from "./desk";
import { type ViewName, viewOf } from "./look";

/** How far down the views of one session were read. */
interface Places {
  shown: ViewName | undefined;
  readonly tops: Map<ViewName, number>; // px
}

/** A view begins where it was left, while its session is open. */
export class ViewPlaces {
  readonly #element: LitElement;
  readonly #places = new WeakMap<Desk, Places>();
  #going: AbortController | undefined; // to a place that is not there yet

  constructor(element: LitElement) {
    this.#element = element;
  }

  /** Something else is looked at, and not drawn yet. */
  looked(desk: Desk): void {
    const places = this.#places.get(desk) ?? { shown: undefined, tops: new Map<ViewName, number>() };
    this.#places.set(desk, places);
    const { shown, tops } = places;
    const view = viewOf(desk.look);
    if (view === shown) return;
    if (shown !== undefined && this.#going === undefined) tops.set(shown, this.#scroller?.scrollTop ?? 0);
    this.#going?.abort();
    places.shown = view;
    if (view !== undefined) void this.#goTo(tops.get(view) ?? 0);
  }

  get #scroller(): HTMLElement | null {
    return this.#element.renderRoot.querySelector<HTMLElement>(".around > .view");
  }

  /** Views fill by and by: until one is high enough, or the reader moves in it. */
  async #goTo(top: number): Promise<void> {
    const going = (this.#going = new AbortController());
    const { signal } = going;
    const stop = (): void => going.abort();
    signal.addEventListener("abort", () => (this.#going = undefined));
    await this.#element.updateComplete;
    const scroller = this.#scroller;
    if (scroller === null) stop();
    if (scroller === null || signal.aborted) return;
    const sizes = new ResizeObserver(() => {
      scroller.scrollTop = top;
      if (scroller.scrollTop >= top - 1) stop();
    });
    signal.addEventListener("abort", () => sizes.disconnect());
    for (const event of ["wheel", "pointerdown", "keydown"]) scroller.addEventListener(event, stop, { signal, passive: true });
    sizes.observe(scroller);
    for (const child of scroller.children) sizes.observe(child);
  }
}
