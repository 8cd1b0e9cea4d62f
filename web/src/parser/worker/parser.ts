import { endsOf } from "./head-and-tail";
import { isNoSession, failure, isFailure, toFailure } from "../failure";
import type { FilePreview, Page, Queries, SessionInfo } from "../model";
import { arrange, isPrices } from "../order";
import { LowPriorityQueue } from "./low-priority-queue";
import {
  type ByteRange,
  type Failure,
  type FileRead,
  PAGE,
  type ParserApi,
  type Picture,
  type Progress,
  type Source,
  type WasmApi,
  type WasmHost,
} from "../protocol";
import { readChunks } from "./reader";
import { COPY_AFTERWARDS, COPY_WHILE_READING, copy } from "./snapshot";
import type { Instance } from "../wasm/wasm";
import { priceErrorText } from "../error-text";
import { reasons } from "../strings";
import { reportError, settled } from "../../base/report-error";
import { ignoreParserLoss, reportUnlessShown } from "../parser-loss";

/** Reads bytes of a blob at once, without a promise. */
export type SyncRead = (blob: Blob) => Uint8Array;

interface ParserOptions {
  readonly start: (read: WasmHost["read"]) => Promise<Instance>;
  /** Reads blobs; without it files are held in memory. */
  readonly readSync: SyncRead | undefined;
}

/** A file that was opened. Its blob changes once a copy of our own is there. */
interface OpenFile {
  readonly path: string;
  blob: Blob;
  /** Bytes that the parser has seen; only these are ever read again. */
  seen: number;
  /**
   * Those of its beginning that are held: while it is being read, for the first rows need them and reading again is
   * slow.
   */
  head: Uint8Array | undefined;
}

const HEAD = 2 << 20;
const MANY = 16; // files: small ones then come in one piece, for each slice of one costs a millisecond
const SMALL = 1_000_000;
const MAX_PRICES = 1 << 20; // bytes of a table
const NOTICE_EVERY = 100; // ms between two words about progress

/** Queries that need only the index: their replies stand even if bytes of a file cannot be read. */
const INDEXED: ReadonlySet<keyof Queries> = new Set(["summary", "expand", "expandAll", "find", "narrow"]);

/** Reports whether a reply has a field for bytes that could not be read. */
function canMiss(reply: unknown): reply is Pick<Page, "missed"> {
  return typeof reply === "object" && reply !== null && "missed" in reply;
}

/** The parser over one load of files. It neither knows whether it runs in a worker nor what a row is. */
export class Parser implements ParserApi {
  readonly #options: ParserOptions;
  readonly #files = new Map<number, OpenFile>();
  readonly #instance: Promise<Instance>;
  #left: readonly Source[] = []; // what load has not come to
  #preferred: { readonly files: readonly number[]; readonly begun: () => void }[] = [];
  #cancelled = false;
  #loading = false;
  readonly #lowPriority = new LowPriorityQueue();
  #missed: Failure | undefined; // of the call that is being answered
  #reading: { readonly file: OpenFile; readonly size: number } | undefined;

