import { type TemplateResult, html, nothing } from "lit";
import { strings } from "./strings";
import { number } from "../../base/format";
import { type Dates, isLow, isoTime, tokens } from "../../session/format";
import type { ContextSeries, RateSeries } from "../../parser/model";
import type { SessionController } from "../session-controller";
import { outputColumn, windowSize } from "./cells";
import { sourceColor } from "./contents-styles";
import { type Recorded, lowerBound, lowShare } from "./lower-bound";
import { type PlotLayer, type PlotSeries, FAR } from "./plot";
import { type Column, type UsageTableData, sorted, table } from "./table";

/** A plot, and its data as a table. */
export interface Chart {
  readonly course: PlotSeries;
  readonly table: UsageTableData;
  /** Shown beside the name. */
  readonly note: unknown;
}

/** Returns the size of the context, response by response, or undefined if there is none. */
export function contextChart(
  {
    api,
    session,
    dates,
    choose,
  }: Pick<SessionController, "api" | "session" | "dates"> & { readonly choose: (point: number) => void },
  data: ContextSeries,
  compactions: number,
): Chart | undefined {
  const { context, window, time, prompt, output, low, compacted, number: numbers, message } = data;
  if (context.length === 0) return undefined;
  const at = (column: Float64Array, point: number): number => column[point] ?? 0;
  const address = (point: number): Promise<string | null> =>
    api.query("usageAddress", { session, message: at(message, point) });
  const first = time.find((ms) => ms > 0) ?? 0;
  const recorded = (point: number): Recorded => ({ responses: 1, low: at(low, point) });
  const marks = [...compacted.keys()].filter((point) => compacted[point] === 1);
  const columns: readonly Column<number>[] = [
    {
      id: "response",
      name: strings.response,
      words: true,
      show: (point) => at(numbers, point),
      value: (point) => at(numbers, point),
    },
    { id: "prompt", name: strings.prompt, show: (point) => at(prompt, point), value: (point) => at(prompt, point) },
    {
      id: "time",
      name: strings.time,
      show: (point) => timeLabel(dates, at(time, point), first) || "–",
      value: (point) => isoTime(at(time, point)),
    },
    {
      id: "context",
      name: strings.context,
      show: (point) => number(at(context, point)),
      value: (point) => at(context, point),
    },
    {
      id: "window",
      name: strings.window,
      show: (point) => (at(window, point) > 0 ? windowSize(at(window, point)) : "–"),
      value: (point) => at(window, point) || undefined,
    },
    outputColumn((point) => at(output, point), recorded),
    {
      id: "compacted",
      name: strings.compaction,
      show: (point) => (at(compacted, point) === 1 ? strings.before1 : ""),
      value: (point) => at(compacted, point),
    },
  ];
  return {
    course: {
      name: strings.contextPlot,
      heights: context,
      look: "area",
      limit: window,
      marks,
      across: strings.acrossResponses,
      below: (point, before) =>
        `${number(at(numbers, point))}\n${timeLabel(dates, at(time, point), before === undefined ? first : at(time, before))}`.trim(),
      axisLabel: windowSize,
      describe: (point) =>
        [
          strings.nth(at(numbers, point)),
          strings.inPrompt(at(prompt, point)),
          timeLabel(dates, at(time, point), first),
          strings.inContext(
            tokens(at(context, point)),
            at(window, point) > 0 ? strings.percent(at(context, point) / at(window, point)) : "",
          ),
          strings.out(lowerBound(tokens(at(output, point)), recorded(point))),
          at(compacted, point) === 1 ? strings.afterCompaction : "",
        ]
          .filter((part) => part !== "")
          .join(" · "),
      choose,
      layers: layersOf(data),
    },
    table: table({
      name: strings.contextTable,
      file: "context",
      columns,
      order: { column: "response", down: false },
      ask: sorted([...context.keys()], columns),
      link: (point) => () => address(point),
      foot: [],
    }),
    note: legend(
      compactions,
      [...new Set(window)].filter((size) => size > 0),
      context.reduce((most, size) => Math.max(most, size), 0),
    ),
  };
}

