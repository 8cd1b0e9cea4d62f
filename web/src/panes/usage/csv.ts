/** What a cell of a table holds: words, a number, or nothing. */
export type Cell = string | number | undefined;

/**
 * A table as CSV (RFC 4180), in UTF-8 with its mark at the beginning: without it spreadsheets take
 * the words for another encoding. Words that a spreadsheet would run as a formula get a ' in front.
 */
export function csv(rows: readonly (readonly Cell[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(field).join(",")}\r\n`).join("")}`;
}

function field(cell: Cell): string {
  if (cell === undefined) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  const text = /^[\s\p{Cf}]*[=+\-@\t\r＝＋－＠]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