  constructor(options: ParserOptions) {
    this.#options = options;
    // Started at once: it is ready by the time a file is chosen.
    this.#instance = options.start((file, offset, length) => this.#read(file, offset, length));
    void settled(this.#instance); // the first call reports it
  }

  async load(
    sources: readonly Source[],
    onProgress: (progress: Progress, first?: Page) => void,
  ): Promise<Failure | undefined> {
    if (this.#loading) throw failure("worker", reasons.oneAtATime);
    this.#loading = true;
    return this.#lowPriority.during(this.#load(sources, onProgress));
  }

  async #load(
    sources: readonly Source[],
    onProgress: (progress: Progress, first?: Page) => void,
  ): Promise<Failure | undefined> {
    const { readSync } = this.#options;
    const files = arrange(sources);
    this.#left = files; // also for who prefers one before there are prices
    const prices = sources.find(isPrices);
    if (prices !== undefined) await this.#price(prices);
    if (files.length === 0) throw failure("no-sessions");
    // Of a file on disk the size is asked for each time.
    const sizes = new Map(files.map((source) => [source, source.blob.size]));
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    let bytes = 0;
    let done = 0;
    let next = -Infinity;
    let firstRowsSent = files.length > 1; // its first rows were sent
    const report = async (last: boolean): Promise<void> => {
      const now = performance.now();
      if (!last && now < next) return;
      const found = await this.#count(files.length === 1 && !last);
      // To count can take longer than to read: it gets a small part of the time.
      next = performance.now() + Math.max(NOTICE_EVERY, 20 * (performance.now() - now));
      // They are what the page asks for at once, and it would wait for the next chunk to be read.
      const first =
        firstRowsSent || found.rows === 0
          ? undefined
          : await ignoreParserLoss(this.query("rows", { session: 0, from: 0, count: PAGE }));
      firstRowsSent ||= first !== undefined;
      onProgress({ bytes, total, files: done, ...found, done: last }, first);
    };
    const numbers: number[] = [];
    let unreadable: Failure | undefined;
    const read = async (source: Source, begun: () => void): Promise<void> => {
      this.#left = this.#left.filter((one) => one !== source);
      const { path, blob } = source;
      const size = sizes.get(source) ?? 0;
      const number = await this.#call((api) => api.open(path, size, source.number));
      // What was fetched or pasted is ours already; only a file on disk can change.
      const own = blob instanceof File && size <= COPY_WHILE_READING;
      const file: OpenFile = {
        path,
        blob: own ? new Blob() : blob,
        seen: 0,
        head: new Uint8Array(Math.min(this.#maxHeldBytes, size)),
      };
      this.#files.set(number, file);
      numbers.push(number);
      const why = await this.#readOn(number, blob, size, own, async (length) => {
        bytes += length;
        begun();
        // What one call cannot say, or not of so much, is no reason to read no further.
        await report(false).catch((error: unknown) => {
          if (isFailure(error)) throw error;
          reportError(error);
        });
        await tick();
        await readPreferred();
      });
      if (this.#cancelled) return;
      unreadable ??= why; // the others may still be readable
      if (readSync !== undefined) file.head = undefined;
      done++;
    };
    // The latest word is the first, and what is asked for meanwhile comes before the rest.
    const readPreferred = async (): Promise<void> => {
      for (const { files, begun } of this.#preferred.splice(0).reverse()) {
        for (const number of files) {
          const source = this.#left.find((one) => one.number === number);
          if (source !== undefined && !this.#cancelled) await read(source, begun);
        }
        begun();
      }
    };
    for (let source = files[0]; source !== undefined; source = this.#left[0]) {
      await read(source, () => undefined);
      if (this.#cancelled) return undefined;
      await readPreferred();
    }
    await this.#call((api) => api.finish());
    const sessions = await this.#call((api) => api.sessions());
    if (sessions.length === 0) throw unreadable ?? (await this.#verdict(numbers));
    await report(true);
    void this.#keep();
    return unreadable;
  }

  async follow(sources: readonly Source[]): Promise<void> {
    await this.#lowPriority.whenAllRead; // else a file that is new would be read twice
    for (const { path, blob, number: as } of sources) {
      const { size } = blob;
      const known = [...this.#files].find(([, file]) => file.path === path);
      const number = known?.[0] ?? (await this.#call((api) => api.open(path, size, as)));
      const file = known?.[1] ?? { path, blob: new Blob(), seen: 0, head: undefined };
      this.#files.set(number, file);
      const from = await this.#call((api) => api.resume(number, size));
      if (from < file.seen) file.blob = new Blob(); // it is read as one
      file.seen = from;
      // A copy of our own goes on; where there is none, the file is asked as it is now.
      const own = !(file.blob instanceof File);
      if (!own) file.blob = blob;
      if (this.#options.readSync === undefined) {
        const head = new Uint8Array(size);
        head.set(file.head?.subarray(0, from) ?? []);
        file.head = head;
      }
      await this.#readOn(number, blob.slice(from), size - from, own, tick);
      if (this.#cancelled) return;
    }
    await this.#call((api) => api.finish());
    void this.#keep();
  }

  /**
   * Gives the parser bytes that follow in a file, and closes it; answers why it could not be read to its end. With
   * `own`, they go into our copy of it.
   */
  async #readOn(
    number: number,
    bytes: Blob,
    size: number,
    own: boolean,
    onRead: (length: number) => Promise<void>,
  ): Promise<Failure | undefined> {
    const file = this.#files.get(number);
    if (file === undefined) return undefined;
    this.#reading = { file, size: file.seen + size };
    let why: Failure | undefined;
    try {
      for await (const chunk of readChunks(bytes, this.#left.length > MANY ? SMALL : undefined)) {
        if (this.#cancelled) return undefined;
        if (own) file.blob = new Blob([file.blob, chunk as BlobPart]);
        file.head?.set(
          chunk.subarray(0, Math.max(0, file.head.length - file.seen)),
          Math.min(file.seen, file.head.length),
        );
        const length = chunk.byteLength;
        await this.#call((api) => api.write(number, chunk)).catch(crashed);
        file.seen += length;
        await onRead(length).catch(crashed);
      }
    } catch (error) {
      why = toFailure(error, "unreadable", file.path);
      if (why.code !== "unreadable") throw why;
    }
    this.#reading = undefined;
    await this.#call((api) => api.close(number));
    return why;
  }

  /** The maximum number of bytes of a file that are held while it is read. */
  get #maxHeldBytes(): number {
    return this.#options.readSync === undefined ? Infinity : HEAD;
  }

  peek(files: readonly Source[]): Promise<readonly (FilePreview | undefined)[]> {
    return Promise.all(
      files.map(async ({ path, blob }) => {
        const ends = await endsOf(blob);
        return ends && this.#ask((api) => api.peek(path, ...ends));
      }),
    );
  }

  async prefer(files: readonly number[]): Promise<void> {
    if (this.#left.some(({ number = -1 }) => files.includes(number))) {
      await new Promise<void>((begun) => this.#preferred.push({ files, begun }));
    }
  }

  async sessions(): Promise<readonly SessionInfo[]> {
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
    return this.#lowPriority.ask(name, () =>
      this.#ask((api) => {
        const { answer, missed } = this.#reads(() => api.query(name, request));
        if (missed === undefined || INDEXED.has(name)) return answer;
        if (canMiss(answer)) return Object.assign(answer, { missed: true });
        throw missed;
      }),
    );
  }

  async raw({ file, offset, length }: ByteRange): Promise<Uint8Array> {
    const opened = this.#files.get(file);
    if (opened === undefined) throw failure("unreadable", reasons.noFile);
    try {
      const end = Math.min(offset + length, opened.seen);
      return new Uint8Array(await opened.blob.slice(offset, end).arrayBuffer());
    } catch (error) {
      throw toFailure(error, "unreadable", opened.path);
    }
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
    this.#cancelled = true;
  }

  /** For the Go program: bytes of a file, at once. */
  #read(file: number, offset: number, length: number): Uint8Array {
    const opened = this.#files.get(file);
    if (opened === undefined) return new Uint8Array();
    const end = Math.min(offset + length, opened.seen);
    if (opened.head !== undefined && end <= opened.head.byteLength) return opened.head.subarray(offset, end);
    const { readSync } = this.#options;
    if (readSync === undefined) return new Uint8Array();
    try {
      return readSync(opened.blob.slice(offset, offset + length));
    } catch (error) {
      this.#missed = toFailure(error, "unreadable", opened.path);
      throw error; // Go goes on without these bytes
    }
  }

  /** Returns a reply and why bytes of a file could not be read for it. */
  #reads<T>(use: () => T): { readonly answer: T; readonly missed: Failure | undefined } {
    this.#missed = undefined;
    const answer = use();
    return { answer, missed: this.#missed };
  }

  /** Calls the Go program. When it has stopped, that is what the caller hears. */
  async #call<T>(use: (api: WasmApi) => T): Promise<T> {
    const { api, stopped } = await this.#instance;
    const before = stopped();
    if (before !== undefined) throw this.#placed(before);
    let answer: T;
    try {
      answer = use(api);
    } catch (error) {
      // Go cannot throw: its stack overflowed or its code met a trap, and it is not to be trusted any more.
      throw this.#placed(stopped() ?? toFailure(error, "crashed"));
    }
    const after = stopped();
    if (after !== undefined) throw this.#placed(after);
    if (answer instanceof Error) throw answer; // so it gives its errors back
    return answer;
  }

  /** Adds the progress at which the program stopped. */
  #placed(why: Failure): Failure {
    const at = this.#reading;
    return at === undefined ? why : failure(why.code, why.detail + reasons.after(at.file.seen, at.size), why.path);
  }

  /** A call that must have an answer: a program out of memory gives none. */
  async #ask<T>(use: (api: WasmApi) => T): Promise<T> {
    const answer = await this.#call<T | undefined>(use);
    if (answer === undefined) throw failure("crashed", reasons.noReply);
    return answer;
  }

  /** Lays a table of prices over the built-in one. */
  async #price({ path, blob }: Source): Promise<void> {
    try {
      if (blob.size > MAX_PRICES) throw failure("prices", reasons.tooLarge, path);
      const text = await blob.text();
      const invalid = await this.#call((api) => api.prices(text));
      if (invalid !== null) throw failure("prices", priceErrorText(invalid), path);
    } catch (error) {
      throw toFailure(error, "prices", path);
    }
  }

  /** Sessions so far, and the rows of the first one. */
  async #count(one: boolean): Promise<Pick<Progress, "sessions" | "rows">> {
    if (one) {
      // A file is mostly one session, and rows are counted sooner than tokens and prices.
      const rows = await this.query("rows", { session: 0, from: 0, count: 0 }).then(
        ({ total }) => total,
        (error: unknown) => (isNoSession(error) ? 0 : Promise.reject(error)),
      );
      return { sessions: Math.min(rows, 1), rows };
    }
    const sessions = await this.sessions();
    return { sessions: sessions.length, rows: sessions.find(({ index }) => index === 0)?.rows ?? 0 };
  }

