import { FenwickTree } from "./fenwick-tree";

/** An item that is rendered, and its height in px. */
export interface MeasuredItem {
  readonly index: number;
  readonly height: number;
}

/** Items from one index up to, but not including, another. */
export interface IndexRange {
  readonly from: number;
  readonly to: number;
}

/** The visible part of a list: its scroll position and height. */
export interface ScrollViewport {
  readonly top: number;
  readonly height: number;
}

/** The offsets of the items of a list in px, from measured and estimated heights. It does not touch the DOM. */
export class VirtualLayout {
  /** Px above the first item. */
  before = 0;
  protected readonly known = new Map<unknown, number>(); // measured heights by size key
  #offsets = new FenwickTree(0, () => 0);
  #sizeKey: (index: number) => unknown = (index) => index;

  get count(): number {
    return this.#offsets.count;
  }

  /** The offset of the end of the last item. */
  get height(): number {
    return this.before + this.#offsets.total;
  }

  start(index: number): number {
    return this.before + this.#offsets.start(index);
  }

  end(index: number): number {
    return this.start(index) + this.size(index);
  }

  size(index: number): number {
    return this.#offsets.size(index);
  }

  /** Returns the item at an offset; outside of the list, the first or last one. */
  at(top: number): number {
    return this.#offsets.at(top - this.before);
  }

  /**
   * Sets another list. Items with equal size keys share one measured height. The first `unchanged` items are the same
   * as in the previous list, and keep their heights.
   */
  setItems(
    count: number,
    estimate: (index: number) => number,
    sizeKey: (index: number) => unknown = (index) => index,
    unchanged = 0,
  ): void {
    const last = this.#offsets;
    this.#sizeKey = sizeKey;
    this.#offsets = new FenwickTree(count, (index) =>
      index < unchanged && index < last.count ? last.size(index) : (this.known.get(sizeKey(index)) ?? estimate(index)),
    );
  }

  /** Drops all measured heights, which stay in use as estimates until the items are set again. */
  forget(): void {
    this.known.clear();
  }

  /**
   * Takes the heights of rendered items. Returns the total growth of those that start above `top`, so that the list can
   * be scrolled by it; undefined if no height changed.
   */
  measure(items: readonly MeasuredItem[], top: number): number | undefined {
    const heights = new Map<unknown, number>();
    for (const { index, height } of items) {
      const key = this.#sizeKey(index);
      if (height > 0) heights.set(key, Math.max(heights.get(key) ?? 0, height));
    }
    for (const [key, height] of heights) {
      if (Math.abs((this.known.get(key) ?? -1) - height) < 0.5) heights.delete(key);
      else this.known.set(key, height);
    }
    if (heights.size === 0) return undefined;
    let anchor = this.at(top);
    if (this.start(anchor) < top) anchor++;
    const before = this.start(anchor);
    let changed = false;
    for (let index = 0; index < this.count; index++) {
      const height = heights.get(this.#sizeKey(index));
      if (height === undefined || Math.abs(height - this.size(index)) < 0.5) continue;
      this.resize(index, height);
      changed = true;
    }
    return changed ? this.start(anchor) - before : undefined;
  }

  protected resize(index: number, height: number): void {
    this.#offsets.resize(index, height);
  }

  /** Returns the items in the viewport, and those `overscan` px above and below. */
  range({ top, height }: ScrollViewport, overscan: number): IndexRange {
    if (this.count === 0) return { from: 0, to: 0 };
    const start = Math.min(top, Math.max(0, this.height - height));
    return { from: this.at(start - overscan), to: this.at(start + height + overscan) + 1 };
  }

  /**
   * Returns the scroll position closest to the current one at which an item and the px around it are in the viewport.
   */
  nearestTop(index: number, { top, height }: ScrollViewport, above: number, below: number): number {
    const start = this.start(index) - above;
    const end = this.end(index) + below;
    if (start < top) return start;
    return end > top + height ? Math.min(start, end - height) : top;
  }
}
