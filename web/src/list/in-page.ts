import type { RowElement } from "../rows/row";
import type { ListLayout } from "./list-layout";

export function indexOf(row: RowElement): number {
  return Number(row.dataset.index);
}

export function heightOf(row: RowElement): number {
  return row.getBoundingClientRect().height;
}

/**
 * Leaves space for the rows that are not rendered. This uses the CSSOM because the page's policy forbids style
 * attributes.
 */
export function setRowMargins(list: Element, rows: readonly RowElement[], places: ListLayout): void {
  const feed = list.querySelector<HTMLElement>(".feed");
  if (feed === null) return;
  feed.style.height = `${places.height}px`;
  let end = 0;
  for (const row of rows) {
    const start = places.start(indexOf(row));
    const gap = start - end;
    row.style.marginBlockStart = Math.abs(gap) < 0.01 ? "" : `${gap}px`;
    end = places.end(indexOf(row));
  }
}
