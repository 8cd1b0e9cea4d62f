import type { LitElement } from "lit";
import type { SessionController } from "../../panes/session-controller";

/**
 * The scroll offsets of a view's scrollers, in px. "" is the view itself; others are named by their `data-place`, and
 * are inside elements with `data-places`.
 */
type Tops = ReadonlyMap<string, number>;

/** The scroll positions of the views of one session. */
interface ScrollPositions {
  shown: string | undefined;
  readonly tops: Map<string, Tops>;
}

/** Restores the scroll positions of a view while its session is open. */
export class ViewPlaces {
  readonly #element: LitElement;
  readonly #places = new WeakMap<SessionController, ScrollPositions>();
  #going: AbortController | undefined; // a restoration that waits for content

  constructor(element: LitElement) {
    this.#element = element;
  }

  /** Call this when the view state changed, before the new view is rendered. */
  looked(controller: SessionController): void {
    const places = this.#places.get(controller) ?? { shown: undefined, tops: new Map<string, Tops>() };
    this.#places.set(controller, places);
    const { shown, tops } = places;
    places.shown = nameOf(controller);
    if (viewIn(places.shown) === viewIn(shown)) return;
    if (shown !== undefined && this.#going === undefined)
      tops.set(shown, new Map([...scrollersIn(this.#view)].map(([name, { scrollTop }]) => [name, scrollTop])));
    this.#going?.abort();
    if (places.shown !== undefined) void this.#goTo(tops.get(places.shown) ?? new Map([["", 0]]));
  }

  get #view(): HTMLElement | null {
    return this.#element.renderRoot.querySelector<HTMLElement>(".around > .view");
  }

  /** Scrolls repeatedly, because views fill gradually, until all content is tall enough or the user scrolls. */
  async #goTo(tops: Tops): Promise<void> {
    const going = (this.#going = new AbortController());
    const { signal } = going;
    signal.addEventListener("abort", () => (this.#going = undefined));
    await this.#element.updateComplete;
    const view = this.#view;
    if (view === null) return going.abort();
    for (const event of ["wheel", "pointerdown", "keydown"])
      view.addEventListener(event, () => going.abort(), { signal, passive: true });
    const left = new Map(tops);
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
      if (left.size === 0) return going.abort();
      for (const one of contentsOf(view)) {
        if (!watched.has(one)) sizes.observe(one); // observing it again would report it again
        watched.add(one);
      }
    };
    go();
  }
}

/** Returns the key of the current view. In the files view, each file has its own positions. */
function nameOf({ look }: SessionController): string | undefined {
  return look.view === "files" ? `files ${look.file ?? ""}` : look.view;
}

function viewIn(name: string | undefined): string | undefined {
  return name?.split(" ", 1)[0];
}

function scrollersIn(view: HTMLElement | null): ReadonlyMap<string, HTMLElement> {
  const places = rootsIn(view).flatMap((root) =>
    Array.from(root.querySelectorAll<HTMLElement>("[data-place]"), (one) => [one.dataset.place ?? "", one] as const),
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
