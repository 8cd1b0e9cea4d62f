import type { RowContext } from "../rows/context";
import { indexOfName } from "./row-names";
import type { ScrollViewport } from "../base/virtual-layout";
import { type ScrollRequest, type RowName, type ListLayout, type ScrollAlignment, jumpOffset } from "./list-layout";

/** The events by which a user scrolls, which cancel the list's own scrolling. */
export const USER_SCROLL_EVENTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** The part of the list that this needs. */
interface ScrollList extends Pick<Element, "scrollTop" | "scrollHeight"> {
  readonly context: RowContext | undefined;
}

/** A row that is being scrolled to, until it and the rows around it have been measured. */
interface Goal {
  readonly name: RowName;
  readonly alignment: ScrollAlignment;
}

/** The scroll offset of a list and its target. */
export class Scroll implements ScrollViewport {
  top = 0; // the scroll offset
  height = 0; // of the viewport
  goal: Goal | undefined;
  readonly #list: ScrollList;
  readonly #layout: ListLayout;
  #targetTop: number | undefined; // applied when the rows are laid out

  constructor(list: ScrollList, places: ListLayout) {
    this.#list = list;
    this.#layout = places;
  }

  /** Resets the offset for another conversation. */
  reset(): void {
    this.goal = undefined;
    this.top = this.#targetTop = 0;
  }

  /** The current row. */
  get first(): number {
    return this.#layout.firstIn(this.top);
  }

  isVisible(index: number, top = this.top): boolean {
    return index >= 0 && this.#layout.end(index) > top && this.#layout.start(index) < top + this.height;
  }

  /** Reports whether a row will be out of view, with no goal to scroll to. */
  hidesRow(index: number): boolean {
    return this.goal === undefined && !this.isVisible(index, this.#targetTop ?? this.top);
  }

  /** Sets a row as the goal. */
  scrollTo(index: number, name: RowName, asked: Exclude<ScrollRequest, "still">): void {
    const alignment =
      asked === "nearest" ? this.#layout.nearest(index, this) : asked === "reach" ? jumpOffset(this.height) : asked;
    this.goal = alignment === undefined ? undefined : { name, alignment };
  }

  /** Keeps the current row in place after it moved to another offset. */
  keepRow(top: number): void {
    if (Math.abs(top - this.top) > 1) this.top = this.#targetTop = top;
  }

  /** Follows growth above the viewport, unless there is a goal. */
  contentGrown(by: number): void {
    if (by !== 0 && this.goal === undefined) this.#targetTop = (this.#targetTop ?? this.top) + by;
  }

  /** Call this when the list was scrolled. It ends a lasting goal. */
  onScroll(): void {
    const before = this.top;
    this.top = this.#read(before);
    if (this.top !== before && isLasting(this.goal)) this.goal = undefined;
  }

  /** Scrolls to the target now that the rows are laid out, and reports whether that was necessary. */
  scrollToTarget(isMeasured: boolean): boolean {
    const targetTop = this.goal === undefined ? this.#targetTop : this.#topFor(this.goal);
    this.#targetTop = undefined;
    if (targetTop === undefined) {
      this.goal = undefined;
      return false;
    }
    const end = this.#list.scrollHeight || Infinity; // 0 in a page that hides the list
    const top = Math.max(0, Math.min(targetTop, end - this.height));
    const away = Math.abs(top - this.#list.scrollTop) > 1;
    if (away) this.#list.scrollTop = top;
    // The end of the list, or a pinned row, stays in place while bodies are still arriving.
    else if (isMeasured && !isLasting(this.goal)) this.goal = undefined;
    this.top = this.#read(top);
    return away;
  }

  /** Returns the scroll offset of the goal. */
  #topFor({ name, alignment: stand }: Goal): number | undefined {
    const index = indexOfName(this.#list.context?.conversation, name);
    return index < 0 || index >= this.#layout.count ? undefined : this.#layout.topFor(index, stand, this.height);
  }

  /**
   * Returns the scroll offset. The page rounds it to whole pixels; using the rounded value as the target would drift.
   */
  #read(targetTop: number): number {
    const { scrollTop } = this.#list;
    return Math.abs(scrollTop - targetTop) < 1 ? targetTop : scrollTop;
  }
}

/** Reports whether a goal stays in effect after it was reached, until the user moves on. */
function isLasting(goal: Goal | undefined): boolean {
  return goal?.alignment === "last" || typeof goal?.alignment === "number";
}
