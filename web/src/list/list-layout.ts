import { type MeasuredItem, type ScrollViewport, VirtualLayout } from "../base/virtual-layout";

/**
 * The assumed height of rows that have not been measured, in px. It is the same for all, so that offsets do not shift
 * as rows arrive.
 */
const ESTIMATE = 44;
/** The space before the first row, in px. The space after the last one is in the list's style. */
const BEFORE = 8;
/** The distance of rows from the edges after scrolling, in px. */
const EDGE_START = 8;
const EDGE_END = 24;
/** A row that is scrolled to the start may be off by a fraction; the rows before it still count as above. */
const SLACK = 2;

/** A row's key, or its index while the key is unknown. */
export type RowName = string | number;

/** Where a row is placed in the viewport. "last" is the end of the list, a number the px below the upper edge. */
export type ScrollAlignment = "start" | "center" | "end" | "last" | number;

/**
 * A request to scroll: "reach" leaves some rows before the target visible, "nearest" scrolls as little as possible,
 * "still" not at all.
 */
export type ScrollRequest = "start" | "reach" | "center" | "nearest" | "still";

/** A rendered row and its height. */
interface MeasuredRow extends MeasuredItem {
  readonly name: RowName | undefined;
}

/** Returns the offset below the upper edge for the target of a jump, which leaves some rows before it visible. */
export function jumpOffset(height: number): number {
  return Math.max(48, height * 0.15);
}

/** The offsets of the rows of a conversation, whose heights are kept by name. */
export class ListLayout extends VirtualLayout {
  override before = BEFORE;

  /** Returns the current row at a scroll offset. */
  firstIn(top: number): number {
    return this.at(top + EDGE_START);
  }

  clear(): void {
    this.forget();
    this.setCount(0, true, () => 0);
  }

  /** Takes a new number of rows and, if they moved, looks up their known heights by name. */
  setCount(count: number, moved: boolean, nameAt: (index: number) => RowName): void {
    this.setItems(count, () => ESTIMATE, nameAt, moved ? 0 : this.count);
  }

  /**
   * Takes the heights of the rendered rows, in order. Returns how much the rows above the viewport have grown, so that
   * the scroll offset can follow, or undefined if nothing changed.
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
      const start = this.start(index) - above; // on the screen
      if (start + before <= top + EDGE_START + SLACK || (!known && start < top)) above += height - before;
      this.resize(index, height);
    }
    return changed ? above : undefined;
  }

  /** Returns the scroll offset that places a row as requested. */
  topFor(index: number, alignment: ScrollAlignment, height: number): number {
    if (typeof alignment === "number") return this.start(index) - alignment;
    switch (alignment) {
      case "start":
        return this.start(index) - EDGE_START;
      case "center":
        return Math.min((this.start(index) + this.end(index) - height) / 2, this.start(index) - EDGE_START);
      case "end":
        return this.end(index) - height + EDGE_END;
      case "last":
        return this.height; // clamped to the end
    }
  }

  /** Returns the placement that makes a row visible with the least scrolling, or undefined if it is visible. */
  nearest(index: number, { top, height }: ScrollViewport): ScrollAlignment | undefined {
    const fits = this.size(index) < height - EDGE_START - EDGE_END;
    const below = this.end(index) > top + height;
    if (this.start(index) < top || (!fits && below)) return "start";
    return below ? "end" : undefined;
  }
}
