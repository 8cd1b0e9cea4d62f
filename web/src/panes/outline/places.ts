import type { Entry } from "../../worker/model";

/** How high lines are, in px; the same figures stand in the styles. */
const heights: Readonly<Record<Entry["kind"], number>> = { turn: 46, attempt: 28, agent: 28, workflow: 28, compaction: 26, rest: 34 };

/** Where lines stand whose heights are known by their kinds. */
export class Places {
  readonly #starts: Float64Array; // and behind the last its end

  constructor(kinds: readonly Entry["kind"][]) {
    this.#starts = new Float64Array(kinds.length + 1);
    kinds.forEach((kind, at) => {
      this.#starts[at + 1] = (this.#starts[at] ?? 0) + heights[kind];
    });
  }

  get total(): number {
    return this.#starts[this.#starts.length - 1] ?? 0;
  }

  /** The height of most lines. */
  get usual(): number {
    return heights.turn;
  }

  start(at: number): number {
    return this.#starts[Math.max(0, Math.min(at, this.#starts.length - 1))] ?? 0;
  }

  /** The lines in sight, and some more at both ends. */
  around(top: number, height: number, beyond: number): number[] {
    const last = this.#starts.length - 2;
    const from = Math.max(0, this.#at(top) - beyond);
    const to = Math.min(last, this.#at(top + height) + beyond);
    return Array.from({ length: Math.max(0, to - from + 1) }, (_none, at) => from + at);
  }

  /** The line at an offset; beyond the ends, the first or the last. */
  #at(offset: number): number {
    let from = 0;
    let to = Math.max(0, this.#starts.length - 2);
    while (from < to) {
      const middle = (from + to + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) from = middle;
      else to = middle - 1;
    }
    return from;
  }
}
