// A diff as rows: the content of each line, with its numbers on both sides.

export interface DiffHunk {
  readonly oldStart: number;
  readonly oldLines: number | null; // as in the patch
  readonly newStart: number;
  readonly newLines: number | null;
  readonly lines: readonly string[] | null; // each begins with ' ', '+', '-' or '\'
}

export interface LineRow {
  readonly kind: "line";
  readonly change: "same" | "added" | "removed";
  readonly before: number; // line number on the old side; 0 if the line is not there
  readonly after: number;
  readonly text: string;
}

export type DiffRow =
  | LineRow
  | { readonly kind: "gap"; readonly lines: number } // unchanged lines that the patch omits; 0 if unknown
  | { readonly kind: "note" }; // no newline at the end of the file

interface DiffRows {
  readonly rows: readonly DiffRow[];
  readonly added: number;
  readonly removed: number;
}

export function diffRows(hunks: readonly DiffHunk[]): DiffRows {
  const rows: DiffRow[] = [];
  let nextLine = 1; // the next line of the new side
  for (const hunk of hunks) {
    const left = hunk.newStart - nextLine;
    if (left > 0 || rows.length > 0) rows.push({ kind: "gap", lines: Math.max(left, 0) });
    nextLine = addHunk(rows, hunk, hunk.oldStart, hunk.newStart).after;
  }
  return counted(rows);
}

interface DiffPlace {
  readonly before: number;
  readonly after: number;
}

/** Adds the lines of a hunk; returns the next line of both sides. */
function addHunk(rows: DiffRow[], hunk: DiffHunk, oldStart: number, newStart: number): DiffPlace {
  let before = oldStart;
  let after = newStart;
  for (const line of hunk.lines ?? []) {
    const sign = line.charAt(0);
    const text = line.slice(1);
    if (sign === "\\") rows.push({ kind: "note" });
    else if (sign === "+") rows.push({ kind: "line", change: "added", before: 0, after: after++, text });
    else if (sign === "-") rows.push({ kind: "line", change: "removed", before: before++, after: 0, text });
    // A context line that lost its leading space is shown whole, not without its first character.
    else
      rows.push({ kind: "line", change: "same", before: before++, after: after++, text: sign === " " ? text : line });
  }
  return { before, after };
}

function counted(rows: readonly DiffRow[]): DiffRows {
  const count = (change: LineRow["change"]): number =>
    rows.reduce((sum, row) => sum + (row.kind === "line" && row.change === change ? 1 : 0), 0);
  return { rows, added: count("added"), removed: count("removed") };
}

/** Returns the rows of a whole file with its changes in place; null if the patch does not match the file. */
export function wholeRows(file: readonly string[], hunks: readonly DiffHunk[]): DiffRows | null {
  const rows: DiffRow[] = [];
  let at: DiffPlace = { before: 1, after: 1 };
  const keepTo = (line: number): void => {
    for (let { before, after } = at; before < line;) {
      rows.push({ kind: "line", change: "same", before, after, text: file[before - 1] ?? "" });
      at = { before: ++before, after: ++after };
    }
  };
  let tabs = false;
  for (const hunk of hunks) {
    if (hunk.oldStart < at.before && hunk.oldStart > 0) return null;
    keepTo(Math.min(Math.max(hunk.oldStart, 1), file.length + 1));
    const from = rows.length;
    at = addHunk(rows, hunk, at.before, at.after);
    for (let index = from; index < rows.length; index++) {
      const row = rows[index];
      if (row?.kind !== "line" || row.change === "added") continue;
      const line = file[row.before - 1];
      if (line === undefined || spaced(line) !== spaced(row.text)) return null;
      tabs ||= line !== row.text && line.startsWith("\t");
      rows[index] = { ...row, text: line };
    }
  }
  keepTo(file.length + 1);
  return counted(
    tabs
      ? rows.map((row) => (row.kind === "line" && row.change === "added" ? { ...row, text: tabbed(row.text) } : row))
      : rows,
  );
}

/** Claude Code writes two spaces for each leading tab into its patches. */
function spaced(line: string): string {
  return line.replace(/^\t+/, (indent) => "  ".repeat(indent.length)).replace(/\r$/, "");
}

function tabbed(line: string): string {
  return line.replace(/^(?: {2})+/, (indent) => "\t".repeat(indent.length / 2));
}

/** Reports whether a patch is malformed: its counts differ from its lines, or lines have no kind. */
export function isInvalid(hunks: readonly DiffHunk[]): boolean {
  return hunks.some(({ oldLines, newLines, lines }) => {
    const signs = (lines ?? []).map((line) => line.charAt(0) || " "); // an empty line lost its leading space in transit
    const count = (signsToCount: string): number =>
      signs.reduce((sum, sign) => sum + (signsToCount.includes(sign) ? 1 : 0), 0);
    if (signs.some((sign) => !" +-\\".includes(sign))) return true;
    return (oldLines !== null && oldLines !== count(" -")) || (newLines !== null && newLines !== count(" +"));
  });
}

