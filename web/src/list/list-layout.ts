import { type MeasuredItem, type ScrollViewport, VirtualLayout } from "../base/virtual-layout";

/**
 * What a row is taken to measure until it has been measured. One figure for all: places must not shift as rows arrive.
 */
const ESTIMATE = 44;
/** Room before the first row. That after the last one is of the list's style. */
const BEFORE = 8;
/** How near to the edges a row is scrolled. */
const EDGE_START = 8;
const EDGE_END = 24;
/** A row that is scrolled to the start may be off by a fraction, and those before it are above all the same. */
const SLACK = 2;

/** A row's key, or its place while the key is not known. */
export type RowName = string | number;

/** Where a row comes to stand in sight; "last" is the end of the list, a number the px below the upper edge. */
export type ScrollAlignment = "start" | "center" | "end" | "last" | number;

/**
 * What can be asked for: "reach" leaves some of what stands before in sight, "nearest" scrolls as little as need be,
 * "still" not at all.
 */
export type ScrollRequest = "start" | "reach" | "center" | "nearest" | "still";

/** A row that is drawn, and its height. */
interface MeasuredRow extends MeasuredItem {
  readonly name: RowName | undefined;
}

/** How far below the upper edge a row comes to stand that was jumped to: some of what stands before it is in sight. */
export function reach(height: number): number {
  return Math.max(48, height * 0.15);
}

/** The offsets of the rows of a conversation, whose heights are kept by name. */
export class ListLayout extends VirtualLayout {
  override before = BEFORE;

  /** The row that is read first. */
  firstIn(top: number): number {
    return this.at(top + EDGE_START);
  }

  clear(): void {
    this.forget();
    this.arrange(0, true, () => 0);
  }

  /** Takes another number of rows, or, where they moved, the heights that are known of their names. */
  arrange(count: number, moved: boolean, nameAt: (index: number) => RowName): void {
    this.setItems(count, () => ESTIMATE, nameAt, moved ? 0 : this.count);
  }

  /**
   * Takes what the drawn rows measure, in their order. Gives what those above
   * the sight have grown, so that it can be scrolled along; undefined if nothing changed.
   */
  override measure(rows: readonly MeasuredRow[], top: number): number | undefined {
    let changed = false;
    let above = 0;
    for (const { index, name, height } of rows) {
      const before = this.size(index);
      const known = name !== undefined && this.known.has(name);
      if (name !== undefined) this.known.set(name, height);
      if (height === before || index >= this.count) continue;
      changed = true;
      const start = this.start(index) - above; // as it is on the screen
      if (start + before <= top + EDGE_START + SLACK || (!known && start < top)) above += height - before;
      this.resize(index, height);
    }
    return changed ? above : undefined;
  }

  /** Where to scroll for a row to stand there. */
  topFor(index: number, stand: ScrollAlignment, height: number): number {
    if (typeof stand === "number") return this.start(index) - stand;
    switch (stand) {
      case "start":
        return this.start(index) - EDGE_START;
      case "center":
        return Math.min((this.start(index) + this.end(index) - height) / 2, this.start(index) - EDGE_START);
      case "end":
        return this.end(index) - height + EDGE_END;
      case "last":
        return this.height; // and on, as far as it goes
    }
  }

  /** Where a row comes to stand when it is scrolled into sight by as little as need be; undefined if it is there. */
  nearest(index: number, { top, height }: ScrollViewport): ScrollAlignment | undefined {
    const fits = this.size(index) < height - EDGE_START - EDGE_END;
    const below = this.end(index) > top + height;
    if (this.start(index) < top || (!fits && below)) return "start";
    return below ? "end" : undefined;
  }
}
