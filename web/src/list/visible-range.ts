import type { RowStore } from "../session/row-store";
import type { ScrollViewport } from "../base/virtual-layout";
import type { ListLayout } from "./list-layout";

// Which rows of a list are drawn: those in sight, some around them, and those that must not go.

/**
 * What is drawn beyond the edges of what is in sight, as a share of its height and
 * in rows, since the browser scrolls before it asks.
 */
const BEYOND = 0.5;
const OVERSCAN = 4;
const MAX_RETAINED = 400; // rows that a selection keeps in the page; of more, only the ends

/** Rows from one to another. */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
}

/** The rows in sight and beyond its edges; the first rows are those in sight alone, and so come sooner. */
export function rowsAround(places: ListLayout, { top, height }: ScrollViewport, first: boolean): RowSpan {
  const [share, more] = first ? [0, 0] : [BEYOND, OVERSCAN];
  return {
    from: Math.max(0, places.at(top - height * share) - more),
    to: Math.min(places.count - 1, places.at(top + height * (1 + share)) + more),
  };
}

/**
 * Of so many rows those around the sight, the one with the focus, and what is kept of what is selected, in their order.
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
  // The focus is not lost when its row is scrolled away, nor is what is selected.
  add(focused);
  if (selected !== undefined) {
    add(selected.to);
    add(selected.from, selected.to - selected.from < MAX_RETAINED ? selected.to : selected.from);
  }
  return [...rows].sort((a, b) => a - b);
}

/** Asks for rows that may lie apart from each other. */
export function askFor(conversation: RowStore, rows: readonly number[]): void {
  let from = rows[0] ?? 0;
  rows.forEach((index, at) => {
    const next = rows[at + 1];
    if (next === index + 1) return;
    void conversation.ensure(from, index);
    from = next ?? 0;
  });
}
