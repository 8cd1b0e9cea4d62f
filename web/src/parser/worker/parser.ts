import { FilesAhead } from "./files-ahead";
import { endsOf } from "./head-and-tail";
import { isNoSession, failure, isFailure, toFailure, unreadableOf } from "../failure";
import type { FilePreview, Page, Queries, SessionChanges } from "../model";
import { arrange, isPrices, noSessionFailure } from "../order";
import { LowPriorityQueue } from "./low-priority-queue";
import { type OpenFile, inMemory } from "./open-file";
import {
  type ByteRange,
  type Failure,
  type FileContent,
  type FileRead,
  type LoadResult,
  PAGE,
  type Picture,
  type Progress,
  type Source,
  type WasmApi,
  type WasmHost,
  type WorkerParserApi,
} from "../protocol";
import { ReadAhead } from "./read-ahead";
import { readChunks } from "./reader";
import { SmallCopies } from "./small-copies";
import { COPY_WHILE_READING, copyAfterwards, snapshotOf } from "./snapshot";
import type { Instance } from "../wasm/wasm";
import { priceErrorText } from "../error-text";
import { reasons } from "../strings";
import { withoutBytes } from "./without-bytes";
import { reportError, settled } from "../../base/report-error";
import { tick } from "../../base/schedule";
import { timed } from "../../base/timed";
import { ignoreParserLoss, reportedFailure } from "../parser-loss";

/** Reads bytes of a blob synchronously. */
export type SyncRead = (blob: FileContent) => Uint8Array;

interface ParserOptions {
  readonly start: (read: WasmHost["read"]) => Promise<Instance>;
  /** Reads blobs; without it, files are kept in memory. */
  readonly readSync: SyncRead | undefined;
}

const EMPTY = /* @__PURE__ */ new Blob();
const HEAD = 2 << 20;
/**
 * The only file that is opened stays in memory up to this size, since a row needs several reads, and each read of a
 * blob takes a millisecond.
 */
const RESIDENT = 16 << 20;
const MANY = 16; // for files: small ones then arrive in one piece, since each slice of one takes a millisecond
const SMALL = 1_000_000;
/** A single file up to this size is read in one piece and reported once, in about 50 ms. */
const SHORT = 8 << 20;
const WRITTEN = 2 << 20; // bytes that the Go program receives at a time, in a buffer that stays
const MAX_PRICES = 1 << 20; // bytes of a table
const EXPORTING = 10_000; // ms in which other parsers have checked and written 100 MB
const NOTICE_EVERY = 100; // ms between two progress events
const TICK_EVERY = 4; // ms between two times when requests are answered

/** The parser of one load of files. It does not depend on whether it runs in a worker, or on what a row is. */
export class Parser implements WorkerParserApi {
  readonly #options: ParserOptions;
  readonly #files = new Map<number, OpenFile>();
  readonly #instance: Promise<Instance>;
  #left = new Set<Source>(); // files that load has not reached yet, in reading order
  #preferred: { readonly files: readonly number[]; readonly begun: () => void }[] = [];
  #copies: Promise<void> | undefined; // in the background
  #canceled = false;
  #hasMany = false; // files to load
  readonly #lowPriority = new LowPriorityQueue();
  readonly #ahead = new ReadAhead();
  readonly #smallCopies = new SmallCopies();
  #missed: Failure | undefined; // of the call in progress
  #reading: { readonly file: OpenFile; readonly size: number } | undefined;

