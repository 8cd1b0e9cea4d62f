import { FenwickTree } from "../../base/fenwick-tree";
import type { Entry } from "../../parser/model";

/** About how high lines are until they were drawn, in px. */
const heights: Readonly<Record<Entry["kind"], number>> = {
  turn: 47,
  attempt: 28,
  agent: 28,
  workflow: 28,
  compaction: 26,
  rest: 34,
};
const ROW = 18; // of a turn's words, in px
const LETTERS = 30; // in one of these

/** Where lines stand. */
export class LineOffsets {
  #known = new WeakMap<Entry, number>(); // heights of those that were drawn
  #entries: readonly Entry[] = [];
  #offsets = new FenwickTree(0, () => 0);

  arrange(entries: readonly Entry[]): void {
    this.#entries = entries;
    this.#offsets = new FenwickTree(entries.length, (at) => {
      const entry = entries[at];
      return entry === undefined ? 0 : (this.#known.get(entry) ?? about(entry));
    });
  }

  /** Another width makes other heights. */
  forget(): void {
    this.#known = new WeakMap();
  }

  get total(): number {
    return this.#offsets.total;
  }

  start(at: number): number {
    return this.#offsets.start(at);
  }

  /** The line at an offset; beyond the ends, the first or the last. */
  at(offset: number): number {
    return this.#offsets.at(offset);
  }

  /** The lines in sight, and some more at both ends. */
  around(top: number, height: number, beyond: number): number[] {
    const from = Math.max(0, this.at(top) - beyond);
    const to = Math.min(this.#offsets.count - 1, this.at(top + height) + beyond);
    return Array.from({ length: Math.max(0, to - from + 1) }, (_none, at) => from + at);
  }

  /** A line was drawn, so high: how much more that is than was thought. */
  measured(at: number, height: number): number {
    const entry = this.#entries[at];
    if (entry === undefined || height === 0) return 0;
    this.#known.set(entry, height);
    const more = height - this.#offsets.size(at);
    this.#offsets.resize(at, height);
    return more;
  }
}

function about({ kind, text }: Entry): number {
  return heights[kind] + (kind === "turn" && text.length > LETTERS ? ROW : 0);
}
