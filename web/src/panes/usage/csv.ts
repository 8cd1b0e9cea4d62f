/** The content of a table cell: text, a number, or nothing. */
export type Cell = string | number | undefined;

/**
 * Returns a table as CSV (RFC 4180) in UTF-8 with a byte order mark, which spreadsheets need to detect the encoding.
 * All text is in quotes, so that it stays one cell where spreadsheets expect other separators. What they would run as a
 * formula gets a leading ', also after a separator, where one may split a text despite its quotes.
 */
export function csv(rows: readonly (readonly Cell[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(field).join(",")}\r\n`).join("")}`;
}

function field(cell: Cell): string {
  if (cell === undefined) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  const text = cell.replace(/^(?=[\t\r])|(?=[=+\-@＝＋－＠])(?<=(?:^|[,;|\t\r\n])["\s\p{Cf}]*)/gu, "'");
  return `"${text.replaceAll('"', '""')}"`;
}
