import type { Entry } from "../../parser/model";

/** A turn with more below it than this begins folded. */
const MAX_OPEN = 8;

/** A line of the tree: an entry with its place among those beside it. */
export interface OutlineLine {
  readonly entry: Entry;
  /** Place of the entry in the outline. */
  readonly at: number;
  readonly level: number; // from 1
  readonly position: number; // from 1, among those beside it
  readonly siblings: number; // how many these are
  /** Whether what stands below it is shown; undefined where nothing does. */
  readonly open: boolean | undefined;
  /** Whether it is there only for what stands below it, while some are looked for. */
  readonly aside: boolean;
  /** When the turn on a line before this one began, 0 unknown. */
  readonly before: number;
}

/** The words by which an entry is kept while others come before it. */
export function nameOf(entry: Entry): string {
  return `${entry.kind} ${entry.key} ${entry.agent}`;
}

/**
 * For each entry the one that it stands below, -1 for none. A compaction stands in the midst of a turn, and nothing
 * below it.
 */
export function parentsOf(entries: readonly Entry[]): Int32Array {
  const parents = new Int32Array(entries.length).fill(-1);
  const above: number[] = []; // by depth
  entries.forEach(({ kind, depth }, at) => {
    if (kind === "compaction" || kind === "rest") return;
    const parent = above[depth - 1];
    if (depth > 0 && parent !== undefined) parents[at] = parent;
    above[depth] = at;
    above.length = depth + 1;
  });
  return parents;
}

export interface ShownTree {
  readonly lines: readonly OutlineLine[];
  /** How many entries are what was looked for; all of them if nothing was. */
  readonly found: number;
  /** For each entry the one that it stands below, -1 for none. */
  readonly parents: Int32Array;
}

/**
 * The lines of a tree. `turned` says of entries, by name, whether they are open where that is
 * not as it begins; `wanted` whether an entry is looked for, undefined while nothing is.
 */
export function linesOf(
  entries: readonly Entry[],
  turned: ReadonlyMap<string, boolean>,
  matches: ((entry: Entry) => boolean) | undefined,
): ShownTree {
  const parents = parentsOf(entries);
  const below = new Int32Array(entries.length); // entries in all depths
  const marks = new Uint8Array(entries.length); // 1 looked for, 2 above such
  let found = 0;
  for (let at = entries.length - 1; at >= 0; at--) {
    const parent = parents[at] ?? -1;
    const entry = entries[at];
    // A run of events begins folded, and counts as one.
    const inside = entry?.kind === "events" ? 0 : (below[at] ?? 0);
    if (parent >= 0) below[parent] = (below[parent] ?? 0) + inside + 1;
    if (entry !== undefined && (matches === undefined || matches(entry))) {
      marks[at] = 1;
      found++;
    }
    if ((marks[at] ?? 0) > 0 && parent >= 0 && marks[parent] === 0) marks[parent] = 2;
  }
  const open = new Uint8Array(entries.length);
  const shown: number[] = [];
  const siblings = new Map<number, number>();
  const positions: number[] = [];
  entries.forEach((entry, at) => {
    const parent = parents[at] ?? -1;
    const count = below[at] ?? 0;
    // While something is looked for, all that was found is shown.
    if (count > 0)
      open[at] =
        matches !== undefined ? 1 : Number(turned.get(nameOf(entry)) ?? (entry.kind !== "events" && count <= MAX_OPEN));
    const there = marks[at] !== 0 && (parent < 0 || open[parent] === 1);
    if (!there) {
      open[at] = 0; // nor is what stands below it
      return;
    }
    const position = (siblings.get(parent) ?? 0) + 1;
    siblings.set(parent, position);
    shown.push(at);
    positions.push(position);
  });
  let before = 0;
  const lines = shown.flatMap((at, place): readonly OutlineLine[] => {
    const entry = entries[at];
    if (entry === undefined) return [];
    const parent = parents[at] ?? -1;
    const turnBefore = before;
    if (entry.kind === "turn" && entry.start > 0) before = entry.start;
    return [
      {
        entry,
        at,
        level: entry.depth + 1,
        position: positions[place] ?? 1,
        siblings: siblings.get(parent) ?? 1,
        open: (below[at] ?? 0) === 0 ? undefined : open[at] === 1,
        aside: marks[at] === 2,
        before: turnBefore,
      },
    ];
  });
  return { lines, found, parents };
}

/** The line of an entry, or the first one after it. */
export function lineAt(lines: readonly OutlineLine[], entry: number): number {
  let from = 0;
  let to = lines.length - 1;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((lines[middle]?.at ?? 0) < entry) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The line of an entry, or of what it is folded into; undefined where neither is shown. */
export function lineOf({ lines, parents }: ShownTree, entry: number): number | undefined {
  for (let at = entry; at >= 0; at = parents[at] ?? -1) {
    const line = lineAt(lines, at);
    if (lines[line]?.at === at) return line;
  }
  return undefined;
}

/** The line that one stands below, else that one. */
export function above(lines: readonly OutlineLine[], at: number): number {
  const level = lines[at]?.level ?? 1;
  for (let before = at - 1; before >= 0; before--) {
    const one = lines[before];
    if (one !== undefined && one.level < level && one.entry.kind !== "compaction") return before;
  }
  return at;
}
