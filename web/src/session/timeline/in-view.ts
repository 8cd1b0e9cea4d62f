import type { Viewport } from "./view-transform";
import type { Spans } from "./spans";

/** Returns the first entry of a lane that overlaps a range of the strip, in px, and the index after the last one. */
export function inView(
  { spans, viewport }: { readonly spans: Spans; readonly viewport: Viewport },
  lane: number,
  from = -8,
  to = viewport.width + 8,
): readonly [number, number] {
  const { axis } = viewport;
  const first = search(axis.reach, spans.lanes[lane] ?? 0, spans.ends[lane] ?? 0, viewport.at(from).unit);
  return [first, search(axis.start, first, spans.ends[lane] ?? 0, viewport.at(to).unit + 1e-6)];
}

/** Returns the first index in a sorted range whose number is not less than `value`. */
export function search(sorted: Float64Array, from: number, to: number, value: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((sorted[mid] ?? 0) < value) low = mid + 1;
    else high = mid;
  }
  return low;
}
