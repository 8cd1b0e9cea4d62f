import { type TemplateResult, html, nothing } from "lit";
import { cost, duration, isoTime, model, pricedBy } from "../../session/format";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import type { AgentLine, CostOf, ModelLine, ToolLine, TurnLine, Usage, UsageFigures } from "../../parser/model";
import { strings } from "./strings";
import { NBSP, number } from "../../base/format";
import { outsideOfTurns } from "../strings";
import { strings as rowStrings } from "../../rows/strings";
import { agentName } from "../../rows/agent-text";
import type { SessionController } from "../session-controller";
import {
  bar,
  durationColumn,
  emptyCell,
  orEmpty,
  outputColumn,
  outputTokens,
  savedColumns,
  tokenCount,
  whereKnown,
  windowSize,
} from "./cells";
import { lowShare, wholeSession } from "./lower-bound";
import { type Column, type Order, type Ordered, type UsageTableData, sorted, table } from "./table";

/** The tables of the usage view. The tools arrive after the others. */
export interface Tables {
  readonly models: UsageTableData;
  readonly turns: UsageTableData;
  readonly agents: UsageTableData;
  readonly tools: UsageTableData | undefined;
}

export function usageTables(controller: SessionController, figures: UsageFigures): Omit<Tables, "tools"> {
  return {
    models: modelTable(figures),
    turns: turnTable(controller, figures),
    agents: agentTable(controller, figures),
  };
}

interface Used {
  readonly used: CostOf;
}

interface Timed {
  readonly time: number;
  readonly duration: number | null;
}

/** Returns the last columns of all tables about usage, if any is recorded. */
function usageColumns<L>(
  of: (line: L) => CostOf,
  { responses, cost: { usd: all } }: UsageFigures,
): readonly Column<L>[] {
  if (responses === 0) return [];
  const count = (id: string, name: string, value: (usage: Usage) => number): Column<L> => ({
    id,
    name,
    show: (line) => (of(line).responses === 0 ? emptyCell() : tokenCount(value(of(line).usage))),
    value: (line) => value(of(line).usage),
  });
  return [
    {
      id: "responses",
      name: strings.responses,
      show: (line) => number(of(line).responses),
      value: (line) => of(line).responses,
    },
    count("input", strings.uncached, ({ input }) => input),
    count("cacheWrite", strings.cacheWrite, ({ cacheWrite5m, cacheWrite1h }) => cacheWrite5m + cacheWrite1h),
    count("cacheRead", strings.cacheRead, ({ cacheRead }) => cacheRead),
    outputColumn((line) => of(line).usage.output, of),
    {
      id: "cost",
      name: strings.cost,
      show: (line) => price(of(line), all),
      ...savedColumns(
        strings.usd + pricedBy().replace(NBSP, " "),
        (line) => (of(line).responses > of(line).unpriced ? round(of(line).usd) : undefined),
        {
          name: strings.unpricedInFile,
          value: (line) => of(line).unpriced,
        },
      ),
    },
  ];
}

/** Returns columns for the time and duration, if the session's times are recorded. */
function timeColumns<L extends Timed>(
  { dates }: SessionController,
  { facts: { start, end } }: UsageFigures,
): readonly Column<L>[] {
  if (start <= 0) return [];
  // Rows can be in any order, so each shows its day if there are several.
  const before = dates.date(start) === dates.date(end) ? start : 0;
  return [
    {
      id: "time",
      name: strings.time,
      show: ({ time }) => orEmpty(time > 0 ? dates.timeAfter(time, before) : ""),
      value: ({ time }) => isoTime(time),
    },
    durationColumn("duration", strings.duration, (line) => line.duration),
  ];
}

/** Returns a footer row from cells by column ID; other columns are empty. */
function feet<L>(
  columns: readonly Column<L>[],
  ...lines: readonly Readonly<Record<string, unknown>>[]
): readonly (readonly unknown[])[] {
  return lines.map((line) => columns.map(({ id }) => line[id] ?? ""));
}

function modelTable(figures: UsageFigures): UsageTableData {
  const { models } = figures;
  const of = ({ use, low }: ModelLine): CostOf => ({ ...use, unpriced: use.priced ? 0 : use.responses, low });
  const columns: readonly Column<ModelLine>[] = [
    {
      id: "model",
      name: strings.model,
      words: true,
      show: ({ use }) => html`<span title=${stripInvisible(use.model)}>${markInvisible(model(use.model))}</span>`,
      value: ({ use }) => use.model,
    },
    {
      id: "window",
      name: strings.window,
      show: ({ window }) => (window === null ? emptyCell() : windowSize(window)),
      value: ({ window }) => window ?? undefined,
    },
    ...usageColumns(of, figures),
  ];
  return table({
    name: strings.byModel,
    file: "models",
    columns,
    order: { column: "cost", down: true },
    ask: sorted(models ?? [], columns),
    link: ({ key }) => key,
    foot: (models ?? []).length < 2 ? [] : feet(columns, { model: strings.all, ...whole(figures) }),
  });
}

