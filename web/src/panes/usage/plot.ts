import { LitElement, type PropertyValues, type TemplateResult, html } from "lit";
import { property, state } from "lit/decorators.js";
import type uPlot from "uplot";
import { strings } from "./strings";
import { plotStyles } from "./plot-styles";
import { baseStyles } from "../../ui/base-styles";
import { reportUnlessShown } from "../../parser/parser-loss";

/** A part of the height of each point. */
export interface PlotLayer {
  /** The custom property that has its color. */
  readonly color: string;
  readonly heights: Float64Array;
}

/** A series of evenly spaced points. */
export interface PlotSeries {
  readonly name: string;
  /** The heights of the points. */
  readonly heights: Float64Array;
  readonly look: "area" | "bars";
  /** What the heights consist of, the lowest first. */
  readonly layers?: readonly PlotLayer[];
  /** A line above the points, 0 where there is none. */
  readonly limit?: Float64Array;
  /** The indexes of points that are preceded by an event. */
  readonly marks?: readonly number[];
  /** The name of the horizontal axis. */
  readonly across: string;
  /** Returns the label below a point, on one or two lines; `before` is the previously labeled point. */
  readonly below: (point: number, before: number | undefined) => string;
  /** Returns the label of a height. */
  readonly axisLabel: (height: number) => string;
  /** Describes a point in words. */
  readonly describe: (point: number) => string;
  /** Called when the user chooses a point. */
  readonly choose?: (point: number) => void;
}

const HEIGHT = 200;
const LINE = 16; // px, for labels below the plot
const HALF_LETTER = 3.3; // px of width there
/** A limit more than this many times the highest point is not drawn: it would flatten the points. */
export const FAR = 3;
const PALETTE = {
  ink: "--u-ink-3",
  line: "--u-line",
  limit: "--u-ink-3",
  mark: "--u-warn",
  series: "--u-accent",
  fill: "--u-accent-soft",
} as const;

/** `<unspool-plot>` is drawn on a canvas, navigated with the arrow keys, and described in words below it. */
export class Plot extends LitElement {
  @property({ attribute: false }) course!: PlotSeries;
  /** The chosen point, which is marked. */
  @property({ type: Number }) chosen: number | undefined;
  /** The described point; undefined at first. */
  @state() private at: number | undefined;
  @state() private hasFailed = false;
  #library: typeof uPlot | undefined; // a third of the code of all panes, and only plots need it
  #plot: uPlot | undefined;
  readonly #resized = new ResizeObserver(() => this.#fit());