  constructor(options: ParserOptions) {
    this.#options = options;
    // It is started at once, so that it is ready when a file is chosen.
    this.#instance = options.start((file, offset, length) => this.#read(file, offset, length));
    void settled(this.#instance); // the first call reports it
  }

  load(...args: Parameters<WorkerParserApi["load"]>): Promise<LoadResult<SessionChanges>> {
    return this.#lowPriority.during(this.#load(...args));
  }

  async #load(...[sources, onProgress]: Parameters<WorkerParserApi["load"]>): Promise<LoadResult<SessionChanges>> {
    const { readSync } = this.#options;
    const files = arrange(sources);
    this.#hasMany = files.length > MANY;
    this.#left = new Set(files); // `prefer` before the prices are known waits for them, too
    const missed: Failure[] = []; // the first valid price table applies
    for (const table of sources.filter(isPrices)) {
      const invalid = await this.#price(table);
      if (invalid === undefined) break;
      missed.push(invalid);
    }
    if (files.length === 0) throw missed[0] ?? noSessionFailure(sources);
    // For a file on disk, this may query the disk.
    const sizes = new Map(files.map((source) => [source, source.blob.size]));
    const sizeOf = (source: Source): number => sizes.get(source) ?? 0;
    const ahead = new FilesAhead();
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    const isPart = files.some(({ number }) => number !== undefined); // the pool counts the sessions
    const isSingle = files.length === 1 && !isPart;
    const isResident = readSync === undefined || (isSingle && total <= RESIDENT);
    let bytes = 0;
    let done = 0;
    let next = -Infinity;
    let nextTick = 0;
    let firstRowsSent = !isSingle;
    // If the reply is too large or fails, reading still continues.
    const tolerate = (error: unknown): undefined => {
      if (isFailure(error)) throw error;
      reportError(error);
    };
    const firstRows = async (): Promise<Page | undefined> =>
      ignoreParserLoss(this.query("rows", { session: 0, from: 0, count: PAGE })).catch(tolerate);
    const report = async (): Promise<void> => {
      const now = performance.now();
      if (now < next) return;
      const found = isPart ? { sessions: 0, rows: 0 } : await this.#count(isSingle);
      // Counting can take longer than reading, so it gets a small share of the time.
      next = performance.now() + Math.max(NOTICE_EVERY, 20 * (performance.now() - now));
      // The page requests these at once, and would wait for the next chunk to be read.
      const first = firstRowsSent || found.rows === 0 ? undefined : await firstRows();
      firstRowsSent ||= first !== undefined;
      onProgress({ bytes, total, files: done, ...found, done: false }, first);
    };
    const numbers: number[] = [];
    const read = async (source: Source, begun: () => void): Promise<void> => {
      this.#left.delete(source);
      const { path, blob } = source;
      const content = ahead.take(source);
      if (this.#hasMany) ahead.request(this.#left, sizeOf, SMALL);
      const size = sizeOf(source);
      const number = await this.#call((api) => api.open(path, size, source.number));
      // Fetched or pasted data is in memory already; only a file on disk can change.
      const own = blob.lastModified !== undefined && size <= COPY_WHILE_READING && !isResident;
      const head = new Uint8Array(isResident ? size : Math.min(HEAD, size));
      const file: OpenFile = { path, blob: own ? EMPTY : blob, seen: 0, head };
      this.#files.set(number, file);
      numbers.push(number);
      const why = await this.#readOn(number, content, size, own, async (length) => {
        bytes += length;
        begun();
        if (bytes === total) return; // the last report follows
        await timed("report progress", report).catch(tolerate);
        if (performance.now() >= nextTick) {
          await timed("answer the page", tick);
          nextTick = performance.now() + TICK_EVERY;
        }
        await readPreferred();
      });
      if (this.#canceled) return;
      if (why !== undefined) missed.push(why); // the others may still be readable
      if (!isResident) file.head = undefined;
      done++;
    };
    // Preferred files are read before the others, the latest request first.
    const readPreferred = async (): Promise<void> => {
      for (const { files, begun } of this.#preferred.splice(0).reverse()) {
        for (const number of files) {
          const source = [...this.#left].find((one) => one.number === number);
          if (source !== undefined && !this.#canceled) await read(source, begun);
        }
        begun();
      }
    };
    // A set is iterated in its order, without what was read meanwhile.
    for (const source of this.#left) {
      await read(source, () => undefined);
      if (this.#canceled)
        return { missed: [], sessions: { order: new Uint32Array(), changed: null }, first: undefined };
      await readPreferred();
    }
    this.#smallCopies.seal();
    await this.#call((api) => api.finish());
    const sessions = await this.#call((api) => api.countSessions());
    const unreadable = unreadableOf(missed);
    // Other parsers of a pool may have sessions, and the pool needs all reasons.
    if (sessions === 0 && !(isPart && unreadable)) throw unreadable ?? (await this.#verdict(numbers));
    const rows = isPart ? 0 : ((await this.#firstRowCount().catch(tolerate)) ?? 0);
    onProgress({ bytes, total, files: done, sessions, rows, done: true });
    const first = isSingle ? await firstRows() : undefined;
    this.#copies = this.#lowPriority.waitFor(this.#copy());
    return { missed, sessions: await this.sessions(), first };
  }

  async follow(sources: readonly Source[]): Promise<void> {
    await this.#lowPriority.whenAllRead; // otherwise a new file would be read twice
    for (const { path, blob, number: as } of sources) {
      const { size } = blob;
      const known = [...this.#files].find(([, file]) => file.path === path);
      const number = known?.[0] ?? (await this.#call((api) => api.open(path, size, as)));
      const file: OpenFile = known?.[1] ?? { path, blob: EMPTY, seen: 0, head: undefined };
      this.#files.set(number, file);
      const from = await this.#call((api) => api.resume(number, size));
      // Our own copy is continued; if there is none, the current file is used.
      const own = from < file.seen || (file.blob.lastModified === undefined && file.blob.slice(0, 0) instanceof Blob);
      if (from < file.seen) {
        file.blob = EMPTY; // it is now being read
        file.head = undefined;
      }
      file.seen = from;
      if (!own) file.blob = blob;
      if (this.#options.readSync === undefined) {
        const head = new Uint8Array(size);
        head.set(file.head ?? []);
        file.head = head;
      }
      await this.#readOn(number, blob.slice(from), size - from, own, tick);
      if (this.#canceled) return;
    }
    this.#smallCopies.seal();
    await this.#call((api) => api.finish());
    this.#copies = this.#lowPriority.waitFor(this.#copy());
  }

  /**
   * Passes the following bytes of a file to the parser and closes it; returns why it could not be read to its end. With
   * `own`, the bytes are also added to our copy of the file.
   */
  async #readOn(
    number: number,
    bytes: FileContent,
    size: number,
    own: boolean,
    onRead: (length: number) => Promise<void>,
  ): Promise<Failure | undefined> {
    const file = this.#files.get(number);
    if (file === undefined) return undefined;
    this.#reading = { file, size: file.seen + size };
    let why: Failure | undefined;
    try {
      for await (const chunk of readChunks(bytes, this.#wholeUpTo)) {
        if (this.#canceled) return undefined;
        const isWhole = file.seen === 0 && chunk.byteLength === size;
        if (own) this.#copyChunk(file, chunk, isWhole);
        if (file.head !== undefined && isWhole) file.head = chunk.subarray(0, file.head.length);
        else
          file.head?.set(
            chunk.subarray(0, Math.max(0, file.head.length - file.seen)),
            Math.min(file.seen, file.head.length),
          );
        const length = chunk.byteLength;
        await timed("parse a chunk", () => this.#write(number, chunk)).catch(crashed);
        file.seen += length;
        await onRead(length).catch(crashed);
      }
    } catch (error) {
      why = reportedFailure(error, "unreadable", file.path);
      if (why.code !== "unreadable") throw why;
    }
    this.#reading = undefined;
    await this.#call((api) => api.close(number));
    return why;
  }

  /** Adds a chunk, which may be the whole file, to our copy of the file. */
  #copyChunk(file: OpenFile, chunk: Uint8Array<ArrayBuffer>, isWhole: boolean): void {
    if (isWhole && this.#smallCopies.accepts(chunk.byteLength)) file.blob = this.#smallCopies.add(chunk);
    else file.blob = new Blob([file.blob instanceof Blob ? file.blob : (file.blob.slice() as Blob), chunk]);
  }

  async #write(number: number, chunk: Uint8Array): Promise<void> {
    for (let from = 0; from < chunk.byteLength; from += WRITTEN)
      await this.#call((api) => api.write(number, chunk.subarray(from, from + WRITTEN)));
  }

  /** The size up to which a file is read in one piece. */
  get #wholeUpTo(): number | undefined {
    return this.#hasMany ? SMALL : this.#files.size === 1 ? SHORT : undefined;
  }

  async peek(files: readonly Source[]): Promise<readonly (FilePreview | undefined)[]> {
    const ends = await endsOf(files.map(({ blob }) => blob));
    return Promise.all(
      files.map(async ({ path }, at) => {
        const [size, head, tail] = ends[at] ?? [];
        if (size === undefined || head === undefined || tail === undefined) return undefined;
        return this.#ask((api) => api.peek(path, size, head, tail));
      }),
    );
  }

  async prefer(files: readonly number[]): Promise<void> {
    if ([...this.#left].some(({ number = -1 }) => files.includes(number))) {
      await new Promise<void>((begun) => this.#preferred.push({ files, begun }));
    }
  }

  async sessions(): Promise<SessionChanges> {
    return await this.#call((api) => api.sessions());
  }

  async files(session: number): Promise<readonly FileRead[]> {
    const files = await this.#call((api) => (session < 0 ? api.allFiles() : api.files(session)));
    return files.flatMap(({ number, shared, notTranscript }) => {
      const opened = this.#files.get(number);
      return opened === undefined
        ? []
        : [{ file: number, path: opened.path, size: opened.seen, shared, notTranscript }];
    });
  }

  query<K extends keyof Queries>(name: K, request: Queries[K]["request"]): Promise<Queries[K]["reply"]> {
    const ask = async (): Promise<Queries[K]["reply"]> => {
      if (name === "matches") await this.#ahead.ready;
      return this.#ask((api) => {
        const { answer, missed } = this.#reads(() => api.query(name, request));
        return missed === undefined ? answer : withoutBytes(name, answer, missed);
      });
    };
    return this.#lowPriority.ask(name, () => timed(`query ${name}`, ask));
  }

  async raw({ file, offset, length }: ByteRange): Promise<Uint8Array> {
    const opened = this.#files.get(file);
    if (opened === undefined) throw failure("unreadable", reasons.noFile);
    const end = Math.min(offset + length, opened.seen);
    const bytes = inMemory(opened, offset, end);
    try {
      return new Uint8Array(bytes ?? (await opened.blob.slice(offset, end).arrayBuffer()));
    } catch (error) {
      throw toFailure(error, "unreadable", opened.path);
    }
  }

  async snapshot(file: number): Promise<Blob | undefined> {
    this.#lowPriority.pause(EXPORTING);
    await this.#copies;
    const opened = this.#files.get(file);
    return opened && snapshotOf(opened);
  }

  image({ file, offset, length }: ByteRange): Promise<Picture> {
    return this.#ask((api) => {
      const { answer, missed } = this.#reads(() => api.image(file, offset, length));
      if (missed !== undefined) throw missed;
      return answer;
    });
  }

  async memory(): Promise<number> {
    return (await this.#instance).memory();
  }

  async cancel(): Promise<void> {
    this.#canceled = true;
  }

  /** Reads bytes of a file synchronously, for the Go program. */
  #read(file: number, offset: number, length: number): Uint8Array {
    const opened = this.#files.get(file);
    if (opened === undefined) return new Uint8Array();
    const end = Math.min(offset + length, opened.seen);
    const bytes = inMemory(opened, offset, end);
    const { readSync } = this.#options;
    if (bytes !== undefined || readSync === undefined) return bytes ?? new Uint8Array();
    try {
      return this.#ahead.take(opened.blob, offset, end, opened.seen, () => readSync(opened.blob.slice(offset, end)));
    } catch (error) {
      this.#missed = toFailure(error, "unreadable", opened.path);
      throw error; // Go continues without these bytes
    }
  }

  /** Returns a reply, and why bytes of a file could not be read for it. */
  #reads<T>(use: () => T): { readonly answer: T; readonly missed: Failure | undefined } {
    this.#missed = undefined;
    const answer = use();
    return { answer, missed: this.#missed };
  }

  /** Calls the Go program. If it has stopped, the caller gets that failure. */
  async #call<T>(use: (api: WasmApi) => T): Promise<T> {
    const { api, stopReason } = await this.#instance;
    const before = stopReason();
    if (before !== undefined) throw this.#placed(before);
    let answer: T;
    try {
      answer = use(api);
    } catch (error) {
      // Go cannot throw: its stack overflowed or it hit a trap, so its state can no longer be trusted.
      throw this.#placed(stopReason() ?? toFailure(error, "crashed"));
    }
    const after = stopReason();
    if (after !== undefined) throw this.#placed(after);
    if (answer instanceof Error) throw answer; // Go returns its errors
    return answer;
  }

  /** Adds the progress at which the program stopped. */
  #placed(why: Failure): Failure {
    const at = this.#reading;
    return at === undefined ? why : failure(why.code, why.detail + reasons.after(at.file.seen, at.size), why.path);
  }

  /** Makes a call that must have a result: a program that is out of memory returns none. */
  async #ask<T>(use: (api: WasmApi) => T): Promise<T> {
    const answer = await this.#call<T | undefined>(use);
    if (answer === undefined) throw failure("crashed", reasons.noReply);
    return answer;
  }

  /** Applies a price table on top of the built-in one. Returns why it is ignored if it can't be read. */
  async #price({ path, blob }: Source): Promise<Failure | undefined> {
    if (blob.size > MAX_PRICES) return failure("prices", reasons.tooLarge, path);
    const bytes = await blob.arrayBuffer().catch((error: unknown) => toFailure(error, "prices", path));
    if (!(bytes instanceof ArrayBuffer)) return bytes;
    const table = new TextDecoder().decode(bytes);
    const invalid = await this.#call((api) => api.prices(table));
    return invalid === null ? undefined : failure("prices", priceErrorText(invalid), path);
  }

  /** The sessions so far, and the number of rows of the first one, which tells faster whether there is one. */
  async #count(one: boolean): Promise<Pick<Progress, "sessions" | "rows">> {
    const rows = await this.#firstRowCount();
    return { sessions: one ? Math.min(rows, 1) : await this.#call((api) => api.countSessions()), rows };
  }

  /** The number of rows of the first session, or 0 if there is none. */
  async #firstRowCount(): Promise<number> {
    return this.query("rows", { session: 0, from: 0, count: 0 }).then(
      ({ total }) => total,
      (error: unknown) => (isNoSession(error) ? 0 : Promise.reject(error)),
    );
  }

  /** Returns why the files hold no session. */
  async #verdict(numbers: readonly number[]): Promise<Failure> {
    const path = this.#files.get(numbers[0] ?? 0)?.path ?? "";
    if (numbers.length > 1 || path.includes("/")) return failure("no-sessions");
    const number = numbers[0] ?? 0;
    const type = await this.#call((api) => api.contentType(number));
    return type === "empty" ? failure("empty", "", path) : failure("not-a-transcript", type, path);
  }

  /** Copies the larger files in the background; one that is being read is copied after all of it has been read. */
  async #copy(): Promise<void> {
    await copyAfterwards(this.#files.values(), (file) => !this.#canceled && file !== this.#reading?.file);
  }
}

/** This is not an error of the bytes. */
function crashed(error: unknown): never {
  throw reportedFailure(error, "crashed");
}
