import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { LatestRun } from "../../base/latest-run";
import { strings } from "./strings";
import { saveAs } from "../../base/save";
import { reportedFault } from "../../rows/shared/failure-text";
import { type Cell, csv } from "./csv";
import { type LineRange, gather } from "../../base/collect-pages";
import { shareStyles, tableStyles } from "./table-styles";
import { ignoreParserLoss } from "../../parser/parser-loss";
import { baseStyles } from "../../ui/base-styles";

/** The sort order of a table: by the column with this ID. */
export interface Order {
  readonly column: string;
  readonly down: boolean;
}

/** A column of a table whose rows are L. */
export interface Column<L> {
  readonly id: string;
  readonly name: string;
  /** Whether the column contains text, which is left-aligned, unlike numbers. */
  readonly words?: boolean;
  readonly show: (line: L) => unknown;
  /** The value for saving and sorting. */
  readonly value: (line: L) => Cell;
  /** The columns in a saved file, by default one with this name. */
  readonly file?: readonly FileColumn<L>[];
}

/** A column of a saved table. */
export interface FileColumn<L> {
  readonly name: string;
  readonly value: (line: L) => Cell;
}

/** Some rows of a table. */
interface TableLines<L> {
  readonly total: number;
  readonly lines: readonly L[];
}

/** Rows in some order. Those of another revision cannot be combined with them. */
export interface Ordered<L> extends TableLines<L> {
  readonly revision: number;
}

/** The definition of a table. */
interface TableSource<L> {
  readonly name: string;
  /** The name of the saved file, without its extension. */
  readonly file: string;
  readonly columns: readonly Column<L>[];
  readonly order: Order;
  readonly ask: (order: Order, from: number, count: number) => Promise<Ordered<L>>;
  /**
   * Returns the address that a row links to, or a function that finds it; "" for none. The link is in the first column.
   */
  readonly link: (line: L) => string | (() => Promise<string | null>);
  /** The rows of totals: a cell for each column. */
  readonly foot: readonly (readonly unknown[])[];
}

/** A table as its element sees it, independent of the type of its rows. */
export interface UsageTableData extends Pick<TableSource<never>, "name" | "file" | "order" | "foot"> {
  readonly columns: readonly Pick<Column<never>, "id" | "name" | "words">[];
  readonly page: (order: Order, from: number, count: number) => Promise<TableLines<TableRow>>;
  /** Returns the complete table, or undefined once `isCurrent` is false. */
  readonly cells: (order: Order, isCurrent: () => boolean) => Promise<readonly (readonly Cell[])[] | undefined>;
}

interface TableRow {
  readonly cells: readonly unknown[];
  readonly link: string | (() => Promise<string | null>);
}

/** Rows per request when all of them are needed. */
const AT_ONCE = 200;

export function table<L>(source: TableSource<L>): UsageTableData {
  const { columns, ask, link } = source;
  return {
    ...source,
    page: async (order, from, count) => {
      const { total, lines = [] } = await collectRows(ask, order, from, count);
      return {
        total,
        lines: lines.map((line) => ({ cells: columns.map(({ show }) => show(line)), link: link(line) })),
      };
    },
    cells: async (order, isCurrent) => {
      const saved = columns.flatMap(({ name, value, file }) => file ?? [{ name, value }]);
      const { lines } = await collectRows(
        async (...given) => (isCurrent() ? ask(...given) : undefined),
        order,
        0,
        Infinity,
      );
      return lines === undefined
        ? undefined
        : [saved.map(({ name }) => name), ...lines.map((line) => saved.map(({ value }) => value(line)))];
    },
  };
}

/**
 * Collects `count` rows from `start` on, since a reply can contain fewer than requested. `ask` returns undefined to
 * give up.
 */
async function collectRows<L>(
  ask: (...given: Parameters<TableSource<L>["ask"]>) => Promise<Ordered<L> | undefined>,
  order: Order,
  start: number,
  count: number,
): Promise<{ readonly total: number; readonly lines: readonly L[] | undefined }> {
  let all = 0;
  const page = async (from: number): Promise<LineRange<L> | undefined> => {
    const answer = await ask(order, from, Math.min(AT_ONCE, start + count - from));
    if (answer === undefined) return undefined;
    const { total, lines, revision } = answer;
    const next = from + lines.length;
    all = total;
    return { lines, next: lines.length > 0 && next < total ? next : null, revision };
  };
  const lines = await gather(page, start, count);
  return { total: all, lines };
}

/** Returns a data source that sorts loaded rows by the value of a column. */
export function sorted<L>(all: readonly L[], columns: readonly Column<L>[]): TableSource<L>["ask"] {
  return ({ column, down }, from, count) => {
    const value = columns.find(({ id }) => id === column)?.value;
    const lines = value === undefined ? all : [...all].sort((a, b) => compare(value(a), value(b)) * (down ? -1 : 1));
    return Promise.resolve({ total: all.length, lines: lines.slice(from, from + count), revision: 0 });
  };
}

