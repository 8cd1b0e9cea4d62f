import { signal } from "@preact/signals-core";
import type { Page, Row } from "../parser/model";
import { PAGE, type ParserApi } from "../parser/protocol";
import { OpenRows } from "./open-rows";
import { RowKeyIndex } from "./row-key-index";
import { RowCache } from "./row-cache";
import { settled } from "../base/report-error";
import { TaskQueue } from "../base/task-queue";
import { reportUnlessParserLoss } from "../parser/parser-loss";

/** Pages that are kept: the most recently requested ones. */
const MAX_PAGES = 60;
/** Rows that can be loaded at a time. */
export const MAX_AT_HAND = MAX_PAGES * PAGE;
/** Requests of rows and their content that are sent at a time: one to answer, and others on their way. */
const MAX_REQUESTS = 4;
/** How often rows are requested again because they became stale on their way, as each step of reading makes them. */
const MAX_ROUNDS = 20;
/** Rows nearer than this to those on the screen are loaded before the content of rows. */
const CONTENT_RANK = 100;
/** Rows this far from those on the screen are no longer loaded for it. */
const MAX_DISTANCE = 300;
/** Pages that a conversation keeps while another one is on the screen. */
const MAX_PAGES_SUSPENDED = 4;

/** A range of rows, both ends included. */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
}

/** A page that was requested. */
interface PageRequest {
  done: Promise<void>;
  /** Whether the page is loaded wherever the user scrolls meanwhile. */
  isNeeded: boolean;
}

/**
 * One session while it is being read: the rows around the visible ones, what is open, and the bodies of open rows. The
 * store does not depend on any element.
 */
export class RowStore {
  readonly api: ParserApi;
  readonly session: number;
  /** The content of rows that is loaded when it is needed. */
  readonly rowCache: RowCache;
  /** Counts changes of rows and of their number. */
  readonly rowsVersion = signal(0);
  /** Counts arrivals of row content and openings of rows: rendered rows render again. */
  readonly contentVersion = signal(0);
  readonly #tasks = new TaskQueue(MAX_REQUESTS);
  readonly #pages = new Map<number, readonly Row[]>();
  readonly #names = new RowKeyIndex();
  readonly #stale = new Set<number>();
  readonly #asked = new Map<number, PageRequest>();
  #rendered: readonly RowSpan[] = [];
  readonly #open = new OpenRows();
  readonly #toggled = new Map<string, { readonly open: boolean }>(); // rows, until they are loaded in that state
  readonly #unfolded = new Set<string>(); // raw records and long texts
  #total = 0;
  #limit = Infinity;
  #revision: number | undefined;
  #generation = 0;
  #growing = false;
  #reloading: Promise<unknown> | undefined; // rows that arrive meanwhile would get the names of others
  /** Whether background records are shown at their places, instead of a line for those of each turn. */
  showsBackground = false;
  #disposed = false;
  #ended = false;

