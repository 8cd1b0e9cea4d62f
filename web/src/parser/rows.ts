import type { AgentRun, Row } from "./model";

type RowKind = Row["kind"];

/** The rows of some kinds. */
export type RowOf<Kind extends RowKind> = Extract<Row, { readonly kind: Kind }>;

/** The discriminating properties of rows. */
export type Flavor = Extract<Row, { readonly flavor: string }>["flavor"];

/** Returns the text of a row; "" if its kind has none. */
export function textOf(row: Row): string {
  return "text" in row ? row.text : "";
}

/** Reports whether a row shows only the beginning of its text. */
export function isCut(row: Row): boolean {
  return "cut" in row && row.cut;
}

/** Returns the agents of a row. */
export function runOf(row: Row): AgentRun | null {
  return row.kind === "tool" || row.kind === "internal" ? row.run : null;
}

/** Reports whether the inner rows of a row are shown; undefined if it has none. */
export function showsRows(row: Row): boolean | undefined {
  const run = runOf(row);
  if (run !== null && run.rows > 0) return run.open;
  switch (row.kind) {
    case "series":
      return row.series.open;
    case "attempts":
    case "background-fold":
    case "branch":
      return row.fold.open;
    case "copied":
      return row.fold?.open;
    default:
      return undefined;
  }
}
