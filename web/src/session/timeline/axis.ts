import type { Spans } from "./spans";

/** The scale of the axis: proportional to time, or evenly spaced steps. */
export type AxisMode = "time" | "even";

/** A stretch of inactivity, drawn as narrow as possible. */
export interface TimeFold {
  readonly from: number;
  readonly to: number;
  /** The position, in units. */
  readonly at: number;
}

/** Gaps longer than this share of the active time are folded. */
const MIN_SHARE = 1 / 40;
const MIN_GAP = 60_000; // ms

/**
 * The positions of entries along the strip, in units: active milliseconds, or steps. It is computed once for a
 * timeline; a viewport shows part of it.
 */
export class Axis {
  readonly pace: AxisMode;
  readonly folds: readonly TimeFold[];
  /** The total length, in units. */
  readonly length: number;
  /** The positions of the starts and ends of entries, and how many folds precede them. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly foldsAtStart: Uint16Array;
  readonly foldsAtEnd: Uint16Array;
  /** The furthest end up to each entry in its lane, used to find the visible entries. */
  readonly reach: Float64Array;
  readonly from: number; // ms
  readonly to: number;
  readonly #times: Float64Array; // all distinct times, for steps

  constructor(spans: Spans, pace: AxisMode, folded: boolean) {
    const { total } = spans;
    this.pace = pace;
    let from = Infinity;
    let to = -Infinity;
    for (let lane = 0; lane < spans.lanes.length; lane++) {
      const first = spans.lanes[lane] ?? 0;
      const end = spans.ends[lane] ?? 0;
      if (first < end) from = Math.min(from, spans.start[first] ?? 0);
    }
    for (let i = 0; i < total; i++) to = Math.max(to, spans.end[i] ?? 0);
    this.from = total === 0 ? 0 : from;
    this.to = total === 0 ? 0 : to;
    this.#times = pace === "even" ? distinct(spans) : new Float64Array();
    this.folds = folded && pace === "time" ? foldsOf(spans.gaps, this.from, this.to) : [];
    this.start = new Float64Array(total);
    this.end = new Float64Array(total);
    this.reach = new Float64Array(total);
    this.foldsAtStart = new Uint16Array(total);
    this.foldsAtEnd = new Uint16Array(total);
    let length = 0;
    for (let lane = 0; lane < spans.lanes.length; lane++) {
      let reach = 0;
      for (let i = spans.lanes[lane] ?? 0; i < (spans.ends[lane] ?? 0); i++) {
        const start = spans.start[i] ?? 0;
        const end = spans.end[i] ?? 0;
        const folds = (this.foldsAtStart[i] = this.foldsBefore(start));
        const foldsEnd = (this.foldsAtEnd[i] = end === start ? folds : this.foldsBefore(end));
        this.start[i] = this.unitAt(start, folds);
        const at = (this.end[i] = this.unitAt(end, foldsEnd));
        reach = this.reach[i] = Math.max(reach, at);
        length = Math.max(length, at);
      }
    }
    this.length = Math.max(1, pace === "even" ? length + 1 : length);
  }

  /** Returns how many folds begin before a time. */
  foldsBefore(time: number): number {
    let low = 0;
    let high = this.folds.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if ((this.folds[mid]?.from ?? 0) < time) low = mid + 1;
      else high = mid;
    }
    return low;
  }

  unitAt(time: number, folds: number): number {
    if (this.pace === "even") return rank(this.#times, time);
    const last = this.folds[folds - 1];
    if (last === undefined) return time - this.from;
    return time < last.to ? last.at : last.at + (time - last.to);
  }

  /** Returns the time at a position, given how many folds precede it. */
  timeAt(unit: number, folds: number): number {
    if (this.pace === "even") return this.#times[Math.max(0, Math.min(Math.round(unit), this.#times.length - 1))] ?? 0;
    const last = this.folds[folds - 1];
    return last === undefined ? this.from + unit : last.to + (unit - last.at);
  }
}

function foldsOf(gaps: Float64Array, from: number, to: number): readonly TimeFold[] {
  let idle = 0;
  for (let i = 0; i + 1 < gaps.length; i += 2) idle += (gaps[i + 1] ?? 0) - (gaps[i] ?? 0);
  const minGap = Math.max(MIN_GAP, (to - from - idle) * MIN_SHARE);
  const folds: TimeFold[] = [];
  let folded = 0;
  for (let i = 0; i + 1 < gaps.length; i += 2) {
    const [start = 0, end = 0] = [gaps[i], gaps[i + 1]];
    if (end - start < minGap) continue;
    folds.push({ from: start, to: end, at: start - from - folded });
    folded += end - start;
  }
  return folds;
}

/** Returns all distinct times in order. */
function distinct({ start, end, total }: Spans): Float64Array {
  const all = new Float64Array(2 * total);
  all.set(start);
  all.set(end, total);
  all.sort();
  let count = 0;
  for (let i = 0; i < all.length; i++) {
    const time = all[i] ?? 0;
    if (i === 0 || time !== all[count - 1]) all[count++] = time;
  }
  return all.slice(0, count);
}

function rank(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((times[mid] ?? 0) < time) low = mid + 1;
    else high = mid;
  }
  return low;
}