  constructor(api: ParserApi, session: number) {
    this.api = api;
    this.session = session;
    this.rowCache = new RowCache(api, session, this.#tasks, CONTENT_RANK, () => this.redraw());
  }

  dispose(): void {
    this.#disposed = true;
    this.rowCache.end();
  }

  /** Keeps only what is visible first when the conversation returns to the screen. */
  suspend(): void {
    this.rowCache.clear();
    this.#trim(MAX_PAGES_SUSPENDED);
  }

  /** Marks the store as ended after its parser has stopped: loaded rows stay, and no more will arrive. */
  end(): void {
    this.#ended = true;
    this.redraw();
    this.#changed();
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The number of rows, except those that are hidden at the end. */
  get total(): number {
    return Math.min(this.#total, this.#limit);
  }

  /** The number of rows, including those that are hidden at the end. */
  get totalOfAll(): number {
    return this.#total;
  }

  /** Whether rows at the end are hidden. */
  get isLimited(): boolean {
    return this.#limit < this.#total;
  }

  /** Hides the rows from an index on; Infinity hides none. */
  set limit(limit: number) {
    if (limit === this.#limit) return;
    this.#limit = limit;
    this.#changed();
  }

  /** Returns the row at this index if it is loaded. */
  row(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** A number that changes when rows move to other indexes. */
  get layoutVersion(): number {
    return this.#names.layout;
  }

  /** Returns the unique name of the row at an index: its key, or the index itself while the key is unknown. */
  nameAt(index: number): string | number {
    return this.#names.at(index);
  }

  /** Returns the index of a row that was seen before, or -1. */
  indexOf(name: string): number {
    return this.#names.indexOf(name);
  }

  /** Loads the rows that are rendered now. Earlier requests for others have less priority, or are dropped. */
  loadRendered(ranges: readonly RowSpan[]): void {
    this.#rendered = ranges;
    for (const { from, to } of ranges) void this.#load(from, to, false);
  }

  /** Loads rows that may be rendered soon, except while files are read: they would be requested again at the end. */
  prefetch(from: number, to: number): void {
    if (!this.#growing) void this.#load(from, to, false);
  }

  /** Loads the rows from `from` to `to` unless they are loaded. */
  ensure(from: number, to: number): Promise<void> {
    return this.#load(from, to, true);
  }

  async #load(from: number, to: number, isNeeded: boolean): Promise<void> {
    // An answer can say that there are more rows, which the range reaches into.
    let generation = -1;
    let total = -1;
    const isDone = (): boolean => generation === this.#generation && total === this.#total;
    for (let round = 0; round < MAX_ROUNDS && !isDone() && !this.#ended && !this.#disposed; round++) {
      await this.#reloading;
      generation = this.#generation;
      total = this.#total;
      await this.#fetchRange(from, to, isNeeded);
    }
    this.#trim();
  }

  /** Requests the missing rows once. Answers that became stale on their way are dropped. */
  async #fetchRange(from: number, to: number, isNeeded: boolean): Promise<void> {
    const first = Math.max(0, Math.floor(from / PAGE));
    const last = Math.max(first, Math.floor(Math.max(from, Math.min(to, this.#total - 1)) / PAGE));
    const fetches: Promise<void>[] = [];
    for (let page = first; page <= last; page++) {
      const loaded = this.#pages.get(page);
      if (loaded !== undefined) {
        this.#pages.delete(page); // the most recently used page is last
        this.#pages.set(page, loaded);
        if (!this.#stale.has(page)) continue;
      }
      let request = this.#asked.get(page);
      if (request === undefined) {
        request = { isNeeded, done: Promise.resolve() };
        this.#asked.set(page, request);
        request.done = this.#fetch(page, request);
      }
      request.isNeeded ||= isNeeded;
      fetches.push(request.done);
    }
    await Promise.all(fetches);
  }

  /** Marks all rows as stale. They stay until they are requested again when they become visible. */
  refresh(): void {
    if (this.#ended) return;
    this.#invalidate();
    this.#changed();
  }

  /** Call this when everything has been read for now. `first` is the first page at that time, if known. */
  complete(first?: Page): void {
    this.#growing = false;
    if (!this.#ended) {
      this.#invalidate();
      if (first !== undefined) this.#setPage(0, this.#reuseRows(first));
      this.#changed();
    }
    this.redraw(); // rows may lack facts that were unknown at first, such as the project
  }

  /**
   * Resolves to the index that the parser returns for a row. Rows are requested again only if the parser had to open
   * others to show it.
   */
  async resolveIndex(asked: Promise<number | null>): Promise<number | null> {
    const { session } = this;
    const rows = this.api.query("rows", { session, from: 0, count: 0 });
    const [index, { revision }] = await Promise.all([asked, rows]);
    if (this.#growing || revision !== this.#revision) {
      this.#revision = revision;
      this.refresh();
    }
    return index;
  }

  /** Drops pending replies and marks loaded rows as stale. */
  #invalidate(): void {
    for (const page of this.#pages.keys()) this.#stale.add(page);
    this.#asked.clear();
    this.#generation++;
  }

  /**
   * Takes the number of rows after more was read, and perhaps the first page. Rows at the end may have changed; earlier
   * changes are fetched when everything is read.
   */
  onProgress(total: number, first?: Page): void {
    this.#growing = true;
    const edge = Math.floor(this.#total / PAGE) - 1;
    for (const page of this.#pages.keys()) if (page >= edge) this.#stale.add(page);
    if (total <= this.#total) return;
    if (first !== undefined && this.#pages.size === 0) this.#setPage(0, first);
    this.#total = total;
    this.#changed();
  }

  /** While all rows are rendered, nothing of their content is evicted. */
  set unbounded(on: boolean) {
    this.rowCache.unbounded = on;
  }

  /** The number of pending loads of row content. */
  get pending(): number {
    return this.rowCache.pending;
  }

  /** Renders everything again. */
  redraw(): void {
    if (this.#disposed) return;
    this.rowCache.startRenderPass();
    this.contentVersion.value++;
  }

  // Open rows

  isOpen(row: Row): boolean {
    return this.#open.isOpen(row);
  }

  setOpen(row: Row, open: boolean): void {
    this.#retry();
    this.#open.set(row, open);
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

  /** Failed content may be available when the user opens something again. */
  #retry(): void {
    this.rowCache.clear("failed");
  }

  /** Opens or closes everything, including rows that were never visible. */
  setAllOpen(open: boolean): void {
    this.#open.setAll(open);
    this.redraw();
  }

  /** Opens all tool calls and closes everything else. */
  openTools(): void {
    this.#open.openTools();
    this.redraw();
  }

  get allOpen(): boolean {
    return this.#open.all;
  }

  get thinking(): boolean {
    return this.#open.thinking;
  }

  set thinking(open: boolean) {
    this.#open.setThinking(open, (key) => this.row(this.indexOf(key))?.kind === "thinking");
    this.redraw();
  }

  /**
   * Shows or hides the rows below an agent or a fold. Each call inverts the one before, even if that has no reply
   * yet.
   */
  async toggleRows(row: Row, shown: boolean): Promise<void> {
    const turned = { open: !(this.#toggled.get(row.key)?.open ?? shown) };
    this.#toggled.set(row.key, turned);
    try {
      const index = await this.api.query("expand", { session: this.session, key: row.key, open: turned.open });
      await this.#reloadRows(index, (place, more) => this.#names.shift(place, more));
      if (index !== null) await this.ensure(index, index); // if rows arrived meanwhile
    } finally {
      if (this.#toggled.get(row.key) === turned) this.#toggled.delete(row.key);
    }
  }

  /** Reloads the rows around an index after rows were added or removed anywhere. */
  reloadAround(index: number | null): Promise<number | null> {
    return this.#reloadRows(index, () => this.#names.clear());
  }

  /**
   * Reloads the rows around an index at once after rows were added or removed. `rename` updates the known names of
   * rows.
   */
  async #reloadRows(index: number | null, rename: (place: number, more: number) => void): Promise<number | null> {
    this.#invalidate();
    const generation = this.#generation;
    const around = Math.floor((index ?? 0) / PAGE);
    const numbers = [around - 1, around, around + 1, around + 2].filter((page) => page >= 0);
    const asked = Promise.all(numbers.map((page) => this.#ask(page)));
    this.#reloading = settled(asked);
    const answers = (await asked).map((answer) => this.#reuseRows(answer));
    const first = answers[0];
    if (this.#disposed || generation !== this.#generation || first === undefined || index === null) return index;
    rename(index, first.total - this.#total);
    this.#pages.clear();
    this.#stale.clear();
    this.#asked.clear();
    numbers.forEach((page, at) => {
      const answer = answers[at];
      if (answer !== undefined && page * PAGE < answer.total) this.#setPage(page, answer);
    });
    this.#changed();
    return index;
  }

  #ask(page: number): Promise<Page> {
    return this.api.query("rows", { session: this.session, from: page * PAGE, count: PAGE });
  }

  /** Returns how far a page is from the rendered rows; infinity if it is too far to be loaded for them. */
  #distance(page: number): number {
    if (this.#rendered.length === 0) return 0; // the first rows say how many there are
    const [from, to] = [page * PAGE, (page + 1) * PAGE - 1];
    const distance = Math.min(...this.#rendered.map((range) => Math.max(0, range.from - to, from - range.to)));
    return distance > MAX_DISTANCE ? Infinity : distance;
  }

  async #fetch(page: number, request: PageRequest): Promise<void> {
    const generation = this.#generation;
    let answer: Page;
    try {
      const rank = (): number => (request.isNeeded ? 0 : this.#distance(page));
      const asked = await this.#tasks.run(() => this.#ask(page), rank);
      if (asked === undefined) return;
      answer = this.#reuseRows(asked);
    } catch (error) {
      return reportUnlessParserLoss(error);
    } finally {
      if (generation === this.#generation) this.#asked.delete(page);
    }
    if (this.#disposed || generation !== this.#generation) return;
    if (!this.#growing && this.#revision !== undefined && answer.revision !== this.#revision) {
      for (const other of this.#pages.keys()) this.#stale.add(other);
    }
    this.#setPage(page, answer);
    this.#changed();
  }

  /** If a file can no longer be read, its loaded rows stay as they are. */
  #reuseRows(answer: Page): Page {
    return answer.missed
      ? { ...answer, rows: (answer.rows ?? []).map((row) => this.row(this.indexOf(row.key)) ?? row) }
      : answer;
  }

  #setPage(page: number, answer: Page): void {
    // Unchanged rows stay the same objects, so they are not rendered again.
    const loaded = this.#pages.get(page);
    const rows = (answer.rows ?? []).map((row, at) => {
      const before = loaded?.[at];
      return before?.key === row.key && JSON.stringify(before) === JSON.stringify(row) ? before : row;
    });
    if (answer.total < this.#total) this.#truncate(answer.total);
    this.#revision = answer.revision;
    this.#total = answer.total;
    this.#pages.set(page, rows);
    this.#stale.delete(page);
    // A row on a stale page may no longer be there.
    this.#names.setRows(
      page * PAGE,
      rows,
      (place, { key }) => this.row(place)?.key === key && !this.#stale.has(Math.floor(place / PAGE)),
    );
  }

  #truncate(total: number): void {
    this.#names.truncate(total);
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
    if (!this.#disposed) this.rowsVersion.value++;
  }
}
