import type { Entry } from "../../worker/model";

/** A turn with more below it than this begins folded. */
const MOST_OPEN = 8;

/** A line of the tree: an entry with its place among those beside it. */
export interface Line {
  readonly entry: Entry;
  /** Place of the entry in the outline. */
  readonly at: number;
  readonly level: number; // from 1
  readonly position: number; // from 1, among those beside it
  readonly beside: number; // how many these are
  /** Whether what stands below it is shown; undefined where nothing does. */
  readonly open: boolean | undefined;
  /** Whether it is there only for what stands below it, while some are looked for. */
  readonly aside: boolean;
}

/** The words by which an entry is kept while others come before it. */
export function nameOf(entry: Entry): string {
  return `${entry.kind} ${entry.key} ${entry.agent}`;
}

/** For each entry the one that it stands below, -1 for none. A compaction stands in the midst of a turn, and nothing below it. */
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

/** What was looked for, in small letters; an entry must hold each of the words. */
export function wordsOf(text: string): readonly string[] {
  return text.toLocaleLowerCase().split(/\s+/).filter((word) => word !== "");
}

/** Whether an entry is among those that are looked for. */
export function holds(searched: string, words: readonly string[]): boolean {
  return words.every((word) => searched.includes(word));
}

export interface Shown {
  readonly lines: readonly Line[];
  /** How many entries are what was looked for; all of them if nothing was. */
  readonly found: number;
}

/**
 * The lines of a tree. `turned` says of entries, by name, whether they are open where that is
 * not as it begins; `wanted` whether an entry is looked for, undefined while nothing is.
 */
export function linesOf(entries: readonly Entry[], turned: ReadonlyMap<string, boolean>, wanted: ((at: number) => boolean) | undefined): Shown {
  const parents = parentsOf(entries);
  const below = new Int32Array(entries.length); // entries in all depths
  const kept = new Uint8Array(entries.length); // 1 looked for, 2 above such
  let found = 0;
  for (let at = entries.length - 1; at >= 0; at--) {
    const parent = parents[at] ?? -1;
    if (parent >= 0) below[parent] = (below[parent] ?? 0) + (below[at] ?? 0) + 1;
    if (wanted === undefined || wanted(at)) {
      kept[at] = 1;
      found++;
    }
    if ((kept[at] ?? 0) > 0 && parent >= 0 && kept[parent] === 0) kept[parent] = 2;
  }
  const open = new Uint8Array(entries.length);
  const shown: number[] = [];
  const siblings = new Map<number, number>();
  const positions: number[] = [];
  entries.forEach((entry, at) => {
    const parent = parents[at] ?? -1;
    const count = below[at] ?? 0;
    // While something is looked for, all that was found is shown.
    if (count > 0) open[at] = wanted !== undefined ? 1 : Number(turned.get(nameOf(entry)) ?? count <= MOST_OPEN);
    const there = kept[at] !== 0 && (parent < 0 || open[parent] === 1);
    if (!there) {
      open[at] = 0; // nor is what stands below it
      return;
    }
    const position = (siblings.get(parent) ?? 0) + 1;
    siblings.set(parent, position);
    shown.push(at);
    positions.push(position);
  });
  const lines = shown.flatMap((at, place): readonly Line[] => {
    const entry = entries[at];
    if (entry === undefined) return [];
    const parent = parents[at] ?? -1;
    return [
      {
        entry,
        at,
        level: entry.depth + 1,
        position: positions[place] ?? 1,
        beside: siblings.get(parent) ?? 1,
        open: (below[at] ?? 0) === 0 ? undefined : open[at] === 1,
        aside: kept[at] === 2,
      },
    ];
  });
  return { lines, found };
}
