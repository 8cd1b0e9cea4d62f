import { paneWords } from "unspool:pane-words";
import { type Dates, isoTime, tokens } from "../../element/format";
import type { ContextCourse, RateCourse } from "../../worker/protocol";
import type { Desk } from "../desk";
import type { Course } from "./plot";
import { windowSize } from "./share";
import { type Column, type Table, sorted, table } from "./table";

const say = paneWords.usage;

/** A plot, and all that it shows as a table. */
export interface Drawn {
  readonly course: Course;
  readonly table: Table;
  /** Beside its name. */
  readonly note: string;
}

/** How the context grew and shrank, response by response; undefined where there is none. */
export function contextCourse({ api, session, dates, goTo }: Pick<Desk, "api" | "session" | "dates"> & { readonly goTo: (address: string) => void }, data: ContextCourse, compactions: number): Drawn | undefined {
  const { context, window, time, turn, output, compacted, number, message } = data;
  if (context.length === 0) return undefined;
  const at = (column: Float64Array, point: number): number => column[point] ?? 0;
  const address = (point: number): Promise<string> => api.ask("usageAddress", session, at(message, point));
  const first = time.find((ms) => ms > 0) ?? 0;
  const marks = [...compacted.keys()].filter((point) => compacted[point] === 1);
  const columns: readonly Column<number>[] = [
    { id: "response", name: say.response, words: true, show: (point) => at(number, point), value: (point) => at(number, point) },
    { id: "turn", name: say.turn, show: (point) => at(turn, point), value: (point) => at(turn, point) },
    { id: "time", name: say.time, show: (point) => moment(dates, at(time, point), first) || "–", value: (point) => isoTime(at(time, point)) },
    { id: "context", name: say.context, show: (point) => say.number(at(context, point)), value: (point) => at(context, point) },
    { id: "window", name: say.window, show: (point) => (at(window, point) > 0 ? windowSize(at(window, point)) : "–"), value: (point) => at(window, point) || undefined },
    { id: "output", name: say.output, show: (point) => say.number(at(output, point)), value: (point) => at(output, point) },
    { id: "compacted", name: say.compaction, show: (point) => (at(compacted, point) === 1 ? say.before1 : ""), value: (point) => at(compacted, point) },
  ];
  return {
    course: {
      name: say.contextPlot,
      heights: context,
      look: "area",
      limit: window,
      marks,
      below: (point, before) => moment(dates, at(time, point), before === undefined ? first : at(time, before)) || say.nth(at(number, point)),
      beside: windowSize,
      say: (point) =>
        [
          say.nth(at(number, point)),
          say.inTurn(at(turn, point)),
          moment(dates, at(time, point), first),
          say.inContext(tokens(at(context, point)), at(window, point) > 0 ? say.percent(at(context, point) / at(window, point)) : ""),
          say.out(tokens(at(output, point))),
          at(compacted, point) === 1 ? say.afterCompaction : "",
        ]
          .filter((part) => part !== "")
          .join(" · "),
      visit: (point) => void address(point).then((found) => found !== "" && goTo(found), () => undefined), // a parser that died is told elsewhere
    },
    table: table({
      name: say.contextTable,
      file: "context",
      columns,
      order: { column: "response", down: false },
      ask: sorted([...context.keys()], columns),
      lead: (point) => () => address(point),
      foot: [],
    }),
    note: say.contextNote(compactions, [...new Set(window)].filter((size) => size > 0).map(windowSize)),
  };
}

/** The tokens that were used over time; undefined where no times are known. */
export function rateCourse({ dates }: Pick<Desk, "dates">, data: RateCourse, output: boolean): Drawn | undefined {
  const { time, responses, read, fresh } = data;
  if (time.length === 0) return undefined;
  const width = data.width[0] ?? 1;
  const at = (column: Float64Array, point: number): number => column[point] ?? 0;
  const first = time[0] ?? 0;
  const all = (point: number): number => at(data.output, point) + at(read, point) + at(fresh, point);
  const heights = Float64Array.from(time, (_ms, point) => (output ? at(data.output, point) : all(point)) / width);
  const count = (id: string, name: string, column: Float64Array): Column<number> => ({ id, name, show: (point) => say.number(at(column, point)), value: (point) => at(column, point) });
  const columns: readonly Column<number>[] = [
    { id: "time", name: say.time, words: true, show: (point) => moment(dates, at(time, point), first) || "–", value: (point) => isoTime(at(time, point)) },
    count("responses", say.responses, responses),
    count("fresh", say.fresh, fresh),
    count("read", say.cacheRead, read),
    count("output", say.output, data.output),
    { id: "rate", name: say.rateOut, show: (point) => say.number(Math.round(at(data.output, point) / width)), value: (point) => Math.round(at(data.output, point) / width) },
  ];
  return {
    course: {
      name: output ? say.ratePlot : say.ratePlotAll,
      heights,
      look: "bars",
      below: (point, before) => moment(dates, at(time, point), before === undefined ? first : at(time, before)),
      beside: windowSize,
      say: (point) =>
        [
          moment(dates, at(time, point), first),
          width > 1 ? say.minutes(width) : "",
          say.aMinute(tokens(Math.round(at(heights, point)))),
          say.responsesOf(at(responses, point)),
        ]
          .filter((part) => part !== "")
          .join(" · "),
    },
    table: table({ name: say.rateTable, file: "tokens-a-minute", columns, order: { column: "time", down: false }, ask: sorted([...time.keys()], columns), lead: () => "", foot: [] }),
    note: "",
  };
}

/** With the day, where it is another than that of the time before. */
function moment(dates: Dates, ms: number, before: number): string {
  return ms > 0 ? dates.timeAfter(ms, before) : "";
}
