import { signal } from "@preact/signals-core";
import type { Page, Row } from "../parser/model";
import { PAGE, type ParserApi } from "../parser/protocol";
import { RowKeyIndex } from "./row-key-index";
import { RowCache } from "./row-cache";
import { settled } from "../base/report-error";
import { reportUnlessGone } from "../parser/parser-gone";

/** Pages kept: those that were wanted last. */
const MAX_PAGES = 60;
/** So many rows can be at hand at a time. */
export const MAX_AT_HAND = MAX_PAGES * PAGE;
/**
 * How often rows are asked for again that became stale on their way: while files are read they do each time some was
 * read.
 */
const MAX_ROUNDS = 20;
/** Rows that a conversation keeps while another one is on the screen: what is seen first when it comes back. */
const MAX_PAGES_SUSPENDED = 4;

/**
 * One session as it is being read: the rows around what is in sight, what is
 * open, and the bodies of what was opened. It knows nothing of the screen.
 */
export class RowStore {
  readonly api: ParserApi;
  readonly session: number;
  /** What its rows show of what comes late. */
  readonly rowCache: RowCache;
  /** Counts changes of rows and of their number. */
  readonly rowsVersion = signal(0);
  /** Counts other changes of what is drawn. */
  readonly viewVersion = signal(0);
  readonly #pages = new Map<number, readonly Row[]>();
  readonly #names = new RowKeyIndex();
  readonly #stale = new Set<number>();
  readonly #asked = new Map<number, Promise<void>>();
  readonly #open = new Map<string, boolean>();
  readonly #turned = new Map<string, { readonly open: boolean }>(); // rows, until they are at hand that way
  readonly #unfolded = new Set<string>(); // raw records, long words
  #total = 0;
  #revision: number | undefined;
  #generation = 0;
  #growing = false;
  #rearranging: Promise<unknown> | undefined; // rows that come by themselves meanwhile would get the names of others
  #allOpen = false;
  #toolsOpen = false;
  #thinking = false;
  #gone = false;
  #ended = false;

  constructor(api: ParserApi, session: number) {
    this.api = api;
    this.session = session;
    this.rowCache = new RowCache(api, session, () => this.redraw());
  }

  dispose(): void {
    this.#gone = true;
    this.rowCache.end();
  }

  /** It is not on the screen any more: only what is seen first when it comes back is kept. */
  suspend(): void {
    this.rowCache.clear();
    this.#trim(MAX_PAGES_SUSPENDED);
  }

  /** The parser is no more: what is at hand stays, and nothing comes any more. */
  end(): void {
    this.#ended = true;
    this.redraw();
    this.#changed();
  }

  get ended(): boolean {
    return this.#ended;
  }

  get total(): number {
    return this.#total;
  }

