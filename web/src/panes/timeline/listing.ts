import { CALLING, type Spans, laneOfEntry } from "../../session/timeline/spans";

/** The entries as a list for keyboard navigation, lane by lane, without the time spent writing a call. */
export class Listing {
  readonly #spans: Spans;
  readonly #entries: Uint32Array;
  readonly #lanes: number[] = []; // the first of each lane

  constructor(spans: Spans) {
    this.#spans = spans;
    const all = new Uint32Array(spans.total);
    let count = 0;
    for (let lane = 0; lane < spans.lanes.length; lane++) {
      this.#lanes.push(count);
      for (let i = spans.lanes[lane] ?? 0; i < (spans.ends[lane] ?? 0); i++)
        if (spans.kind[i] !== CALLING) all[count++] = i;
    }
    this.#entries = all.subarray(0, count);
    this.#lanes.push(count);
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Returns the index in the list of an entry, or of the one after it. */
  indexOf(entry: number): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if ((this.#entries[mid] ?? 0) < entry) low = mid + 1;
      else high = mid;
    }
    return Math.min(low, this.#entries.length - 1);
  }

  at(index: number): number | undefined {
    return this.#entries[index];
  }

  /** Returns the first index and the number of entries in the same lane. */
  lane(entry: number): { readonly from: number; readonly size: number } {
    const lane = laneOfEntry(this.#spans, entry);
    const from = this.#lanes[lane] ?? 0;
    return { from, size: (this.#lanes[lane + 1] ?? from) - from };
  }

  /** Returns the entry so many steps away in the same lane, clamped to its ends. */
  step(entry: number, by: number): number {
    const { from, size } = this.lane(entry);
    return this.at(Math.max(from, Math.min(this.indexOf(entry) + by, from + size - 1))) ?? entry;
  }

  /** Returns the entry of another lane that is next in time, or undefined if there is no such lane. */
  across(entry: number, by: 1 | -1, lanes: number): number | undefined {
    const { start } = this.#spans;
    const lane = laneOfEntry(this.#spans, entry) + by;
    if (lane < 0 || lane >= lanes) return undefined;
    let low = this.#lanes[lane] ?? 0;
    const end = this.#lanes[lane + 1] ?? low;
    let high = end;
    const time = start[entry] ?? 0;
    while (low < high) {
      const mid = (low + high) >> 1;
      if ((start[this.at(mid) ?? 0] ?? 0) < time) low = mid + 1;
      else high = mid;
    }
    return this.at(Math.min(low, end - 1));
  }
}