  protected override render(): TemplateResult {
    const { course, at } = this;
    return html`<div
        class="plot"
        role="application"
        tabindex="0"
        aria-roledescription=${strings.plot}
        aria-label=${course.name}
        aria-describedby="keys"
        @keydown=${this.#press}
        @click=${() => this.#choose()}
        @transitionend=${() => this.#draw()}
      ></div>
      <p class="across">${course.across}</p>
      <p class="readout" aria-live="polite">
        ${
          this.hasFailed
            ? strings.noPlot
            : at === undefined || at >= course.heights.length
              ? strings.pointAt
              : course.describe(at)
        }
      </p>
      <p id="keys" hidden>${strings.plotKeys}</p>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("course")) this.#draw();
    else if (changed.has("chosen")) this.#plot?.redraw(false);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resized.observe(this);
    if (this.#library === undefined) void this.#load();
    else if (this.hasUpdated) this.#draw();
  }

  async #load(): Promise<void> {
    try {
      this.#library = (await import("uplot")).default;
      this.hasFailed = false;
      if (this.isConnected) this.#draw();
    } catch (error) {
      reportUnlessShown(error);
      this.hasFailed = true;
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
    this.#plot?.destroy();
    this.#plot = undefined;
  }

  get #box(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(".plot");
  }

  #fit(): void {
    const width = this.#box?.clientWidth ?? 0;
    if (width > 0 && this.#plot?.width !== width) this.#plot?.setSize({ width, height: HEIGHT });
  }

  #draw(): void {
    const [box, library] = [this.#box, this.#library];
    if (box === null || library === undefined) return;
    this.#plot?.destroy();
    const { heights, limit } = this.course;
    const places = Float64Array.from(heights, (_height, i) => i);
    // A canvas cannot use custom properties, so their current values are read.
    const colors = this.#colors(box);
    const font = `12px ${getComputedStyle(this).fontFamily}`;
    const { look, axisLabel, below } = this.course;
    const first = below(heights.length - 1, 0).split("\n");
    const layers = stacked(this.course.layers ?? []);
    const lines = !limit?.some((size) => size > 0) ? [] : [Array.from(limit, (size) => (size > 0 ? size : null))];
    this.#plot = new library(
      {
        width: Math.max(box.clientWidth, 100),
        height: HEIGHT,
        // Half of the last label extends beyond the last point.
        padding: [12, Math.max(28, ...first.map((line) => line.length * HALF_LETTER)), 0, 0],
        legend: { show: false },
        cursor: {
          y: false,
          drag: { x: false, y: false },
          points: { show: layers.length === 0, size: 7, fill: colors.series, stroke: colors.series },
          move: (_plot, left, top) => [left, top],
        },
        scales: {
          x: {
            time: false,
            range: (_plot, min, max) => (look === "bars" ? [min - 0.5, max + 0.5] : [min, Math.max(max, min + 1)]),
          },
          y: { range: () => [0, 1.08 * top(heights, limit)] },
        },
        axes: [
          {
            font,
            stroke: colors.ink,
            grid: { show: false },
            ticks: { stroke: colors.line, size: 4 },
            size: 12 + LINE * first.length,
            lineGap: LINE / 12,
            gap: 4,
            space: first.some((line) => line.length > 10) ? 150 : 100,
            splits: (_plot, _axis, _min, max, step) => placesFor(step, max, look),
            incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000],
            values: (_plot, at) => at.map((i, k) => (i >= 0 && i < heights.length ? below(i, at[k - 1]) : "")),
          },
          {
            font,
            stroke: colors.ink,
            grid: { stroke: colors.line, width: 1 },
            ticks: { show: false },
            size: 52,
            gap: 6,
            space: 40,
            values: (_plot, at) => at.map((height) => axisLabel(height)),
          },
        ],
        series: [
          {},
          ...layers.map(({ color }) => ({ fill: this.#color(box, color), width: 0, points: { show: false } })),
          look === "area"
            ? {
                stroke: colors.series,
                ...(layers.length > 0 ? {} : { fill: colors.fill }),
                width: 1.5,
                points: { show: heights.length < 2 },
              }
            : { stroke: colors.series, fill: colors.series, width: 0, points: { show: false }, ...bars(library) },
          ...lines.map(() => ({
            stroke: colors.limit,
            width: 1,
            dash: [4, 4],
            points: { show: false },
            ...steps(library),
          })),
        ],
        hooks: {
          draw: [(plot) => this.#drawMarks(plot, colors.mark, colors.ink)],
          setCursor: [(plot) => this.#hovered(plot)],
        },
      },
      [places, ...layers.map((layer) => layer.heights), heights, ...lines],
      box,
    );
  }

  #colors(box: HTMLElement): Record<keyof typeof PALETTE, string> {
    const read = (name: string): string => this.#color(box, name);
    return {
      ink: read(PALETTE.ink),
      line: read(PALETTE.line),
      limit: read(PALETTE.limit),
      mark: read(PALETTE.mark),
      series: read(PALETTE.series),
      fill: read(PALETTE.fill),
    };
  }

  #color(box: HTMLElement, name: string): string {
    const probe = document.createElement("i");
    probe.style.color = `var(${name})`;
    box.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }

  #drawMarks(plot: uPlot, color: string, ink: string): void {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = color;
    ctx.lineWidth = devicePixelRatio;
    const size = 4 * devicePixelRatio;
    for (const point of this.course.marks ?? []) {
      const x = Math.round(plot.valToPos(Math.max(0, point - 0.5), "x", true)) + 0.5;
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      ctx.beginPath();
      ctx.moveTo(x - size, bbox.top - size);
      ctx.lineTo(x + size, bbox.top - size);
      ctx.lineTo(x, bbox.top + size);
      ctx.fill();
    }
    if (this.chosen !== undefined) {
      const x = Math.round(plot.valToPos(this.chosen, "x", true)) + 0.5;
      ctx.strokeStyle = ink;
      ctx.lineWidth = 2 * devicePixelRatio;
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.restore();
  }

  #hovered({ cursor: { idx, left } }: uPlot): void {
    if (typeof idx === "number" && (left ?? -1) >= 0) this.at = idx;
  }

  #choose(): void {
    if (this.at !== undefined) this.course.choose?.(this.at);
  }

  readonly #press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.course.heights.length - 1;
    const { at } = this;
    const far = Math.max(1, Math.round(last / 20));
    const step = event.shiftKey ? far : 1;
    const go: Readonly<Record<string, () => number>> = {
      ArrowRight: () => (at === undefined ? 0 : at + step),
      ArrowLeft: () => (at === undefined ? last : at - step),
      PageDown: () => (at ?? 0) + far,
      PageUp: () => (at ?? last) - far,
      Home: () => 0,
      End: () => last,
    };
    const to = go[event.key];
    if (to === undefined && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation(); // otherwise the conversation would handle the key
    if (to === undefined) this.#choose();
    else if (last >= 0) this.#point(Math.min(last, Math.max(0, to())));
  };

  #point(at: number): void {
    this.at = at;
    const plot = this.#plot;
    const height = this.course.heights[at];
    if (plot !== undefined && height !== undefined)
      plot.setCursor({ left: plot.valToPos(at, "x"), top: plot.valToPos(height, "y") });
  }

  static override styles = [baseStyles, plotStyles];
}

/** Returns the upper end of the vertical axis. */
function top(heights: Float64Array, limit: Float64Array | undefined): number {
  const highest = heights.reduce((most, height) => Math.max(most, height), 0);
  return limit?.reduce((most, size) => (size <= FAR * highest ? Math.max(most, size) : most), highest) || highest || 1;
}

/**
 * Returns layers with the sums of their heights and those below them, the highest first: each covers the lower part of
 * the one before.
 */
function stacked(layers: readonly PlotLayer[]): readonly PlotLayer[] {
  const sums: PlotLayer[] = [];
  for (const { color, heights } of layers) {
    const below = sums.at(-1)?.heights;
    sums.push({ color, heights: heights.map((height, i) => height + (below?.[i] ?? 0)) });
  }
  return sums.reverse();
}

/** Returns the labeled points: the start of each step for bars, the first and round numbers for points. */
function placesFor(step: number, last: number, look: PlotSeries["look"]): number[] {
  const first = look === "bars" ? 0 : step - 1;
  const places = look === "bars" || step === 1 ? [] : [0];
  for (let at = first; at <= last; at += step) places.push(at);
  return places;
}

function steps({ paths: all }: typeof uPlot): { readonly paths?: uPlot.Series.PathBuilder } {
  const paths = all.stepped?.({ align: 1 });
  return paths === undefined ? {} : { paths };
}

function bars({ paths: all }: typeof uPlot): { readonly paths?: uPlot.Series.PathBuilder } {
  const paths = all.bars?.({ size: [0.8, 28] });
  return paths === undefined ? {} : { paths };
}