function turnTable(controller: SessionController, figures: UsageFigures): UsageTableData {
  const { api, session } = controller;
  const { unlinked } = figures;
  const columns: readonly Column<TurnLine>[] = [
    {
      id: "number",
      name: strings.prompt,
      words: true,
      show: turnName,
      value: ({ number }) => number,
      file: [
        { name: strings.number, value: ({ number, branch }) => (branch ? strings.abandoned : number) },
        { name: strings.prompt, value: ({ words, flavor }) => (flavor === "unrecorded" ? "" : words) },
      ],
    },
    ...timeColumns<TurnLine>(controller, figures),
    { id: "calls", name: strings.calls, show: ({ calls }) => number(calls), value: ({ calls }) => calls },
    ...usageColumns<TurnLine & Used>(({ used }) => used, figures),
  ];
  return table<TurnLine>({
    name: strings.byTurn,
    file: "turns",
    columns,
    order: mostExpensiveFirst(figures, "number"),
    ask: async ({ column, down }, from, count) =>
      lines(
        await api.query("usageTurns", { session, column: column === "time" ? "number" : column, down, from, count }),
      ),
    link: ({ key }) => key,
    foot: feet(
      columns,
      ...(unlinked.responses > 0 ? [{ number: outsideOfTurns, ...sums(unlinked, figures.cost.usd) }] : []),
      ...(figures.responses > 0 || figures.work > 0
        ? [
            {
              number: strings.all,
              duration: orEmpty(figures.work > 0 ? duration(figures.work) : ""),
              ...whole(figures),
            },
          ]
        : []),
    ),
  });
}

/** Without usage, the order is that of the session. */
function mostExpensiveFirst({ responses }: UsageFigures, order: string): Order {
  return responses > 0 ? { column: "cost", down: true } : { column: order, down: false };
}

function turnName({ number, words, branch, event }: TurnLine): TemplateResult {
  return html`<span class="number">${branch || event ? nothing : number}</span
    >${branch ? html`<span class="aside">${strings.abandoned}</span> ` : nothing}${
      words === "" ? html`<span class="aside">${rowStrings.noPrompt}</span>` : html`<bdi>${markInvisible(words)}</bdi>`
    }`;
}

function agentTable(controller: SessionController, figures: UsageFigures): UsageTableData {
  const { api, session } = controller;
  const columns: readonly Column<AgentLine>[] = [
    {
      id: "start",
      name: strings.agent,
      words: true,
      show: agentCell,
      value: nameOf,
      file: [
        { name: strings.agent, value: nameOf },
        { name: strings.task, value: ({ task }) => task },
      ],
    },
    {
      id: "prompt",
      name: strings.prompt,
      show: ({ prompt }) => (prompt > 0 ? prompt : emptyCell()),
      value: ({ prompt }) => (prompt > 0 ? prompt : undefined),
    },
    ...timeColumns<AgentLine>(controller, figures),
    {
      id: "calls",
      name: strings.calls,
      show: agentCalls,
      ...savedColumns<AgentLine>(strings.calls, ({ calls }) => calls ?? undefined, {
        name: strings.reportedInFile,
        value: ({ missing, calls }) => (!missing ? 0 : (calls ?? undefined)),
      }),
    },
    ...usageColumns<AgentLine & Used>(({ used }) => used, figures).map((column) =>
      whereKnown(column, ({ missing, used }) => !missing || used.responses > 0),
    ),
  ];
  return table<AgentLine>({
    name: strings.byAgent,
    file: "agents",
    columns,
    order: mostExpensiveFirst(figures, "start"),
    ask: async ({ column, down }, from, count) =>
      lines(await api.query("usageAgents", { session, column, down, from, count })),
    link: ({ key }) => key,
    foot: figures.agents < 2 ? [] : feet(columns, { start: strings.all, calls: allCalls(figures), ...whole(figures) }),
  });
}

/** For an agent without records, its call may contain the number of calls; the total includes only recorded ones. */
function agentCalls({ calls, missing }: AgentLine): unknown {
  if (calls === null) return emptyCell();
  return missing ? html`<span class="aside" title=${strings.reportedCalls}>${number(calls)}</span>` : number(calls);
}

