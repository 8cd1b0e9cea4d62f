import { FenwickTree } from "../../base/fenwick-tree";
import type { LibraryItem } from "./group-sessions";
import { shapeOf } from "./entry";

/** What an item is taken to measure until one of its shape was drawn, in px. */
const ESTIMATE = 64;
/** What is drawn beyond the edges of what is in sight, in px: the browser scrolls before it asks. */
const BEYOND = 400;

/** Items from one to another; `to` is behind the last. */
export interface ItemRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Where the items of a list stand, in px from its top, and which of them are to be
 * drawn. All items of one shape have the same height, so a few measures do for all.
 */
export class ItemLayout {
  readonly #heights = new Map<string, number>(); // by shape
  #shapes: readonly string[] = [];
  #offsets = new FenwickTree(0, () => 0);
  #places = new Map<string, number>(); // of keys

  arrange(items: readonly LibraryItem[]): void {
    this.#shapes = items.map(shapeOf);
    this.#places = new Map(items.map((item, place) => [item.key, place]));
    this.#place();
  }

  /** Takes the heights of items that were drawn; whether places have changed by it. */
  measured(heights: Iterable<readonly [place: number, height: number]>): boolean {
    const found = new Map<string, number>();
    for (const [place, height] of heights) {
      const shape = this.#shapes[place] ?? "";
      found.set(shape, Math.max(found.get(shape) ?? 0, height));
    }
    let changed = false;
    for (const [shape, height] of found) {
      if (Math.abs((this.#heights.get(shape) ?? -1) - height) < 0.5) continue;
      this.#heights.set(shape, height);
      changed = true;
    }
    if (changed) this.#place();
    return changed;
  }

  /** Lines have other heights from now on. */
  forget(): void {
    this.#heights.clear();
  }

  get height(): number {
    return this.#offsets.total;
  }

  /** Where the item with this key is; -1 if there is none. */
  placeOf(key: string): number {
    return this.#places.get(key) ?? -1;
  }

  start(place: number): number {
    return this.#offsets.start(place);
  }

  size(place: number): number {
    return this.#offsets.size(place);
  }

  at(offset: number): number {
    return this.#offsets.at(offset);
  }

  /** The items to be drawn while this part of the list is in sight. */
  around(top: number, height: number): ItemRange {
    if (this.#offsets.count === 0) return { from: 0, to: 0 };
    return {
      from: this.#offsets.at(Math.max(0, top - BEYOND)),
      to: this.#offsets.at(Math.max(0, top + height + BEYOND)) + 1,
    };
  }

  #place(): void {
    this.#offsets = new FenwickTree(
      this.#shapes.length,
      (place) => this.#heights.get(this.#shapes[place] ?? "") ?? ESTIMATE,
    );
  }
}
