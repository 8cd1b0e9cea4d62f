import { PINS, RULER, downOf, lineOf, upOf } from "./geometry";
import type { Scene } from "./scene";
import { COMPACTION, FAILURE, INTERRUPT, NEWS, PROMPT, WAITING, isCall, laneOfEntry } from "./spans";

interface CanvasPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the rectangle of an entry, or undefined if its lane is not shown. */
export function placeOf(
  { spans, viewport, sizes }: Pick<Scene, "spans" | "viewport" | "sizes">,
  entry: number,
  lanes: number,
): CanvasPlace | undefined {
  const lane = laneOfEntry(spans, entry);
  if (lane >= lanes) return undefined;
  const kind = spans.kind[entry] ?? 0;
  const start = viewport.startX(entry);
  const end = viewport.endX(entry);
  const line = lineOf(sizes, lane);
  if (lane === 0 && (kind === PROMPT || kind === NEWS)) return { x: start - 4, y: RULER - 1, width: 8, height: PINS };
  if (lane === 0 && (kind === COMPACTION || kind === INTERRUPT || kind === FAILURE))
    return { x: end - 4, y: sizes.mainEnd + 2, width: 8, height: 8 };
  const x = Math.max(-10, start);
  const width = Math.max(3, Math.min(end, viewport.width + 10) - x);
  if (!isCall(kind))
    return {
      x,
      y: kind === WAITING ? line - 3 : line - upOf(sizes, lane),
      width,
      height: kind === WAITING ? 6 : upOf(sizes, lane),
    };
  const place = spans.place[entry] ?? 0;
  const height = (downOf(sizes, lane) - 1) / ((place >> 4) + 1);
  return { x, y: line + 1 + (place & 15) * height, width, height };
}
