import type { Row } from "./model";

/** Whether the rows that a row stands for are shown; undefined for a row that stands for none. */
export function showsRows(row: Row): boolean | undefined {
  if (row.run !== null && row.run.rows > 0) return row.run.open;
  if (row.series !== null) return row.series.open;
  return row.kind === "attempts" || row.kind === "branch" || row.kind === "copied" ? row.fold?.open : undefined;
}
