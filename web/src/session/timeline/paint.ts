import type { Colors } from "./colors";
import { MARKS, PINS, RULER, type Sizes, downOf, lanesShown, lineOf, upOf } from "./geometry";
import { Density } from "./density";
import { inView } from "./in-view";
import { placeOf } from "./place";
import { paintRuler } from "./ruler";
import type { Scene } from "./scene";
import {
  ASIDE,
  ASKED,
  CALLING,
  COMPACTION,
  FAILED,
  FAILURE,
  INTERRUPT,
  NEWS,
  OPEN,
  PROMPT,
  type Spans,
  STARTER,
  THINKING,
  WAITING,
  hues,
  isCall,
} from "./spans";

/** The minimum width, in px, of entries that are drawn individually; narrower ones are drawn as densities. */
const SINGLE = 1.5;

/** Failures closer than this, in px, are drawn as their number. */
const CLUSTER = 13;

type Context = CanvasRenderingContext2D;

/** Draws what does not move with the pointer. The cost depends on the width and on the number of visible entries. */
export function paintStill(context: Context, scene: Scene): void {
  const lanes = lanesShown(scene.spans, scene.allLanes);
  const density = new Density(scene.viewport.width);
  paintGrounds(context, scene, lanes);
  for (let lane = 0; lane < lanes; lane++) paintLane(context, scene, lane, density);
  paintFolds(context, scene, bottomOf(scene.sizes, lanes));
  paintRuler(context, scene);
  paintMarks(context, scene, bottomOf(scene.sizes, lanes));
}

/** Draws the range of the conversation's viewport, and the entries at the pointer and the keyboard cursor. */
export function paintMoving(context: Context, scene: Scene): void {
  const lanes = lanesShown(scene.spans, scene.allLanes);
  paintBrush(context, scene, bottomOf(scene.sizes, lanes));
  paintSelection(context, scene, bottomOf(scene.sizes, lanes));
  if (scene.pointer !== undefined) {
    context.globalAlpha = 0.35;
    context.fillStyle = scene.colors.of("ink");
    context.fillRect(Math.round(scene.pointer), RULER, 1, bottomOf(scene.sizes, lanes) - RULER);
    context.globalAlpha = 1;
  }
  for (const entry of new Set([scene.hovered, scene.cursor]))
    if (entry !== undefined) paintFrame(context, scene, entry, lanes);
}

function bottomOf(sizes: Sizes, lanes: number): number {
  return lanes > 1 ? lineOf(sizes, lanes - 1) + downOf(sizes, lanes - 1) + 2 : sizes.mainEnd + MARKS;
}

function paintGrounds(context: Context, { spans, viewport, colors, sizes }: Scene, lanes: number): void {
  context.fillStyle = colors.of("line");
  for (let lane = 0; lane < lanes; lane++) context.fillRect(0, lineOf(sizes, lane), viewport.width, 1);
  // The first and last unit of each agent.
  const from = new Map<number, number>();
  const to = new Map<number, number>();
  for (let lane = 1; lane < lanes; lane++) {
    const [first, end] = inView({ spans, viewport }, lane);
    from.clear();
    to.clear();
    for (let i = first; i < end; i++) {
      const agent = spans.agent[i] ?? 0;
      if (!from.has(agent)) from.set(agent, viewport.startX(i));
      to.set(agent, Math.max(to.get(agent) ?? -Infinity, viewport.endX(i)));
    }
    for (const [agent, x] of from) {
      const width = Math.max(2, (to.get(agent) ?? x) - x);
      context.globalAlpha = 0.16;
      context.fillStyle = hueOf(spans, agent, colors);
      context.beginPath();
      context.roundRect(
        x,
        lineOf(sizes, lane) - upOf(sizes, lane) - 1,
        width,
        upOf(sizes, lane) + downOf(sizes, lane) + 2,
        Math.min(3, width / 2),
      );
      context.fill();
    }
    context.globalAlpha = 1;
  }
}

function hueOf(spans: Spans, agent: number, colors: Colors): string {
  const hue = hues[(spans.hues[agent - 1] ?? 0) - 1];
  return colors.of(hue ?? "faint");
}

