import { type Dates, duration, shortDay } from "../format";
import type { TimeFold } from "./axis";
import { RULER } from "./geometry";
import { inView } from "./in-view";
import type { Scene } from "./scene";
import { ASIDE, NEWS, PROMPT, WAITING } from "./spans";
import { strings } from "./strings";
import { number } from "../../base/format";

const STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
  2_592_000,
].map((s) => s * 1000);
const LABEL_SPACING = 92; // px between two labels at least
const MAX_TICKS = 400;
const LONG_PAUSE = 3_600_000; // ms
const BASE = 13; // of the letters, px from the top

/** Draws the line above the strip: times, or the starts of turns if steps are evenly spaced. */
export function paintRuler(context: CanvasRenderingContext2D, scene: Scene): void {
  const { viewport, colors, font } = scene;
  context.font = font;
  context.textBaseline = "alphabetic";
  context.fillStyle = colors.of("line");
  context.fillRect(0, RULER, viewport.width, 1);
  const taken: [number, number][] = [];
  const label = (text: string, x: number, centered: boolean, color: string): boolean => {
    const width = context.measureText(text).width;
    const from = Math.max(2, Math.min(centered ? x - width / 2 : x + 4, viewport.width - width - 2));
    if (taken.some(([a, b]) => from < b + 10 && from + width > a - 10)) return false;
    taken.push([from, from + width]);
    context.fillStyle = color;
    context.fillText(text, from, BASE);
    return true;
  };
  if (viewport.axis.pace === "even") {
    turns(scene, label);
    return;
  }
  const labelPauses = (isShown: (fold: TimeFold) => boolean): void => {
    context.font = `italic ${font}`;
    viewport.axis.folds.forEach((fold, index) => {
      const x = viewport.x(fold.at, index) + viewport.fold / 2;
      if (viewport.fold > 5 && x > 0 && x < viewport.width && isShown(fold))
        label(pauseText(fold, scene.dates), x, true, colors.of("faint"));
    });
    context.font = font;
  };
  if (scene.spans.times === "recorded") {
    startTime(scene, label);
    labelPauses(({ from, to }) => to - from >= LONG_PAUSE); // more useful than a round time beside them
    times(context, scene, label);
  }
  labelPauses(() => true);
}

/** Formats the length of a pause, and the new day if it ends on another one. */
function pauseText({ from, to }: TimeFold, dates: Dates): string {
  const text = strings.pause(shortly(to - from));
  const day = dates.date(to);
  return day === dates.date(from) ? text : `${text}, ${shortDay(day)}`;
}

type Label = (text: string, x: number, centered: boolean, color: string) => boolean;

function turns({ spans, viewport, colors }: Scene, label: Label): void {
  const [first, end] = inView({ spans, viewport }, 0);
  let last = -Infinity;
  for (let i = first; i < end; i++) {
    const kind = spans.kind[i] ?? 0;
    // Abandoned turns have no number.
    if ((kind !== PROMPT && kind !== NEWS) || ((spans.flags[i] ?? 0) & ASIDE) !== 0) continue;
    const turn = spans.prompt[i] ?? 0;
    // No turn begins with this entry.
    if (turn === 0 || spans.prompt[spans.kind[i - 1] === WAITING ? i - 2 : i - 1] === turn) continue;
    const x = viewport.startX(i);
    if (x - last < 40 || x < 0) continue;
    if (label(number(turn), x, false, colors.of("clock"))) last = x;
  }
}

/** Returns the step between round times, and how to format one. */
function steps({ viewport, dates }: Scene): { readonly step: number; readonly clock: (time: number) => string } {
  const step = STEPS.find((ms) => ms * viewport.scale >= LABEL_SPACING) ?? STEPS.at(-1) ?? 1;
  return { step, clock: (time) => (step < 60_000 ? dates.exactTime(time) : dates.time(time)) };
}

function leftTime({ viewport }: Scene): number {
  const left = viewport.at(0);
  return viewport.axis.timeAt(left.unit, Math.floor(left.folds));
}

/** Draws the time at the left end. */
function startTime(scene: Scene, label: Label): void {
  const first = leftTime(scene);
  label(`${shortDay(scene.dates.date(first))} ${steps(scene).clock(first)}`, -4, false, scene.colors.of("clock"));
}

/** Draws round times that fit. */
function times(context: CanvasRenderingContext2D, scene: Scene, label: Label): void {
  const { viewport, colors, dates } = scene;
  const { axis } = viewport;
  const { step, clock } = steps(scene);
  const left = viewport.at(0);
  const right = viewport.at(viewport.width);
  let day = dates.date(leftTime(scene));
  let labels = 0;
  for (let part = Math.floor(left.folds); part <= Math.min(axis.folds.length, Math.ceil(right.folds)); part++) {
    const begins = axis.folds[part - 1]?.to ?? axis.from;
    const ends = axis.folds[part]?.from ?? axis.to;
    const from = Math.max(begins, axis.timeAt(part === Math.floor(left.folds) ? left.unit : -Infinity, part));
    const offset = new Date(from).getTimezoneOffset() * 60_000;
    for (let time = Math.ceil((from - offset) / step) * step + offset; time <= ends; time += step) {
      const x = viewport.x(axis.unitAt(time, part), part);
      if (x > viewport.width || ++labels > MAX_TICKS) return;
      const today = dates.date(time);
      const text = step >= 86_400_000 ? today : day === today ? clock(time) : `${shortDay(today)} ${clock(time)}`;
      if (!label(text, x, false, colors.of("clock"))) continue;
      day = today;
      context.fillStyle = colors.of("line");
      context.fillRect(Math.round(x), 5, 1, RULER - 5);
    }
  }
}

/** Formats a duration in its largest unit. */
export function shortly(ms: number): string {
  const [hours, days] = [ms / 3_600_000, ms / 86_400_000];
  if (days >= 2) return strings.days(Math.round(days));
  return hours >= 2 ? strings.hours(Math.round(hours)) : duration(Math.round(ms / 60_000) * 60_000);
}