/** Returns a patch in the format that tools accept. */
export function patchText(name: string, hunks: readonly DiffHunk[]): string {
  const path = name.replace(/^\/+/, "");
  const out = [`--- a/${path}`, `+++ b/${path}`];
  for (const { oldStart, newStart, lines } of hunks) {
    const { added, removed, rows } = diffRows([{ oldStart, newStart, oldLines: null, newLines: null, lines }]);
    const same = rows.filter((row) => row.kind === "line").length - added - removed;
    out.push(`@@ -${oldStart},${same + removed} +${newStart},${same + added} @@`, ...(lines ?? []));
  }
  return out.join("\n") + "\n";
}

/** Returns the rows of one side, by index. */
export function side(rows: readonly DiffRow[], which: "before" | "after"): readonly number[] {
  const other = which === "before" ? "added" : "removed";
  return rows.flatMap((row, index) => (row.kind === "line" && row.change !== other ? [index] : []));
}

interface Pair {
  readonly removed: number;
  readonly added: number;
}

/** Returns removed lines with the added lines that replace them, in order. */
export function pairs(rows: readonly DiffRow[]): readonly Pair[] {
  const out: Pair[] = [];
  let removed: number[] = [];
  let taken = 0;
  let last: LineRow["change"] = "same";
  rows.forEach((row, index) => {
    if (row.kind === "note") return;
    const change = row.kind === "line" ? row.change : "same";
    if (change === "removed") {
      if (last !== "removed") {
        removed = [];
        taken = 0;
      }
      removed.push(index);
    } else if (change === "added") {
      const partner = removed[taken++];
      if (partner !== undefined) out.push({ removed: partner, added: index });
    } else {
      removed = [];
      taken = 0;
    }
    last = change;
  });
  return out;
}

/** A group of rows in a diff. In a change, the two sides are beside each other, and their lines in order. */
export type DiffBlock =
  | { readonly kind: "line"; readonly index: number }
  | { readonly kind: "change"; readonly before: readonly number[]; readonly after: readonly number[] }
  | { readonly kind: "unchanged"; readonly from: number; readonly to: number }; // long enough to be folded

const CONTEXT_LINES = 3;
const foldFrom = 6;
const maxChangeLines = 1_000; // rows of a side; longer changes are split into blocks, to be shown in steps

/** Splits rows into blocks; unchanged ranges are folded on request. */
export function blocks(rows: readonly DiffRow[], from = 0, to = rows.length, fold = true): readonly DiffBlock[] {
  const out: DiffBlock[] = [];
  let index = from;
  const change = (at: number): LineRow["change"] | "" => {
    const row = at < to ? rows[at] : undefined;
    return row?.kind === "line" ? row.change : "";
  };
  while (index < to) {
    if (change(index) === "same") {
      const start = index;
      while (change(index) === "same") index++;
      const foldStart = start === 0 ? start : start + CONTEXT_LINES;
      const foldEnd = index === rows.length ? index : index - CONTEXT_LINES;
      const folded = fold && foldEnd - foldStart >= foldFrom;
      for (let at = start; at < index; at++) {
        if (folded && at === foldStart) {
          out.push({ kind: "unchanged", from: foldStart, to: foldEnd });
          at = foldEnd - 1;
        } else out.push({ kind: "line", index: at });
      }
      continue;
    }
    const before: number[] = [];
    const after: number[] = [];
    const take = (kind: LineRow["change"], into: number[]): void => {
      while (
        into.length < maxChangeLines &&
        (change(index) === kind || (into.length > 0 && rows[index]?.kind === "note" && index < to))
      )
        into.push(index++);
    };
    take("removed", before);
    if (change(index) !== "removed") take("added", after);
    if (before.length + after.length > 0) out.push({ kind: "change", before, after });
    else out.push({ kind: "line", index: index++ });
  }
  return out;
}

const farthest = 2_000; // rows

/** Returns the context of a row as in a patch: the nearest line above that begins with a name. */
export function enclosing(rows: readonly DiffRow[], index: number): string {
  for (let at = index - 1; at >= 0 && index - at <= farthest; at--) {
    const row = rows[at];
    if (row?.kind === "line" && row.change !== "added" && /^[\p{L}_$]/u.test(row.text)) return row.text.trim();
  }
  return "";
}

/** Returns the number of rows of a block. */
export function height(block: DiffBlock | undefined): number {
  return block?.kind === "change" ? block.before.length + block.after.length : 1;
}