function paintLane(context: Context, scene: Scene, lane: number, density: Density): void {
  const { spans, viewport, colors, sizes } = scene;
  const line = lineOf(sizes, lane);
  const up = upOf(sizes, lane);
  const down = downOf(sizes, lane);
  const [first, end] = inView(scene, lane);
  density.clear();
  // All entries can be visible, so nothing is looked up in this loop that can be known before it.
  const { kind: kinds, flags: flagsOf, agent: agents } = spans;
  const { start, end: ends, foldsAtStart, foldsAtEnd } = viewport.axis;
  const { scale, fold, left, width: whole } = viewport;
  for (let i = first; i < end; i++) {
    const kind = kinds[i] ?? 0;
    if (kind === PROMPT || kind === NEWS || kind === COMPACTION) continue;
    const flags = flagsOf[i] ?? 0;
    const x = (start[i] ?? 0) * scale + (foldsAtStart[i] ?? 0) * fold - left;
    const width = (ends[i] ?? 0) * scale + (foldsAtEnd[i] ?? 0) * fold - left - x;
    if (x > whole || x + width < 0) continue;
    const agent = agents[i] ?? 0;
    if (kind === WAITING || kind === ASKED) {
      if (width >= 3)
        paintWait(context, x, width, line, kind === ASKED ? down : Math.min(up, down) / 2.5, colors, kind === ASKED);
      else if (kind === ASKED) density.add("tool", x, width);
      continue;
    }
    if (width < SINGLE) {
      density.add(
        isCall(kind) ? ((flags & FAILED) !== 0 ? "failed" : "tool") : kind === THINKING ? "thinking" : "reply",
        x,
        width,
      );
      if (agent > 0) density.agent = agent;
      continue;
    }
    const room = width - (width > 4 ? 1 : 0.4);
    context.globalAlpha = (flags & ASIDE) !== 0 ? 0.45 : 1;
    if (isCall(kind)) {
      const place = spans.place[i] ?? 0;
      const among = (place >> 4) + 1;
      const height = (down - 1) / among;
      const y = line + 1 + (place & 15) * height;
      const tall = Math.max(1, height - (among > 1 ? 1 : 0));
      context.fillStyle =
        (flags & FAILED) !== 0
          ? colors.of("failed")
          : agent > 0
            ? hueOf(spans, agent, colors)
            : (flags & STARTER) !== 0
              ? colors.of("starter")
              : colors.of("tool");
      if (agent > 0 && (flags & FAILED) === 0) context.globalAlpha *= 0.55;
      if ((flags & OPEN) !== 0) context.globalAlpha *= 0.5;
      block(context, x, y, room, tall);
    } else {
      const interrupted = kind === INTERRUPT || kind === FAILURE;
      context.fillStyle =
        agent > 0
          ? hueOf(spans, agent, colors)
          : kind === THINKING || interrupted
            ? colors.of("thinking")
            : kind === CALLING
              ? colors.of("calling")
              : colors.of("reply");
      if (agent > 0 && kind === THINKING) context.globalAlpha *= 0.6;
      block(context, x, line - up, room, up);
    }
  }
  context.globalAlpha = 1;
  density.paint(context, {
    line,
    up,
    down,
    colors,
    agent: lane === 0 ? undefined : hueOf(spans, density.agent, colors),
  });
}

function block(context: Context, x: number, y: number, width: number, height: number): void {
  if (width < 5) {
    context.fillRect(x, y, width, height);
    return;
  }
  context.beginPath();
  context.roundRect(x, y, width, height, Math.min(2, height / 2));
  context.fill();
}

/** Draws a wait as a row of dots, with an outline if a tool asks. */
function paintWait(
  context: Context,
  x: number,
  width: number,
  line: number,
  height: number,
  colors: Colors,
  asks: boolean,
): void {
  const from = Math.max(x + 1.5, -8);
  const to = Math.min(x + width - 1.5, 4000);
  context.strokeStyle = colors.of("asked");
  context.lineWidth = 1;
  if (asks) {
    context.beginPath();
    context.roundRect(x + 0.5, line + 1.5, Math.max(1, width - 1), height - 2, 2);
    context.stroke();
  }
  context.save();
  context.setLineDash([1.5, 3.5]);
  context.lineCap = "round";
  context.lineWidth = 1.6;
  context.beginPath();
  const y = asks ? line + height / 2 : line + 0.5;
  context.moveTo(from, y);
  context.lineTo(to, y);
  context.stroke();
  context.restore();
}

/** Draws the folds: hatched, between two torn edges. */
function paintFolds(context: Context, { viewport, colors }: Scene, bottom: number): void {
  const { axis, fold } = viewport;
  if (fold < 1) return;
  axis.folds.forEach(({ at }, index) => {
    const x = viewport.x(at, index);
    if (x > viewport.width || x + fold < 0) return;
    const narrow = fold < 8;
    context.fillStyle = colors.of("ground");
    context.fillRect(x, RULER, fold, bottom - RULER);
    context.strokeStyle = colors.of("faint");
    context.globalAlpha = narrow ? 0.3 : 0.45;
    context.lineWidth = 1;
    context.beginPath();
    for (const edge of narrow ? [x + fold / 2] : [x + 3, x + fold - 3]) {
      for (let y = RULER + PINS, side = 0; y <= bottom; y += 4, side ^= 1) {
        const px = edge + (side === 0 ? -1.5 : 1.5);
        if (side === 0 && y === RULER + PINS) context.moveTo(px, y);
        else context.lineTo(px, y);
      }
    }
    context.stroke();
    context.globalAlpha = 1;
  });
}