  /** The row with this index, if it is at hand. */
  row(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Changes when rows have other places than before. */
  get layout(): number {
    return this.#names.layout;
  }

  /** What names the row in this place, and no other: its key, or the place itself while the key is not known. */
  keyAt(index: number): string | number {
    return this.#names.at(index);
  }

  /** The place of a row that was seen before. */
  indexOf(name: string): number {
    return this.#names.indexOf(name);
  }

  /** Sees to it that the rows from `from` to `to` are, or will be, at hand. */
  async ensure(from: number, to: number): Promise<void> {
    for (
      let round = 0, generation = -1;
      round < MAX_ROUNDS && generation !== this.#generation && !this.#ended && !this.#gone;
      round++
    ) {
      await this.#rearranging;
      generation = this.#generation;
      await this.#fetchRange(from, to);
    }
    this.#trim();
  }

  /**
   * Asks once for the rows that are not at hand; what is on its way comes to nothing when all becomes stale meanwhile.
   */
  async #fetchRange(from: number, to: number): Promise<void> {
    const first = Math.max(0, Math.floor(from / PAGE));
    const last = Math.max(first, Math.floor(Math.max(from, Math.min(to, this.#total - 1)) / PAGE));
    const fetches: Promise<void>[] = [];
    for (let page = first; page <= last; page++) {
      const loaded = this.#pages.get(page);
      if (loaded !== undefined) {
        this.#pages.delete(page); // the last one wanted is last
        this.#pages.set(page, loaded);
        if (!this.#stale.has(page)) continue;
      }
      let asked = this.#asked.get(page);
      if (asked === undefined) {
        asked = this.#fetch(page);
        this.#asked.set(page, asked);
      }
      fetches.push(asked);
    }
    await Promise.all(fetches);
  }

  /** What was given out may have changed: it is asked for again when it comes into sight, and stays until then. */
  refresh(): void {
    if (this.#ended) return;
    this.#invalidate();
    this.#changed();
  }

  /** All is read for now. */
  complete(): void {
    this.#growing = false;
    this.refresh();
    this.redraw(); // what the first rows were drawn without, such as the project that their paths lie in
  }

  /**
   * The place that the parser gives for a row, which it may have opened for that: only then rows are asked for again.
   */
  async place(asked: Promise<number | null>): Promise<number | null> {
    const { session } = this;
    const rows = this.api.query("rows", { session, from: 0, count: 0 });
    const [index, { revision }] = await Promise.all([asked, rows]);
    if (this.#growing || revision !== this.#revision) {
      this.#revision = revision;
      this.refresh();
    }
    return index;
  }

  /** What is on its way comes too late, and what is at hand may be of before. */
  #invalidate(): void {
    for (const page of this.#pages.keys()) this.#stale.add(page);
    this.#asked.clear();
    this.#generation++;
  }

  /**
   * More was read, and there are so many rows now, of which the first page may have come
   * along. Those at the end can have changed; what changed before them is asked for when
   * all is read.
   */
  onProgress(total: number, first?: Page): void {
    this.#growing = true;
    const edge = Math.floor(this.#total / PAGE) - 1;
    for (const page of this.#pages.keys()) if (page >= edge) this.#stale.add(page);
    if (total <= this.#total) return;
    if (first !== undefined && this.#pages.size === 0) this.#take(0, first);
    this.#total = total;
    this.#changed();
  }

  /** While all rows are drawn, nothing of what they show is let go. */
  set whole(on: boolean) {
    this.rowCache.whole = on;
  }

  /** How much of what rows show is still on its way. */
  get awaited(): number {
    return this.rowCache.awaited;
  }

  /** Has everything be drawn anew. */
  redraw(): void {
    if (this.#gone) return;
    this.rowCache.draw();
    this.viewVersion.value++;
  }

  // What is open

  isOpen(row: Row): boolean {
    return (
      this.#open.get(row.key) ??
      (row.kind === "thinking"
        ? this.#thinking
        : (this.#allOpen || (this.#toolsOpen && row.kind === "tool")) && opensByItself(row))
    );
  }

  setOpen(row: Row, open: boolean): void {
    this.#retry();
    this.#open.set(row.key, open);
    this.redraw();
  }

  isUnfolded(name: string): boolean {
    return this.#unfolded.has(name);
  }

  setUnfolded(name: string, open: boolean): void {
    this.#retry();
    if (open) this.#unfolded.add(name);
    else this.#unfolded.delete(name);
    this.redraw();
  }

  /** What failed may be there when the reader opens something again. */
  #retry(): void {
    this.rowCache.clear("failed");
  }

  /** Opens or closes everything, also what has not been seen yet. */
  setAllOpen(open: boolean): void {
    this.#open.clear();
    this.#allOpen = open;
    this.#toolsOpen = false;
    this.#thinking = open;
    this.redraw();
  }

  /** Opens all calls, and nothing else. */
  openTools(): void {
    this.setAllOpen(false);
    this.#toolsOpen = true;
  }

  get allOpen(): boolean {
    return this.#allOpen;
  }

  get thinking(): boolean {
    return this.#thinking;
  }

  set thinking(open: boolean) {
    for (const key of [...this.#open.keys()]) {
      const index = this.indexOf(key);
      if (index >= 0 && this.row(index)?.kind === "thinking") this.#open.delete(key);
    }
    this.#thinking = open;
    this.redraw();
  }

  /**
   * Shows or hides the rows of an agent or of a fold, which stand below the row: each turn the other way than the one
   * before, also where that is not answered yet.
   */
  async turn(row: Row, shown: boolean): Promise<void> {
    const turned = { open: !(this.#turned.get(row.key)?.open ?? shown) };
    this.#turned.set(row.key, turned);
    try {
      const index = await this.api.query("expand", { session: this.session, key: row.key, open: turned.open });
      await this.#rearrange(index, (place, more) => this.#names.move(place, more));
      if (index !== null) await this.ensure(index, index); // where rows came meanwhile
    } finally {
      if (this.#turned.get(row.key) === turned) this.#turned.delete(row.key);
    }
  }

  /** Rows came and went anywhere: takes those around a place. */
  rearranged(index: number | null): Promise<number | null> {
    return this.#rearrange(index, () => this.#names.forget());
  }

  /**
   * Takes the rows around a place at once, when rows came or went. `rename` notes which row is where now, as far as
   * that is known.
   */
  async #rearrange(index: number | null, rename: (place: number, more: number) => void): Promise<number | null> {
    this.#invalidate();
    const generation = this.#generation;
    const around = Math.floor((index ?? 0) / PAGE);
    const numbers = [around - 1, around, around + 1, around + 2].filter((page) => page >= 0);
    const asked = Promise.all(numbers.map((page) => this.#ask(page)));
    this.#rearranging = settled(asked);
    const answers = (await asked).map((answer) => this.#reuseRows(answer));
    const first = answers[0];
    if (this.#gone || generation !== this.#generation || first === undefined || index === null) return index;
    rename(index, first.total - this.#total);
    this.#pages.clear();
    this.#stale.clear();
    this.#asked.clear();
    numbers.forEach((page, at) => {
      const answer = answers[at];
      if (answer !== undefined && page * PAGE < answer.total) this.#take(page, answer);
    });
    this.#changed();
    return index;
  }

  #ask(page: number): Promise<Page> {
    return this.api.query("rows", { session: this.session, from: page * PAGE, count: PAGE });
  }

  async #fetch(page: number): Promise<void> {
    const generation = this.#generation;
    let answer: Page;
    try {
      answer = this.#reuseRows(await this.#ask(page));
    } catch (error) {
      return reportUnlessGone(error);
    } finally {
      if (generation === this.#generation) this.#asked.delete(page);
    }
    if (this.#gone || generation !== this.#generation) return;
    if (!this.#growing && this.#revision !== undefined && answer.revision !== this.#revision) {
      for (const other of this.#pages.keys()) this.#stale.add(other);
    }
    this.#take(page, answer);
    this.#changed();
  }

  /** Where a file cannot be read any more, what is at hand of it stays as it is. */
  #reuseRows(answer: Page): Page {
    return answer.missed
      ? { ...answer, rows: (answer.rows ?? []).map((row) => this.row(this.indexOf(row.key)) ?? row) }
      : answer;
  }

  #take(page: number, answer: Page): void {
    // What is as it was stays the same object, which is not drawn again.
    const loaded = this.#pages.get(page);
    const rows = (answer.rows ?? []).map((row, at) => {
      const before = loaded?.[at];
      return before?.key === row.key && JSON.stringify(before) === JSON.stringify(row) ? before : row;
    });
    if (answer.total < this.#total) this.#cutTo(answer.total);
    this.#revision = answer.revision;
    this.#total = answer.total;
    this.#pages.set(page, rows);
    this.#stale.delete(page);
    // One of a page that is stale only stood there before.
    this.#names.learn(
      page * PAGE,
      rows,
      (place, { key }) => this.row(place)?.key === key && !this.#stale.has(Math.floor(place / PAGE)),
    );
  }

  #cutTo(total: number): void {
    this.#names.cutTo(total);
    for (const [page, rows] of this.#pages) {
      if (page * PAGE >= total) this.#pages.delete(page);
      else if (page * PAGE + rows.length > total) this.#pages.set(page, rows.slice(0, total - page * PAGE));
    }
  }

  #trim(limit = MAX_PAGES): void {
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= limit) return;
      this.#pages.delete(page);
      this.#stale.delete(page);
    }
  }

  #changed(): void {
    if (!this.#gone) this.rowsVersion.value++;
  }
}

/** Whether "open all" opens it: agents and branches bring rows of their own and stay as they are. */
function opensByItself(row: Row): boolean {
  switch (row.kind) {
    case "tool":
      return row.run === null;
    case "compaction":
    case "machinery":
    case "unknown":
    case "error":
    case "note":
    case "output":
      return true;
    default:
      return false;
  }
}
