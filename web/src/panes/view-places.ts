import type { LitElement } from "lit";
import type { Desk } from "./desk";
import { viewOf } from "./look";

const MOST = 10_000; // ms: then a view does not become as high as it was
/** Views in which more than themselves scrolls: what has `data-place` there. */
const HOLDERS = "unspool-files, unspool-file-list";

/** How far down each of what scrolls in a view was read, px; "" is the view itself. */
type Tops = ReadonlyMap<string, number>;

/** How far down the views of one session were read. */
interface Places {
  shown: string | undefined;
  readonly tops: Map<string, Tops>;
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
    const places = this.#places.get(desk) ?? { shown: undefined, tops: new Map<string, Tops>() };
    this.#places.set(desk, places);
    const { shown, tops } = places;
    places.shown = nameOf(desk);
    if (viewIn(places.shown) === viewIn(shown)) return;
    if (shown !== undefined && this.#going === undefined) tops.set(shown, new Map([...this.#scrollers].map(([name, { scrollTop }]) => [name, scrollTop])));
    this.#going?.abort();
    if (places.shown !== undefined) void this.#goTo(tops.get(places.shown) ?? new Map([["", 0]]));
  }

  get #view(): HTMLElement | null {
    return this.#element.renderRoot.querySelector<HTMLElement>(".around > .view");
  }

  get #scrollers(): ReadonlyMap<string, HTMLElement> {
    const view = this.#view;
    return new Map(view === null ? [] : [["", view], ...scrollersIn(view)]);
  }

  /** Views fill by and by: until all in it is high enough, or the reader moves in it. */
  async #goTo(tops: Tops): Promise<void> {
    const going = (this.#going = new AbortController());
    const { signal } = going;
    signal.addEventListener("abort", () => (this.#going = undefined));
    await this.#element.updateComplete;
    for (const event of ["wheel", "pointerdown", "keydown"]) this.#view?.addEventListener(event, () => going.abort(), { signal, passive: true });
    const left = new Map(tops);
    for (const until = performance.now() + MOST; left.size > 0 && performance.now() < until && !signal.aborted; ) {
      for (const [name, scroller] of this.#scrollers) {
        const top = left.get(name);
        if (top === undefined) continue;
        scroller.scrollTop = top;
        if (scroller.scrollTop >= top - 1) left.delete(name);
      }
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    going.abort();
  }
}

/** What is looked at in place of the conversation: of files each has places of its own. */
function nameOf({ look }: Desk): string | undefined {
  const view = viewOf(look);
  return view === "files" ? `files ${look.file ?? ""}` : view;
}

function viewIn(name: string | undefined): string | undefined {
  return name?.split(" ", 1)[0];
}

function scrollersIn(root: ParentNode): readonly (readonly [string, HTMLElement])[] {
  const own = Array.from(root.querySelectorAll<HTMLElement>("[data-place]"), (one) => [one.dataset["place"] ?? "", one] as const);
  const within = Array.from(root.querySelectorAll(HOLDERS), ({ shadowRoot }) => (shadowRoot === null ? [] : scrollersIn(shadowRoot)));
  return [...own, ...within.flat()];
}