/** Draws prompts above the conversation, and errors, compactions and interruptions below it. */
function paintMarks(context: Context, scene: Scene, bottom: number): void {
  const { spans, viewport, colors, sizes } = scene;
  const [first, end] = inView(scene, 0);
  const last = { prompt: -Infinity, news: -Infinity };
  const failures: number[] = [];
  const row = sizes.mainEnd + 3;
  for (let i = first; i < end; i++) {
    const kind = spans.kind[i] ?? 0;
    const flags = spans.flags[i] ?? 0;
    if (kind === PROMPT || kind === NEWS) {
      const x = viewport.startX(i);
      const what = kind === PROMPT ? "prompt" : "news";
      if (x - last[what] < 3 || x < -6 || x > viewport.width + 6) continue;
      last[what] = x;
      context.fillStyle = colors.of(what);
      context.globalAlpha = (flags & ASIDE) !== 0 ? 0.5 : 1;
      pin(context, x, kind === PROMPT ? 4 : 2.5);
      context.globalAlpha *= 0.3;
      context.fillRect(x - 0.5, RULER + PINS, 1, sizes.mainEnd - RULER - PINS);
      context.globalAlpha = 1;
      continue;
    }
    const x = viewport.endX(i);
    if (kind === COMPACTION) {
      context.fillStyle = colors.of("compaction");
      context.globalAlpha = 0.45;
      context.fillRect(x - 0.5, RULER, 1, bottom - RULER);
      context.globalAlpha = 1;
      triangle(context, x, row + 7, 4.5);
    } else if (kind === INTERRUPT) {
      context.fillStyle = colors.of("interrupt");
      context.fillRect(x - 3, row, 6, 6);
    } else if ((flags & FAILED) !== 0) {
      failures.push(kind === FAILURE ? x : viewport.startX(i));
    }
  }
  paintFailures(context, scene, failures, row + 4);
}

/** Draws failures as dots below their calls, and those that would overlap as their number. */
function paintFailures(
  context: Context,
  { viewport, colors, sizes, font }: Scene,
  failures: number[],
  y: number,
): void {
  failures.sort((a, b) => a - b);
  context.font = `600 ${font.replace("11px", "10px")}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let from = 0, to; from < failures.length; from = to) {
    const first = failures[from] ?? 0;
    for (to = from + 1; to < failures.length && (failures[to] ?? 0) - first < CLUSTER;) to++;
    const x = (first + (failures[to - 1] ?? first)) / 2;
    if (x < -CLUSTER || x > viewport.width + CLUSTER) continue;
    context.fillStyle = colors.of("failed");
    context.globalAlpha = 0.35;
    context.fillRect(Math.round(first), sizes.mainLine, 1, y - sizes.mainLine);
    context.globalAlpha = 1;
    const count = to - from;
    const text = count > 1 ? String(count) : "";
    const half = count > 1 ? Math.max(6, context.measureText(text).width / 2 + 3.5) : 3;
    const center = Math.max(half, Math.min(x, viewport.width - half));
    context.beginPath();
    context.roundRect(center - half, y - Math.min(half, 6), 2 * half, 2 * Math.min(half, 6), 6);
    context.fill();
    if (text === "") continue;
    context.fillStyle = colors.of("ground");
    context.fillText(text, center, y + 0.5);
  }
  context.textAlign = "start";
  context.textBaseline = "alphabetic";
}

function pin(context: Context, x: number, size: number): void {
  context.beginPath();
  context.moveTo(x - size, RULER);
  context.lineTo(x + size, RULER);
  context.lineTo(x, RULER + PINS);
  context.fill();
}

function triangle(context: Context, x: number, y: number, size: number): void {
  context.beginPath();
  context.moveTo(x - size, y);
  context.lineTo(x + size, y);
  context.lineTo(x, y - 7);
  context.fill();
}

function paintBrush(context: Context, { brush, viewport, colors }: Scene, bottom: number): void {
  if (brush === undefined) return;
  const [from, to] = brush;
  if (to < 0 || from > viewport.width) return;
  context.fillStyle = colors.of("sight");
  context.globalAlpha = 0.13;
  context.fillRect(from, RULER, to - from, bottom - RULER);
  context.globalAlpha = 1;
  context.fillRect(from, RULER - 3, to - from, 3);
  context.fillRect(from, RULER, 1, bottom - RULER);
  context.fillRect(to - 1, RULER, 1, bottom - RULER);
}

/** Draws the range that is being selected: the rest is dimmed. */
function paintSelection(context: Context, { selection, viewport, colors }: Scene, bottom: number): void {
  if (selection === undefined) return;
  const [from, to] = selection;
  context.fillStyle = colors.of("ground");
  context.globalAlpha = 0.65;
  context.fillRect(0, RULER, from, bottom - RULER);
  context.fillRect(to, RULER, viewport.width - to, bottom - RULER);
  context.globalAlpha = 1;
  context.fillStyle = colors.of("ink");
  context.fillRect(from, RULER, 1, bottom - RULER);
  context.fillRect(to - 1, RULER, 1, bottom - RULER);
}

/** Draws a frame around one entry. */
function paintFrame(context: Context, scene: Scene, entry: number, lanes: number): void {
  const place = placeOf(scene, entry, lanes);
  if (place === undefined) return;
  const { x, y, width, height } = place;
  context.strokeStyle = scene.colors.of("ink");
  context.lineWidth = entry === scene.cursor ? 2 : 1.25;
  context.beginPath();
  context.roundRect(x - 1.5, y - 1.5, width + 3, height + 3, 3);
  context.stroke();
}
