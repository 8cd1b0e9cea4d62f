import type { RowContext } from "../rows/context";
import { indexOfName } from "./named";
import type { ScrollViewport } from "../base/virtual-layout";
import { type ScrollRequest, type RowName, type ListLayout, type ScrollAlignment, reach } from "./list-layout";

/** By these a reader scrolls; it ends what the list wanted. */
export const READERS_OWN = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** What is to be known of the list. */
interface ScrollList extends Pick<Element, "scrollTop" | "scrollHeight"> {
  readonly context: RowContext | undefined;
}

/** A row that is being scrolled to, until it and the rows around it have been measured. */
interface Goal {
  readonly name: RowName;
  readonly stand: ScrollAlignment;
}

/** How far a list is scrolled, and where it wants to be. */
export class Scroll implements ScrollViewport {
  top = 0; // how far it is scrolled
  height = 0; // of what is in sight
  goal: Goal | undefined;
  readonly #list: ScrollList;
  readonly #places: ListLayout;
  #targetTop: number | undefined; // where to scroll when the rows are placed

  constructor(list: ScrollList, places: ListLayout) {
    this.#list = list;
    this.#places = places;
  }

  /** Another conversation begins at its start. */
  begin(): void {
    this.goal = undefined;
    this.top = this.#targetTop = 0;
  }

  /** The row that is read first. */
  get first(): number {
    return this.#places.firstIn(this.top);
  }

  isVisible(index: number, top = this.top): boolean {
    return index >= 0 && this.#places.end(index) > top && this.#places.start(index) < top + this.height;
  }

  /** Whether a row will not be in sight, with none to scroll to. */
  loses(index: number): boolean {
    return this.goal === undefined && !this.isVisible(index, this.#targetTop ?? this.top);
  }

  /** Wants to be at a row. */
  to(index: number, name: RowName, asked: Exclude<ScrollRequest, "still">): void {
    const stand =
      asked === "nearest" ? this.#places.nearest(index, this) : asked === "reach" ? reach(this.height) : asked;
    this.goal = stand === undefined ? undefined : { name, stand };
  }

  /** What is being read has another place: it stays where it is in sight. */
  moved(top: number): void {
    if (Math.abs(top - this.top) > 1) this.top = this.#targetTop = top;
  }

  /** What is above the sight has grown: it is scrolled along, unless it goes to a row anyway. */
  grown(by: number): void {
    if (by !== 0 && this.goal === undefined) this.#targetTop = (this.#targetTop ?? this.top) + by;
  }

  /** The list was scrolled: what was held is let go. */
  scrolled(): void {
    const before = this.top;
    this.top = this.#read(before);
    if (this.top !== before && isLasting(this.goal)) this.goal = undefined;
  }

  /** Scrolls to where the list wants to be, now that it is as high as it has to be. Tells whether it had to. */
  follow(settled: boolean): boolean {
    const targetTop = this.goal === undefined ? this.#targetTop : this.#topFor(this.goal);
    this.#targetTop = undefined;
    if (targetTop === undefined) {
      this.goal = undefined;
      return false;
    }
    const end = this.#list.scrollHeight || Infinity; // of none in a page that hides it
    const top = Math.max(0, Math.min(targetTop, end - this.height));
    const away = Math.abs(top - this.#list.scrollTop) > 1;
    if (away) this.#list.scrollTop = top;
    // Whoever went to the end, or holds a row, stays there while bodies are still arriving.
    else if (settled && !isLasting(this.goal)) this.goal = undefined;
    this.top = this.#read(top);
    return away;
  }

  /** Where the list is scrolled to when the goal is reached. */
  #topFor({ name, stand }: Goal): number | undefined {
    const index = indexOfName(this.#list.context?.conversation, name);
    return index < 0 || index >= this.#places.count ? undefined : this.#places.topFor(index, stand, this.height);
  }

  /** How far it is scrolled. The page tells it in whole pixels; were what is wanted taken for that, it would drift. */
  #read(targetTop: number): number {
    const { scrollTop } = this.#list;
    return Math.abs(scrollTop - targetTop) < 1 ? targetTop : scrollTop;
  }
}

/** Whether a goal is kept to after it was reached, until the reader moves on. */
function isLasting(goal: Goal | undefined): boolean {
  return goal?.stand === "last" || typeof goal?.stand === "number";
}
