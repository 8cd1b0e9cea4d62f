import type { Conversation } from "../session/row-store";
import type { Places, Sight } from "./list-layout";

// Which rows of a list are drawn: those in sight, some around them, and those that must not go.

/**
 * What is drawn beyond the edges of what is in sight, as a share of its height and
 * in rows, since the browser scrolls before it asks.
 */
const BEYOND = 0.5;
const OVERSCAN = 4;
const MOST_KEPT = 400; // rows that a selection keeps in the page; of more, only the ends

/** Rows from one to another. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The rows in sight and beyond its edges; the first rows are those in sight alone, and so come sooner. */
export function rowsAround(places: Places, { top, height }: Sight, first: boolean): Span {
  const [share, more] = first ? [0, 0] : [BEYOND, OVERSCAN];
  return {
    from: Math.max(0, places.at(top - height * share) - more),
    to: Math.min(places.count - 1, places.at(top + height * (1 + share)) + more),
  };
}

/**
 * Of so many rows those around the sight, the one with the focus, and what is kept of what is selected, in their order.
 */
export function drawnRows(
  count: number,
  { from, to }: Span,
  focused: number,
  kept: Span | undefined,
): readonly number[] {
  const rows = new Set<number>();
  const add = (from: number, to = from): void => {
    for (let index = from; index <= to; index++) if (index >= 0 && index < count) rows.add(index);
  };
  add(from, to);
  // The focus is not lost when its row is scrolled away, nor is what is selected.
  add(focused);
  if (kept !== undefined) {
    add(kept.to);
    add(kept.from, kept.to - kept.from < MOST_KEPT ? kept.to : kept.from);
  }
  return [...rows].sort((a, b) => a - b);
}

/** Asks for rows that may lie apart from each other. */
export function askFor(conversation: Conversation, rows: readonly number[]): void {
  let from = rows[0] ?? 0;
  rows.forEach((index, at) => {
    const next = rows[at + 1];
    if (next === index + 1) return;
    void conversation.ensure(from, index);
    from = next ?? 0;
  });
}
