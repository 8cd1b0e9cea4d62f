import { RULER, lanesShown, laneAt, lineOf } from "./geometry";
import { inView } from "./in-view";
import type { Scene } from "./scene";
import { FAILED, NEWS, PROMPT, WAITING, isCall, isMark } from "./spans";

/** The entry at a point of the strip, and how many are drawn in the same place. */
export interface Hit {
  readonly entry: number;
  readonly count: number;
}

const NEAR = 3; // px

/** Returns the entry at a point, or undefined. Of several in one place, it is the longest. */
export function hit(
  scene: Pick<Scene, "spans" | "viewport" | "allLanes" | "sizes">,
  x: number,
  y: number,
): Hit | undefined {
  const { spans, viewport, sizes } = scene;
  const lane = laneAt(sizes, y, lanesShown(spans, scene.allLanes));
  if (lane < 0) return undefined;
  const [first, end] = inView(scene, lane, x - 2 * NEAR - 2, x + 2 * NEAR + 2);
  const line = lineOf(sizes, lane);
  const target =
    lane > 0
      ? y < line
        ? "model"
        : "calls"
      : y < RULER + 8
        ? "prompts"
        : y > sizes.mainEnd + 1
          ? "marks"
          : y < line
            ? "model"
            : "calls";
  let best = -1;
  let rank = -Infinity;
  let count = 0;
  for (let i = first; i < end; i++) {
    const from = viewport.startX(i);
    if (from > x + NEAR + 4) break;
    const to = viewport.endX(i);
    const kind = spans.kind[i] ?? 0;
    const mark = isMark(kind);
    if (!fits(target, kind, spans.flags[i] ?? 0, lane)) continue;
    const slack = mark || target === "marks" ? NEAR + 2 : NEAR;
    const [a, b] =
      target === "prompts" ? [from, from] : target === "marks" ? (isCall(kind) ? [from, from] : [to, to]) : [from, to];
    const away = x < a ? a - x : x > b ? x - b : 0;
    if (away > slack) continue;
    if (away <= 1 && to - from < 3) count++;
    let value = -away * 10 + Math.min(to - from, 9);
    if (kind === WAITING) value -= 5; // the entry before it is preferred
    if (isCall(kind) && target === "calls" && lane === 0 && away === 0) {
      const place = spans.place[i] ?? 0;
      const among = (place >> 4) + 1;
      const at = Math.floor(((y - line - 1) / (sizes.mainEnd - line)) * among);
      if (at !== (place & 15)) value -= 20;
    }
    if (value >= rank) {
      rank = value;
      best = i;
    }
  }
  return best < 0 ? undefined : { entry: best, count: Math.max(1, count) };
}

type HitTarget = "prompts" | "marks" | "model" | "calls";

function fits(target: HitTarget, kind: number, flags: number, lane: number): boolean {
  switch (target) {
    case "prompts":
      return kind === PROMPT || kind === NEWS;
    case "marks":
      return (isMark(kind) && kind !== PROMPT && kind !== NEWS) || (flags & FAILED) !== 0;
    case "model":
      return !isCall(kind) && (lane > 0 || (kind !== PROMPT && kind !== NEWS));
    case "calls":
      return isCall(kind) || kind === WAITING;
  }
}
