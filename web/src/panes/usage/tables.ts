import { type TemplateResult, html, nothing } from "lit";
import { paneWords } from "unspool:pane-words";
import { cost, duration, isoTime, model, tokens } from "../../element/format";
import { marked } from "../../rows/marked";
import type { AgentLine, CostOf, ModelLine, ToolLine, TurnLine, Usage, UsageFigures } from "../../worker/model";
import type { Desk } from "../desk";
import type { Cell } from "./csv";
import { bar, windowSize } from "./share";
import { type Column, type Table, sorted, table } from "./table";

const say = paneWords.usage;

/** The tables of the usage view; that of the tools comes after the others. */
export interface Tables {
  readonly models: Table;
  readonly turns: Table;
  readonly agents: Table;
  readonly tools: Table | undefined;
}

export function usageTables(desk: Desk, figures: UsageFigures): Omit<Tables, "tools"> {
  return { models: modelTable(figures), turns: turnTable(desk, figures), agents: agentTable(desk, figures) };
}

interface Used {
  readonly used: CostOf;
}

/** What every table about usage ends with; `all` is the cost of the session. */
function usageColumns<L>(of: (line: L) => CostOf, all: number): readonly Column<L>[] {
  const count = (id: string, name: string, value: (usage: Usage) => number): Column<L> => ({
    id,
    name,
    show: (line) => many(value(of(line).usage)),
    value: (line) => value(of(line).usage),
  });
  return [
    { id: "responses", name: say.responses, show: (line) => say.number(of(line).responses), value: (line) => of(line).responses },
    count("input", say.uncached, ({ input }) => input),
    count("cacheWrite", say.cacheWrite, ({ cacheWrite5m, cacheWrite1h }) => cacheWrite5m + cacheWrite1h),
    count("cacheRead", say.cacheRead, ({ cacheRead }) => cacheRead),
    count("output", say.output, ({ output }) => output),
    { id: "cost", name: say.cost, show: (line) => price(of(line), all), ...inFile(say.usd, (line) => (of(line).responses > of(line).unpriced ? round(of(line).usd) : undefined)) },
  ];
}

/** What a column holds in a file, with its unit in its name. */
function inFile<L>(name: string, value: (line: L) => Cell): Pick<Column<L>, "value" | "file"> {
  return { value, file: [{ name, value }] };
}

/** The file says in milliseconds what the page says in minutes and seconds. */
function took<L>(id: string, name: string, of: (line: L) => number): Column<L> {
  return { id, name, show: (line) => orNone(duration(of(line))), ...inFile<L>(say.inMs(name), (line) => known(of(line))) };
}

function modelTable({ models, ...all }: UsageFigures): Table {
  const of = ({ use }: ModelLine): CostOf => ({ ...use, unpriced: use.priced ? 0 : use.responses, low: 0 });
  const columns: readonly Column<ModelLine>[] = [
    { id: "model", name: say.model, words: true, show: ({ use }) => html`<span title=${use.model}>${marked(model(use.model))}</span>`, value: ({ use }) => use.model },
    { id: "window", name: say.window, show: ({ window }) => (window > 0 ? windowSize(window) : none()), value: ({ window }) => (window > 0 ? window : undefined) },
    ...usageColumns(of, all.cost.usd),
  ];
  return table({
    name: say.byModel,
    file: "models",
    columns,
    order: { column: "cost", down: true },
    ask: sorted(models ?? [], columns),
    lead: ({ key }) => key,
    foot: (models ?? []).length < 2 ? [] : [[say.all, "", ...whole(all)]],
  });
}

function turnTable({ api, session, dates }: Desk, figures: UsageFigures): Table {
  const { loose } = figures;
  return table<TurnLine>({
    name: say.byTurn,
    file: "turns",
    columns: [
      {
        id: "number",
        name: say.turn,
        words: true,
        show: turnName,
        value: ({ number }) => number,
        file: [
          { name: say.turn, value: ({ number, branch }) => (branch ? say.leftBehind : number) },
          { name: say.prompt, value: ({ words }) => words },
        ],
      },
      { id: "time", name: say.time, show: ({ time }) => orNone(time > 0 ? dates.timeAfter(time, figures.facts.start) : ""), value: ({ time }) => isoTime(time) },
      took("duration", say.duration, (line) => line.duration),
      { id: "calls", name: say.calls, show: ({ calls }) => say.number(calls), value: ({ calls }) => calls },
      ...usageColumns<TurnLine & Used>(({ used }) => used, figures.cost.usd),
    ],
    order: { column: "cost", down: true },
    ask: async ({ column, down }, from, count) => lines(await api.ask("usageTurns", session, column === "time" ? "number" : column, down, from, count)),
    lead: ({ key }) => key,
    foot: [
      ...(loose.responses > 0 ? [[say.noTurn, "", "", "", ...sums(loose, figures.cost.usd)]] : []),
      [say.all, "", orNone(figures.work > 0 ? duration(figures.work) : ""), "", ...whole(figures)],
    ],
  });
}

function turnName({ number, words, branch }: TurnLine): TemplateResult {
  return html`<span class="number">${branch ? nothing : number}</span>${branch ? html`<span class="aside">${say.leftBehind}</span> ` : nothing}${words === ""
      ? html`<span class="aside">${say.noPrompt}</span>`
      : html`<bdi>${marked(words)}</bdi>`}`;
}