/** Returns the sources of the context that have a part in it anywhere, the lowest first. */
function layersOf({ sources, parts, context }: ContextSeries): readonly PlotLayer[] {
  const points = context.length;
  return (sources ?? [])
    .map((source, i) => ({ color: sourceColor(source), heights: parts.subarray(i * points, (i + 1) * points) }))
    .filter(({ heights }) => heights.some((height) => height > 0));
}

/** Explains the marks and the line in the plot of the context. */
function legend(compactions: number, windows: readonly number[], highest: number): TemplateResult {
  const isWindowShown = windows.some((size) => size <= FAR * highest);
  const sizes = windows.map((size) => (size <= FAR * highest ? windowSize(size) : strings.above(windowSize(size))));
  return html`${compactions > 0 ? html`<span class="key mark">${strings.compactions(compactions)}</span>` : nothing}
    <span class="key ${isWindowShown ? "limit" : ""}"
      >${windows.length > 0 ? strings.windowOf(sizes) : strings.noWindow}</span
    >`;
}

/** Returns the tokens used over time, or undefined if no times are known. */
export function rateChart(
  { dates }: Pick<SessionController, "dates">,
  data: RateSeries,
  output: boolean,
): Chart | undefined {
  const { time, responses, low, read, fresh } = data;
  if (time.length === 0) return undefined;
  const { width } = data;
  const at = (column: Float64Array, point: number): number => column[point] ?? 0;
  const first = time[0] ?? 0;
  const all = (point: number): number => at(data.output, point) + at(read, point) + at(fresh, point);
  const recorded = (point: number): Recorded => ({ responses: at(responses, point), low: at(low, point) });
  const heights = Float64Array.from(time, (_ms, point) => (output ? at(data.output, point) : all(point)) / width);
  const count = (id: string, name: string, column: Float64Array): Column<number> => ({
    id,
    name,
    show: (point) => number(at(column, point)),
    value: (point) => at(column, point),
  });
  const columns: readonly Column<number>[] = [
    {
      id: "time",
      name: strings.time,
      words: true,
      show: (point) => timeLabel(dates, at(time, point), first) || "–",
      value: (point) => isoTime(at(time, point)),
    },
    count("responses", strings.responses, responses),
    count("fresh", strings.fresh, fresh),
    count("read", strings.cacheRead, read),
    outputColumn((point) => at(data.output, point), recorded),
    {
      id: "rate",
      name: strings.rateOut,
      show: (point) => lowerBound(number(Math.round(at(data.output, point) / width)), recorded(point)),
      value: (point) => Math.round(at(data.output, point) / width),
    },
  ];
  return {
    course: {
      name: output ? strings.ratePlot : strings.ratePlotAll,
      heights,
      look: "bars",
      across: strings.acrossTime(width),
      below: (point, before) => timeLabel(dates, at(time, point), before === undefined ? first : at(time, before)),
      axisLabel: windowSize,
      describe: (point) =>
        [
          timeLabel(dates, at(time, point), first),
          width > 1 ? strings.minutes(width) : "",
          strings.aMinute(lowerBound(tokens(Math.round(at(heights, point))), recorded(point))),
          strings.responsesOf(at(responses, point)),
        ]
          .filter((part) => part !== "")
          .join(" · "),
    },
    table: table({
      name: strings.rateTable,
      file: "tokens-a-minute",
      columns,
      order: { column: "time", down: false },
      ask: sorted([...time.keys()], columns),
      link: () => "",
      foot: [],
    }),
    note: isLow(lowShare({ responses: sum(responses), low: sum(low) })) ? strings.lowPlot : nothing,
  };
}

function sum(column: Float64Array): number {
  return column.reduce((all, n) => all + n, 0);
}

/** Formats a time, with the day if it differs from that of the time before. */
function timeLabel(dates: Dates, ms: number, before: number): string {
  return ms > 0 ? dates.timeAfter(ms, before) : "";
}
