import type { LitElement } from "lit";
import type { SessionController } from "../../panes/session-controller";

/**
 * How far down each of what scrolls in a view was read, px; "" is the view itself. Others
 * are called by their `data-place`, and stand in elements with `data-places`.
 */
type Tops = ReadonlyMap<string, number>;

/** How far down the views of one session were read. */
interface ScrollPositions {
  shown: string | undefined;
  readonly tops: Map<string, Tops>;
}

/** A view begins where it was left, while its session is open. */
export class ViewPlaces {
  readonly #element: LitElement;
  readonly #places = new WeakMap<SessionController, ScrollPositions>();
  #going: AbortController | undefined; // to a place that is not there yet

  constructor(element: LitElement) {
    this.#element = element;
  }

  /** Something else is looked at, and not drawn yet. */
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

  /** Views fill by and by: until all in it is high enough, or the reader moves in it. */
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
    const sizes = new ResizeObserver(() => requestAnimationFrame(go)); // what it finds may stand further out
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
        if (!watched.has(one)) sizes.observe(one); // watched anew, it would be told anew
        watched.add(one);
      }
    };
    go();
  }
}

/** What is looked at in place of the conversation: of files each has places of its own. */
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

/** What a view is as high as, all that scrolls in it, and what these appear in. */
function contentsOf(view: HTMLElement): readonly Element[] {
  return [...rootsIn(view), ...scrollersIn(view).values()].flatMap(({ children }) => [...children]);
}

function rootsIn(root: ParentNode | null): readonly ParentNode[] {
  if (root === null) return [];
  const within = Array.from(root.querySelectorAll("[data-places]"), ({ shadowRoot }) => rootsIn(shadowRoot));
  return [root, ...within.flat()];
}
