import type { LitElement } from "lit";
import type { SessionController } from "../../panes/session-controller";

/**
 * The scroll offsets of a view's scrollers, in px. "" is the view itself; others are named by their `data-place`, and
 * are inside elements with `data-places`.
 */
type ScrollOffsets = ReadonlyMap<string, number>;

/** The scroll positions of the views of one session. */
interface ViewScrollPositions {
  shown: string | undefined;
  readonly offsets: Map<string, ScrollOffsets>;
}

/** Restores the scroll positions of a view while its session is open. */
export class ScrollRestoration {
  readonly #element: LitElement;
  readonly #positions = new WeakMap<SessionController, ViewScrollPositions>();
  #restoring: AbortController | undefined; // a restoration that waits for content

  constructor(element: LitElement) {
    this.#element = element;
  }

  /** Call this when the view state changed, before the new view is rendered. */
  update(controller: SessionController): void {
    const places = this.#positions.get(controller) ?? { shown: undefined, offsets: new Map<string, ScrollOffsets>() };
    this.#positions.set(controller, places);
    const { shown, offsets: tops } = places;
    places.shown = viewKey(controller);
    if (viewIn(places.shown) === viewIn(shown)) return;
    if (shown !== undefined && this.#restoring === undefined)
      tops.set(shown, new Map([...scrollersIn(this.#view)].map(([name, { scrollTop }]) => [name, scrollTop])));
    this.#restoring?.abort();
    if (places.shown !== undefined) void this.#restore(tops.get(places.shown) ?? new Map([["", 0]]));
  }

  get #view(): HTMLElement | null {
    return this.#element.renderRoot.querySelector<HTMLElement>(".around > .view");
  }

  /** Scrolls repeatedly, because views fill gradually, until all content is tall enough or the user scrolls. */
  async #restore(offsets: ScrollOffsets): Promise<void> {
    const restoring = (this.#restoring = new AbortController());
    const { signal } = restoring;
    signal.addEventListener("abort", () => (this.#restoring = undefined));
    await this.#element.updateComplete;
    const view = this.#view;
    if (view === null) return restoring.abort();
    for (const event of ["wheel", "pointerdown", "keydown"])
      view.addEventListener(event, () => restoring.abort(), { signal, passive: true });
    const left = new Map(offsets);
    const watched = new Set<Element>();
    const sizes = new ResizeObserver(() => requestAnimationFrame(go)); // what it reveals may need scrolling further
    signal.addEventListener("abort", () => sizes.disconnect());
    const go = (): void => {
      if (signal.aborted) return;
      for (const [name, scroller] of scrollersIn(view)) {
        const top = left.get(name);
        if (top === undefined) continue;
        scroller.scrollTop = top;
        if (scroller.scrollTop >= top - 1) left.delete(name);
      }
      if (left.size === 0) return restoring.abort();
      for (const element of contentsOf(view)) {
        if (!watched.has(element)) sizes.observe(element); // observing it again would report it again
        watched.add(element);
      }
    };
    go();
  }
}

/** Returns the key of the current view. In the files view, each file has its own positions. */
function viewKey({ state }: SessionController): string | undefined {
  return state.view === "files" ? `files ${state.file ?? ""}` : state.view;
}

function viewIn(name: string | undefined): string | undefined {
  return name?.split(" ", 1)[0];
}

function scrollersIn(view: HTMLElement | null): ReadonlyMap<string, HTMLElement> {
  const places = rootsIn(view).flatMap((root) =>
    Array.from(
      root.querySelectorAll<HTMLElement>("[data-place]"),
      (element) => [element.dataset.place ?? "", element] as const,
    ),
  );
  return new Map(view === null ? [] : [["", view], ...places]);
}

/** Returns the elements whose size determines how far the view and its scrollers can scroll. */
function contentsOf(view: HTMLElement): readonly Element[] {
  return [...rootsIn(view), ...scrollersIn(view).values()].flatMap(({ children }) => [...children]);
}

function rootsIn(root: ParentNode | null): readonly ParentNode[] {
  if (root === null) return [];
  const within = Array.from(root.querySelectorAll("[data-places]"), ({ shadowRoot }) => rootsIn(shadowRoot));
  return [root, ...within.flat()];
}
