// Diff algorithms. All of them have limits, beyond which there is no result.
import { diffWordsWithSpace, structuredPatch } from "diff";
import { type DiffHunk, type DiffRow, pairs } from "./diff-rows";
import type { TextSpan } from "../code/runs";

const maxSize = 1_000_000; // characters on both sides
const maxLines = 20_000;
const context = 3;

/** Returns the hunks from one text to the other, or null if that takes too much work. */
export function computeHunks(before: string, after: string): readonly DiffHunk[] | null {
  if (before.length + after.length > maxSize || countLines(before) + countLines(after) > maxLines) return null;
  const patch = structuredPatch("", "", before, after, "", "", { context, timeout: 50, maxEditLength: 8_000 });
  return patch?.hunks ?? null;
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

const maxLine = 1_000;
const maxPairs = 1_000;
const budget = 40; // ms for all lines of a diff
const likeness = 0.35; // in two lines that are worth comparing word by word

/** Returns the changed spans inside changed lines, by row. Completely new rows have none. */
export function changedWords(rows: readonly DiffRow[]): ReadonlyMap<number, readonly TextSpan[]> {
  const out = new Map<number, readonly TextSpan[]>();
  const end = performance.now() + budget;
  for (const pair of pairs(rows).slice(0, maxPairs)) {
    if (performance.now() > end) break;
    const before = rows[pair.removed];
    const after = rows[pair.added];
    if (before?.kind !== "line" || after?.kind !== "line") continue;
    const words = compareWords(before.text, after.text);
    if (words === null) continue;
    out.set(pair.removed, words.before);
    out.set(pair.added, words.after);
  }
  return out;
}

interface Words {
  readonly before: readonly TextSpan[];
  readonly after: readonly TextSpan[];
}

export function compareWords(before: string, after: string): Words | null {
  if (before.length > maxLine || after.length > maxLine) return null;
  const parts = diffWordsWithSpace(before, after, { maxEditLength: 200 });
  if (parts === undefined) return null;
  const spans: { readonly before: TextSpan[]; readonly after: TextSpan[] } = { before: [], after: [] };
  let oldAt = 0;
  let newAt = 0;
  let common = 0;
  for (const part of parts) {
    const size = part.value.length;
    if (part.removed) extend(spans.before, oldAt, (oldAt += size));
    else if (part.added) extend(spans.after, newAt, (newAt += size));
    else {
      if (part.value.trim() !== "") common += part.value.trim().length;
      oldAt += size;
      newAt += size;
    }
  }
  const longer = Math.max(before.trim().length, after.trim().length);
  return common >= longer * likeness ? spans : null;
}

function extend(spans: TextSpan[], from: number, to: number): void {
  const last = spans.at(-1);
  if (last?.to === from) spans[spans.length - 1] = { from: last.from, to };
  else spans.push({ from, to });
}