function compare(a: Cell, b: Cell): number {
  if (typeof a === "string" && typeof b === "string") return a.localeCompare(b);
  return Number(a ?? -Infinity) - Number(b ?? -Infinity);
}

/** Rows shown at first, and added at a time. */
const PAGE = 50;

/** `<unspool-usage-table>` is sorted by the buttons in its header, shown a page at a time, and saved as a whole. */
export class UsageTable extends LitElement {
  @property({ attribute: false }) table!: UsageTableData;
  @property({ attribute: false }) goTo: (address: string) => void = () => undefined;
  @property({ attribute: false }) announce: (text: string) => void = () => undefined;
  @state() private order: Order | undefined;
  @state() private from = 0;
  @state() private lines: TableLines<TableRow> = { total: 0, lines: [] };
  readonly #run = new LatestRun();

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("table") || changed.has("order") || changed.has("from")) void this.#ask();
  }

  async #ask(): Promise<void> {
    const signal = this.#run.begin();
    const lines = await ignoreParserLoss(this.table.page(this.#order, this.from, PAGE));
    if (lines === undefined || signal.aborted) return;
    if (this.from >= lines.total && this.from > 0) this.from = 0;
    else this.lines = lines;
  }

  get #order(): Order {
    return this.order ?? this.table.order;
  }

  protected override render(): TemplateResult {
    const { name, columns, foot } = this.table;
    return html`<header>
        <h3>${name}</h3>
        <button type="button" class="quiet" aria-label=${strings.saveTable(name)} @click=${() => void this.#save()}>
          ${strings.csv}
        </button>
      </header>
      <div class="scroll">
        <table aria-label=${name}>
          <thead>
            <tr>
              ${columns.map((column) => this.#head(column))}
            </tr>
          </thead>
          <tbody>
            ${this.lines.lines.map((row) => this.#row(row))}
          </tbody>
          ${
            foot.length === 0 || this.lines.total === 0
              ? nothing
              : html`<tfoot>
                  ${foot.map((cells) => this.#foot(cells))}
                </tfoot>`
          }
        </table>
      </div>
      ${this.lines.total > PAGE ? this.#pager() : nothing}`;
  }

  #head({ id, name, words }: UsageTableData["columns"][number]): TemplateResult {
    const { column, down } = this.#order;
    const sort = column !== id ? nothing : down ? "descending" : "ascending";
    const click = (): void => {
      // Numbers are sorted descending first, text ascending.
      this.order = { column: id, down: column === id ? !down : words !== true };
      this.from = 0;
    };
    return html`<th scope="col" class=${words ? "words" : nothing} aria-sort=${sort}>
      <button type="button" @click=${click}>${name}</button>
    </th>`;
  }

  #row({ cells, link }: TableRow): TemplateResult {
    const go = async (): Promise<void> => {
      const address = typeof link === "string" ? link : ((await ignoreParserLoss(link())) ?? "");
      if (address !== "") this.goTo(address);
    };
    return html`<tr>
      ${cells.map((cell, i) =>
        i > 0
          ? html`<td class=${this.table.columns[i]?.words ? "words" : nothing}>${cell}</td>`
          : html`<th scope="row" class="words">
              ${link !== "" ? html`<button type="button" class="lead ellipsis" @click=${() => void go()}>${cell}</button>` : cell}
            </th>`,
      )}
    </tr>`;
  }

  #foot(cells: readonly unknown[]): TemplateResult {
    return html`<tr>
      ${cells.map((cell, i) => (i > 0 ? html`<td>${cell}</td>` : html`<th scope="row" class="words">${cell}</th>`))}
    </tr>`;
  }

  #pager(): TemplateResult {
    const { total } = this.lines;
    const to = Math.min(this.from + PAGE, total);
    const button = (words: string, from: number): TemplateResult => {
      const is = from >= 0 && from < total;
      return html`<button type="button" class="quiet" aria-disabled=${!is} @click=${() => is && (this.from = from)}>
        ${words}
      </button>`;
    };
    return html`<nav aria-label=${strings.pages(this.table.name)}>
      ${button(strings.before, this.from - PAGE)}
      <span role="status">${strings.range(this.from + 1, to, total)}</span>
      ${button(strings.next, this.from + PAGE)}
    </nav>`;
  }

  async #save(): Promise<void> {
    const rows = await ignoreParserLoss(this.table.cells(this.#order, () => this.isConnected));
    if (rows === undefined) return;
    try {
      saveAs(`${this.table.file}.csv`, new Blob([csv(rows)], { type: "text/csv;charset=utf-8" }));
    } catch (error) {
      this.announce(reportedFault(error));
    }
  }

  static override styles = [baseStyles, shareStyles, tableStyles];
}
