import type { Sight } from "../view-transform";
import type { Spans } from "../spans";

/** The first entry of a lane that reaches into a stretch of the strip, px, and the one after the last that does. */
export function inView(
  { spans, sight }: { readonly spans: Spans; readonly sight: Sight },
  lane: number,
  from = -8,
  to = sight.width + 8,
): readonly [number, number] {
  const { axis } = sight;
  const first = search(axis.reach, spans.lanes[lane] ?? 0, spans.ends[lane] ?? 0, sight.at(from).unit);
  return [first, search(axis.start, first, spans.ends[lane] ?? 0, sight.at(to).unit + 1e-6)];
}

/** The first of a stretch of sorted numbers that is no less than what is wanted. */
export function search(sorted: Float64Array, from: number, to: number, wanted: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((sorted[mid] ?? 0) < wanted) low = mid + 1;
    else high = mid;
  }
  return low;
}
