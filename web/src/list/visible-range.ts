import type { RowSpan } from "../session/row-store";
import type { ScrollViewport } from "../base/virtual-layout";
import type { ListLayout } from "./list-layout";

// Determines the rows of a list that are rendered: the visible ones, some around them, and those that must stay.

/**
 * The overscan beyond the viewport, as a share of its height and in rows, since the browser scrolls before it fires an
 * event.
 */
const OVERSCAN_SHARE = 0.5;
const OVERSCAN_ROWS = 4;
const MAX_RETAINED = 400; // selected rows that stay rendered; of longer selections, only both ends

/**
 * Returns the visible rows and the overscan. The first time it returns the visible rows alone, so that they appear
 * sooner.
 */
export function visibleRange(places: ListLayout, { top, height }: ScrollViewport, first: boolean): RowSpan {
  const [share, more] = first ? [0, 0] : [OVERSCAN_SHARE, OVERSCAN_ROWS];
  return {
    from: Math.max(0, places.at(top - height * share) - more),
    to: Math.min(places.count - 1, places.at(top + height * (1 + share)) + more),
  };
}

/**
 * Returns the indexes of the rows to render in order: those around the viewport, the focused one, and selected ones.
 */
export function renderedRows(
  count: number,
  { from, to }: RowSpan,
  focused: number,
  selected: RowSpan | undefined,
): readonly number[] {
  const rows = new Set<number>();
  const add = (from: number, to = from): void => {
    for (let index = from; index <= to; index++) if (index >= 0 && index < count) rows.add(index);
  };
  add(from, to);
  // Rows with the focus or the selection stay when they are scrolled away.
  add(focused);
  if (selected !== undefined) {
    add(selected.to);
    add(selected.from, selected.to - selected.from < MAX_RETAINED ? selected.to : selected.from);
  }
  return [...rows].sort((a, b) => a - b);
}

/** Returns the ranges of consecutive indexes. */
export function rangesOf(rows: readonly number[]): readonly RowSpan[] {
  const ranges: RowSpan[] = [];
  let from = rows[0] ?? 0;
  rows.forEach((index, at) => {
    const next = rows[at + 1];
    if (next === index + 1) return;
    ranges.push({ from, to: index });
    from = next ?? 0;
  });
  return ranges;
}