function agentTable({ api, session, dates }: Desk, figures: UsageFigures): Table {
  return table<AgentLine>({
    name: say.byAgent,
    file: "agents",
    columns: [
      {
        id: "start",
        name: say.agent,
        words: true,
        show: agentName,
        value: nameOf,
        file: [
          { name: say.agent, value: nameOf },
          { name: say.task, value: ({ task }) => task },
        ],
      },
      { id: "turn", name: say.turn, show: ({ turn }) => (turn > 0 ? turn : none()), value: ({ turn }) => (turn > 0 ? turn : undefined) },
      { id: "time", name: say.time, show: ({ time }) => orNone(time > 0 ? dates.timeAfter(time, figures.facts.start) : ""), value: ({ time }) => isoTime(time) },
      took("duration", say.duration, (line) => line.duration),
      { id: "calls", name: say.calls, show: ({ calls }) => say.number(calls), value: ({ calls }) => calls },
      ...usageColumns<AgentLine & Used>(({ used }) => used, figures.cost.usd),
    ],
    order: { column: "cost", down: true },
    ask: async ({ column, down }, from, count) => lines(await api.ask("usageAgents", session, column, down, from, count)),
    lead: ({ key }) => key,
    foot: figures.agents < 2 ? [] : [[say.all, "", "", "", say.number(figures.calls), ...whole(figures)]],
  });
}

function nameOf({ kind, name }: AgentLine): string {
  return kind === "main" ? say.main : name === "" ? say.someAgent : name;
}

function agentName(line: AgentLine): TemplateResult {
  const { kind, task } = line;
  return html`<bdi>${marked(nameOf(line))}</bdi>${kind === "internal" ? html` <span class="aside">${say.internal}</span>` : nothing}
    ${task === "" ? nothing : html` <bdi class="aside">${marked(task)}</bdi>`}`;
}

export function toolTable({ calls }: UsageFigures, tools: readonly ToolLine[]): Table {
  const columns: readonly Column<ToolLine>[] = [
    { id: "tool", name: say.tool, words: true, show: ({ name }) => (name === "" ? say.otherTools : marked(name)), value: ({ name }) => (name === "" ? say.otherTools : name) },
    { id: "calls", name: say.calls, show: (line) => say.number(line.calls), value: (line) => line.calls },
    { id: "failed", name: say.failed, show: ({ failed }) => (failed > 0 ? html`<span class="bad">${say.number(failed)}</span>` : 0), value: ({ failed }) => failed },
    { id: "rate", name: say.failedShare, show: ({ failed, answered }) => (answered > 0 ? say.percent(failed / answered) : none()), value: ({ failed, answered }) => (answered > 0 ? round(failed / answered) : undefined) },
    { id: "open", name: say.unanswered, show: (line) => say.number(line.calls - line.answered), value: (line) => line.calls - line.answered },
    took("median", say.median, ({ median }) => median),
    took("longest", say.longest, ({ longest }) => longest),
    took("total", say.total, ({ total, timed }) => (timed > 0 ? total : -1)),
  ];
  const failed = tools.reduce((sum, line) => sum + line.failed, 0);
  const answered = tools.reduce((sum, line) => sum + line.answered, 0);
  return table({
    name: say.tools,
    file: "tools",
    columns,
    order: { column: "calls", down: true },
    ask: sorted(tools, columns),
    lead: ({ key }) => key,
    foot: tools.length < 2 ? [] : [[say.all, say.number(calls), say.number(failed), answered > 0 ? say.percent(failed / answered) : "", say.number(calls - answered), "", "", ""]],
  });
}

// Cells

/** What the whole session used, below the lines that add up to it. */
function whole({ responses, usage, cost: { usd, unpriced } }: Pick<UsageFigures, "responses" | "usage" | "cost">): readonly unknown[] {
  return sums({ responses, usage, usd, unpriced: (unpriced ?? []).reduce((sum, one) => sum + one.responses, 0), low: 0 }, 0);
}

/** The cells of usageColumns. */
function sums(used: CostOf, all: number): readonly unknown[] {
  const { input, cacheWrite5m, cacheWrite1h, cacheRead, output } = used.usage;
  return [say.number(used.responses), many(input), many(cacheWrite5m + cacheWrite1h), many(cacheRead), many(output), price(used, all)];
}

/** A cost, and its share of all as a bar where that is given. */
function price({ usd, responses, unpriced }: CostOf, all: number): unknown {
  if (responses === 0) return none();
  if (unpriced >= responses) return html`<span class="aside">${say.noPrice}</span>`;
  return html`${all > 0 ? bar(usd / all) : nothing}<span class="sum">${cost({ usd, incomplete: unpriced > 0, unpriced: null })}</span>`;
}

function many(n: number): unknown {
  return n === 0 ? "0" : html`<span title=${say.number(n)}>${tokens(n)}</span>`;
}

function none(): TemplateResult {
  return html`<span class="aside">–</span>`;
}

function orNone(said: string): unknown {
  return said === "" ? none() : said;
}

function known(ms: number): number | undefined {
  return ms >= 0 ? ms : undefined;
}

function round(n: number): number {
  return Math.round(n * 1e6) / 1e6;
}

function lines<L>(page: { readonly total: number; readonly lines: readonly L[] | null }): { readonly total: number; readonly lines: readonly L[] } {
  return { total: page.total, lines: page.lines ?? [] };
}