/** Returns the number of recorded calls, and what the lines of agents without records add to it. */
function allCalls({ calls, reported, unreported }: UsageFigures): unknown {
  const others = [reported > 0 ? strings.reported(reported) : "", unreported > 0 ? strings.unreported : ""];
  const text = others.filter((part) => part !== "").join(" ");
  if (text === "") return number(calls);
  return html`${number(calls)} <span class="aside" title=${strings.notLoadedCalls}>${text}</span>`;
}

function nameOf({ kind, name }: AgentLine): string {
  return kind === "main" ? strings.main : agentName(name);
}

function agentCell(line: AgentLine): TemplateResult {
  const { kind, task } = line;
  return html`<bdi>${markInvisible(nameOf(line))}</bdi
    >${kind === "internal" ? html` <span class="aside">${strings.internal}</span>` : nothing}
    ${task === "" ? nothing : html` <bdi class="aside">${markInvisible(task)}</bdi>`}`;
}

export function toolTable({ calls, facts: { start } }: UsageFigures, tools: readonly ToolLine[]): UsageTableData {
  const columns: readonly Column<ToolLine>[] = [
    {
      id: "tool",
      name: strings.tool,
      words: true,
      show: ({ name }) => (name === "" ? strings.otherTools : markInvisible(name)),
      value: ({ name }) => (name === "" ? strings.otherTools : name),
    },
    { id: "calls", name: strings.calls, show: (line) => number(line.calls), value: (line) => line.calls },
    {
      id: "failed",
      name: strings.failed,
      show: ({ failed }) => (failed > 0 ? html`<span class="bad">${number(failed)}</span>` : 0),
      value: ({ failed }) => failed,
    },
    {
      id: "rate",
      name: strings.failedShare,
      show: ({ failed, answered }) => (answered > 0 ? strings.percent(failed / answered) : emptyCell()),
      value: ({ failed, answered }) => (answered > 0 ? round(failed / answered) : undefined),
    },
    {
      id: "open",
      name: strings.unanswered,
      show: (line) => number(line.calls - line.answered),
      value: (line) => line.calls - line.answered,
    },
    ...(start > 0
      ? [
          durationColumn<ToolLine>("median", strings.median, ({ median }) => median),
          durationColumn<ToolLine>("longest", strings.longest, ({ longest }) => longest),
          durationColumn<ToolLine>("total", strings.total, ({ total, timed }) => (timed > 0 ? total : null)),
        ]
      : []),
  ];
  const failed = tools.reduce((sum, line) => sum + line.failed, 0);
  const answered = tools.reduce((sum, line) => sum + line.answered, 0);
  return table({
    name: strings.tools,
    file: "tools",
    columns,
    order: { column: "calls", down: true },
    ask: sorted(tools, columns),
    link: ({ key }) => key,
    foot:
      tools.length < 2
        ? []
        : feet(columns, {
            tool: strings.all,
            calls: number(calls),
            failed: number(failed),
            rate: answered > 0 ? strings.percent(failed / answered) : "",
            open: number(calls - answered),
          }),
  });
}

// Cells

/** Returns the totals of the session, below the rows that add up to them. */
function whole(figures: UsageFigures): Readonly<Record<string, unknown>> {
  const {
    usage,
    cost: { usd, unpriced },
  } = figures;
  return sums(
    { ...wholeSession(figures), usage, usd, unpriced: (unpriced ?? []).reduce((sum, one) => sum + one.responses, 0) },
    0,
  );
}

/** Returns the cells of usageColumns by their IDs. */
function sums(used: CostOf, all: number): Readonly<Record<string, unknown>> {
  const { input, cacheWrite5m, cacheWrite1h, cacheRead } = used.usage;
  return {
    responses: number(used.responses),
    input: tokenCount(input),
    cacheWrite: tokenCount(cacheWrite5m + cacheWrite1h),
    cacheRead: tokenCount(cacheRead),
    output: outputTokens(used.usage.output, used),
    cost: price(used, all),
  };
}

/** Renders a cost and, if `all` is given, its share as a bar. */
function price({ usd, responses, unpriced, low }: CostOf, all: number): unknown {
  if (responses === 0) return emptyCell();
  if (unpriced >= responses) return html`<span class="aside">${strings.noPrice}</span>`;
  return html`${all > 0 ? bar(usd / all) : nothing}<span class="sum"
      >${cost({ usd, incomplete: unpriced > 0, unpriced: null }, lowShare({ responses, low }))}</span
    >`;
}

function round(n: number): number {
  return Math.round(n * 1e6) / 1e6;
}

function lines<L>({
  total,
  lines,
  revision,
}: {
  readonly total: number;
  readonly lines: readonly L[] | null;
  readonly revision: number;
}): Ordered<L> {
  return { total, lines: lines ?? [], revision };
}
