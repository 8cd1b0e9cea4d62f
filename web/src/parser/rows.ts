import type { AgentRun, Row } from "./model";

export type RowKind = Row["kind"];

/** The rows of some kinds. */
export type RowOf<Kind extends RowKind> = Extract<Row, { readonly kind: Kind }>;

/** What the rows of a kind can be told apart by. */
export type Flavor = Extract<Row, { readonly flavor: string }>["flavor"];

/** The text of a row, "" if its kind has none. */
export function textOf(row: Row): string {
  return "text" in row ? row.text : "";
}

/** Whether a row shows only the beginning of its text. */
export function isCut(row: Row): boolean {
  return "cut" in row && row.cut;
}

/** The agents that a row stands for. */
export function runOf(row: Row): AgentRun | null {
  return row.kind === "tool" || row.kind === "internal" ? row.run : null;
}

/** Whether the rows that a row stands for are shown below it; undefined if it stands for none. */
export function showsRows(row: Row): boolean | undefined {
  const run = runOf(row);
  if (run !== null && run.rows > 0) return run.open;
  switch (row.kind) {
    case "series":
      return row.series.open;
    case "attempts":
    case "branch":
      return row.fold.open;
    case "copied":
      return row.fold?.open;
    default:
      return undefined;
  }
}
