import type { Entry } from "../../parser/model";

/** A turn with more descendants than this is collapsed initially. */
const MAX_OPEN = 8;

/** A line of the tree: an entry with its position among its siblings. */
export interface OutlineLine {
  readonly entry: Entry;
  /** The index of the entry in the outline. */
  readonly at: number;
  readonly level: number; // from 1
  readonly position: number; // from 1, among its siblings
  readonly siblings: number; // the number of siblings
  /** Whether its children are shown; undefined if it has none. */
  readonly open: boolean | undefined;
  /** Whether it is shown only because a descendant matches the filter. */
  readonly aside: boolean;
  /** When the turn of a line before this one began; 0 if unknown. */
  readonly before: number;
}

/** Returns the name that identifies an entry while others are inserted before it. */
export function nameOf(entry: Entry): string {
  return `${entry.kind} ${entry.key} ${entry.agent}`;
}

/** Returns the parent of each entry, -1 for none. A compaction is in the middle of a turn, and has no children. */
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
  /** Returns the number of entries that match; all of them if there is no filter. */
  readonly found: number;
  /** For each entry the one that it stands below, -1 for none. */
  readonly parents: Int32Array;
}

/**
 * Returns the lines of a tree. `turned` contains the open state of entries where it differs from the initial one, by
 * name; `matches` is undefined without a filter.
 */
export function linesOf(
  entries: readonly Entry[],
  turned: ReadonlyMap<string, boolean>,
  matches: ((entry: Entry) => boolean) | undefined,
): ShownTree {
  const parents = parentsOf(entries);
  const below = new Int32Array(entries.length); // entries at all depths
  const marks = new Uint8Array(entries.length); // 1 if it matches, 2 if a descendant does
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
    // With a filter, all matches are shown.
    if (count > 0)
      open[at] =
        matches !== undefined ? 1 : Number(turned.get(nameOf(entry)) ?? (entry.kind !== "events" && count <= MAX_OPEN));
    const there = marks[at] !== 0 && (parent < 0 || open[parent] === 1);
    if (!there) {
      open[at] = 0; // its descendants are not shown either
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

/** Returns the line of an entry, or the first one after it. */
function lineAt(lines: readonly OutlineLine[], entry: number): number {
  let from = 0;
  let to = lines.length - 1;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((lines[middle]?.at ?? 0) < entry) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns the line of an entry, or of its collapsed ancestor; undefined if neither is shown. */
export function lineOf({ lines, parents }: ShownTree, entry: number): number | undefined {
  for (let at = entry; at >= 0; at = parents[at] ?? -1) {
    const line = lineAt(lines, at);
    if (lines[line]?.at === at) return line;
  }
  return undefined;
}

/** Returns the line of the parent, otherwise the line itself. */
export function above(lines: readonly OutlineLine[], at: number): number {
  const level = lines[at]?.level ?? 1;
  for (let before = at - 1; before >= 0; before--) {
    const one = lines[before];
    if (one !== undefined && one.level < level && one.entry.kind !== "compaction") return before;
  }
  return at;
}