  /** Returns why the files hold no session. */
  async #verdict(numbers: readonly number[]): Promise<Failure> {
    const path = this.#files.get(numbers[0] ?? 0)?.path ?? "";
    if (numbers.length > 1 || path.includes("/")) return failure("no-sessions");
    const number = numbers[0] ?? 0;
    const type = await this.#call((api) => api.contentType(number));
    return type === "empty" ? failure("empty", "", path) : failure("not-a-transcript", type, path);
  }

  /** Makes copies of the larger files in the background, as far as that is sensible. */
  async #keep(): Promise<void> {
    const left = [...this.#files.values()].filter((file) => file.blob instanceof File);
    if (left.reduce((sum, file) => sum + file.seen, 0) > COPY_AFTERWARDS) return;
    for (const file of left) {
      if (this.#cancelled) return;
      if (file === this.#reading?.file) continue; // then it is copied when all of it is read
      const { blob, seen } = file;
      try {
        const copied = await copy(blob, seen);
        if (file.blob === blob && file.seen === seen) file.blob = copied; // else it was read on meanwhile
      } catch (error) {
        // It changed already: what needs its bytes says so when it is opened.
        reportUnlessShown(error);
      }
    }
  }
}

/** No fault of the bytes. */
function crashed(error: unknown): never {
  throw toFailure(error, "crashed");
}

/** Lets waiting messages be answered before the work goes on. */
function tick(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
