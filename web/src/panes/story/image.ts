// Draws the overview of a session as a picture, on this machine.
import { title } from "../../session/header";
import { model } from "../../session/format";
import { stripInvisible } from "../../content/visible-text";
import type { Story } from "../../parser/model";
import { strings as rowStrings } from "../../rows/strings";
import type { SessionController } from "../session-controller";
import { Axis } from "../../session/timeline/axis";
import { type ColorName, Colors } from "../../session/timeline/colors";
import { paintStill } from "../../session/timeline/paint";
import { readSpans, type Spans } from "../../session/timeline/spans";
import { sizesOf } from "../../session/timeline/geometry";
import { Viewport } from "../../session/timeline/view-transform";
import { type Fact, factsOf } from "./facts";
import { endingText, strings } from "./strings";

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 56;
const INNER = WIDTH - 2 * MARGIN;
const TIMELINE_SCALE = 1.5;
const TIMELINE_TOP = 452;
const COLUMN_GAP = 48;
const FACTS_TOP = 372;
const LONGEST_FACT = 420; // px

const toneColors = { good: "sight", bad: "interrupt", none: "clock" } as const satisfies Record<string, ColorName>;

type Canvas = CanvasRenderingContext2D;

/** Returns a PNG of 1200 × 630 pixels. `root` contains the elements that colors are read from. */
export async function drawStory(controller: SessionController, story: Story, root: ShadowRoot): Promise<Blob> {
  const spans = await readSpans(controller.api, controller.session);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser has no canvas");
  new StoryPainter(context, root).paint(controller, story, spans);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("the canvas has no content")) : resolve(blob)));
  });
}

class StoryPainter {
  readonly #context: Canvas;
  readonly #colors: Colors;
  readonly #font: string;

  constructor(context: Canvas, root: ShadowRoot) {
    this.#context = context;
    this.#colors = new Colors(root);
    this.#font = getComputedStyle(root.host).fontFamily;
  }

  paint(controller: SessionController, story: Story, spans: Spans | undefined): void {
    const { info, dates } = controller;
    const context = this.#context;
    context.fillStyle = this.#colors.of("ground");
    context.fillRect(0, 0, WIDTH, HEIGHT);
    context.textBaseline = "alphabetic";
    if (info !== undefined) {
      this.#text(stripInvisible(title(info)), { x: MARGIN, y: 92, width: INNER, size: 40, weight: 600, lines: 1 });
      const about = [model(info.model), dates.date(info.start)].filter((part) => part !== "").join(" · ");
      this.#text(stripInvisible(about), { x: MARGIN, y: 130, width: INNER, size: 21, color: "faint", lines: 1 });
    }
    const column = (INNER - COLUMN_GAP) / 2;
    this.#quote(strings.asked, story.asked.text || strings.noPrompt, MARGIN, column);
    this.#quote(strings.endings[story.ending], endingText(story), MARGIN + column + COLUMN_GAP, column);
    this.#facts(factsOf(story, info), FACTS_TOP);
    if (spans !== undefined && spans.total > 0) this.#timeline(spans, controller);
    this.#text(strings.madeWith, { x: MARGIN, y: HEIGHT - 28, width: INNER, size: 18, color: "faint", lines: 1 });
  }

  #quote(label: string, text: string, x: number, width: number): void {
    this.#text(label, { x, y: 188, width, size: 18, color: "faint", lines: 1 });
    this.#text(stripInvisible(text), { x, y: 222, width, size: 25, lines: 4 });
  }

  /** Draws facts on two lines, as many as there is room for. */
  #facts(facts: readonly Fact[], y: number): void {
    const context = this.#context;
    context.font = `500 20px ${this.#font}`;
    const fits = (line: string): boolean => context.measureText(line).width <= LONGEST_FACT;
    let x = MARGIN;
    let line = 0;
    for (const fact of facts) {
      const whole = factText(fact);
      const text = fits(whole) ? whole : cut(whole, fits);
      const width = context.measureText(text).width + 28;
      if (x + width > WIDTH - MARGIN) {
        if (++line === 2) return;
        x = MARGIN;
      }
      this.#pill(text, toneColors[fact.tone ?? "none"], { x, y: y + line * 46, width });
      x += width + 10;
    }
  }

  #pill(text: string, color: ColorName, { x, y, width }: Pick<TextBox, "x" | "y" | "width">): void {
    const context = this.#context;
    context.fillStyle = this.#colors.of(color);
    context.globalAlpha = 0.12;
    context.beginPath();
    context.roundRect(x, y - 26, width, 38, 19);
    context.fill();
    context.globalAlpha = 1;
    context.fillText(text, x + 14, y);
  }

  #timeline(spans: Spans, { dates }: SessionController): void {
    const context = this.#context;
    const axis = new Axis(spans, spans.times === "recorded" ? "time" : "even", true);
    context.save();
    context.translate(MARGIN, TIMELINE_TOP);
    context.scale(TIMELINE_SCALE, TIMELINE_SCALE);
    context.beginPath();
    context.rect(0, 0, INNER / TIMELINE_SCALE, HEIGHT);
    context.clip();
    paintStill(context, {
      spans,
      viewport: Viewport.whole(axis, INNER / TIMELINE_SCALE),
      allLanes: false,
      sizes: sizesOf(18),
      selection: undefined,
      brush: undefined,
      hovered: undefined,
      cursor: undefined,
      pointer: undefined,
      colors: this.#colors,
      dates,
      font: `11px ${this.#font}`,
    });
    context.restore();
  }

  /** Draws a text of at most so many lines; y is the first baseline. */
  #text(text: string, at: TextBox): void {
    const context = this.#context;
    context.font = `${at.weight ?? 400} ${at.size}px ${this.#font}`;
    context.fillStyle = this.#colors.of(at.color ?? "ink");
    wrap(context, text, at.width, at.lines).forEach((line, index) =>
      context.fillText(line, at.x, at.y + index * at.size * 1.36),
    );
  }
}

function factText({ text, lines }: Fact): string {
  return stripInvisible(
    lines === undefined ? text : `${text} ${rowStrings.added(lines.added)} ${rowStrings.removed(lines.removed)}`,
  );
}

interface TextBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly weight?: number;
  readonly color?: "ink" | "faint";
  readonly lines: number;
}

/** Breaks a text between words into at most so many lines of a width; "…" replaces what does not fit. */
function wrap(context: Canvas, text: string, width: number, most: number): readonly string[] {
  const fits = (line: string): boolean => context.measureText(line).width <= width;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (lines.length + 1 === most) return [...lines, cut(longer, fits)];
    if (line !== "") lines.push(line);
    line = fits(word) ? word : cut(word, fits);
  }
  return line === "" ? lines : [...lines, line];
}

/** Returns the beginning of a line that fits together with "…". */
function cut(line: string, fits: (line: string) => boolean): string {
  const characters = Array.from(line.slice(0, 500));
  while (characters.length > 0 && !fits(`${characters.join("")}…`)) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}
