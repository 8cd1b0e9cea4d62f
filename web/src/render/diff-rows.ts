// A diff as rows: what stands on each line, with its numbers on both sides.

export interface DiffHunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly string[] | null; // each begins with ' ', '+', '-' or '\'
}

export interface LineRow {
  readonly kind: "line";
  readonly change: "same" | "added" | "removed";
  readonly before: number; // line number on the old side, 0 when it is not there
  readonly after: number;
  readonly text: string;
}

export type DiffRow =
  | LineRow
  | { readonly kind: "gap"; readonly lines: number } // unchanged lines that the patch leaves out, 0 when unknown
  | { readonly kind: "note" }; // no newline at the end of the file

export interface DiffRows {
  readonly rows: readonly DiffRow[];
  readonly added: number;
  readonly removed: number;
}

export function diffRows(hunks: readonly DiffHunk[]): DiffRows {
  const rows: DiffRow[] = [];
  let added = 0;
  let removed = 0;
  let reached = 1; // next line of the new side
  for (const hunk of hunks) {
    let before = hunk.oldStart;
    let after = hunk.newStart;
    const left = after - reached;
    if (left > 0 || rows.length > 0) rows.push({ kind: "gap", lines: Math.max(left, 0) });
    for (const line of hunk.lines ?? []) {
      const sign = line.charAt(0);
      if (sign === "\\") rows.push({ kind: "note" });
      else if (sign === "+") {
        rows.push({ kind: "line", change: "added", before: 0, after: after++, text: line.slice(1) });
        added++;
      } else if (sign === "-") {
        rows.push({ kind: "line", change: "removed", before: before++, after: 0, text: line.slice(1) });
        removed++;
      } else {
        // A context line that lost its blank is shown whole rather than cut.
        rows.push({ kind: "line", change: "same", before: before++, after: after++, text: sign === " " ? line.slice(1) : line });
      }
    }
    reached = after;
  }
  return { rows, added, removed };
}

/** The rows of one side, by index. */
export function side(rows: readonly DiffRow[], which: "before" | "after"): readonly number[] {
  const other = which === "before" ? "added" : "removed";
  return rows.flatMap((row, index) => (row.kind === "line" && row.change !== other ? [index] : []));
}

export interface Pair {
  readonly removed: number;
  readonly added: number;
}

/** Removed lines with the added lines that take their places, in order. */
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

export type Stretch = { readonly kind: "rows" | "unchanged"; readonly from: number; readonly to: number };

const keptAround = 4;
const foldFrom = 20;

/** Cuts the rows into those to show and long unchanged stretches to fold. */
export function stretches(rows: readonly DiffRow[]): readonly Stretch[] {
  const out: Stretch[] = [];
  let from = 0;
  let index = 0;
  const isSame = (row: DiffRow | undefined): boolean => row?.kind === "line" && row.change === "same";
  while (index < rows.length) {
    if (!isSame(rows[index])) {
      index++;
      continue;
    }
    const start = index;
    while (isSame(rows[index])) index++;
    const foldStart = start === 0 ? start : start + keptAround;
    const foldEnd = index === rows.length ? index : index - keptAround;
    if (foldEnd - foldStart < foldFrom) continue;
    if (foldStart > from) out.push({ kind: "rows", from, to: foldStart });
    out.push({ kind: "unchanged", from: foldStart, to: foldEnd });
    from = foldEnd;
  }
  if (from < rows.length) out.push({ kind: "rows", from, to: rows.length });
  return out;
}
