import type {
  FilePreview,
  NarrowRequest,
  Page,
  PriceError,
  Queries,
  RecordLocation,
  SessionChanges,
  SessionFile,
  SessionInfo,
  TextRequest,
} from "./model";

/** The texts of a part that can be long. */
export type TextName = TextRequest["name"];

/** The bytes of a file: a Blob, or a file that a server sends in parts (ServedFile). */
export interface FileContent {
  readonly size: number;
  /** When it was modified, in ms since 1970; undefined for bytes that never change. */
  readonly lastModified?: number | undefined;
  slice(start?: number, end?: number): FileContent;
  arrayBuffer(): Promise<ArrayBuffer>;
  stream?(): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Returns the bytes synchronously, in a worker. Those of a Blob need a FileReaderSync. */
  readSync?(): ArrayBuffer;
}

/** A file to read. Its path begins at the folder that was opened, with "/" between folders. */
export interface Source {
  readonly path: string;
  readonly blob: FileContent;
  /** The parser's number for it, if several parsers share one numbering. Numbered files are read in the given order. */
  readonly number?: number;
  /** Why the blob ends before the file does. */
  readonly incomplete?: Failure | undefined;
}

/** A file and how far it was read: `raw` returns its bytes. */
export interface FileRead {
  readonly file: number;
  readonly path: string;
  readonly size: number;
  /** The file also contains sessions that were not requested. */
  readonly shared: boolean;
  /** The file was read to its end and is not a session. */
  readonly notTranscript: boolean;
}

/** The progress of reading. It is sent at once for the first rows, then at most ten times a second. */
export interface Progress {
  readonly bytes: number;
  readonly total: number;
  readonly files: number; // read to the end
  readonly sessions: number; // known so far
  readonly rows: number; // of session 0, to know when something can be shown
  readonly done: boolean;
}

/** The number of rows of a page. */
export const PAGE = 50;

/** An image from the bytes of the transcript. Its type is detected from its magic bytes. */
export interface Picture {
  readonly type: string; // "" if it is not png, jpeg, gif, webp or avif
  readonly bytes: Uint8Array;
  readonly width: number; // from the header; 0 if unknown
  readonly height: number;
}

/** The reasons why nothing can be shown; the page has texts for them. */
export type FailureCode =
  | "empty" // it is empty
  | "not-a-transcript" // `detail` names the detected type
  | "no-sessions" // a folder without transcripts
  | "unreadable" // the browser could not read the file; `detail` is its error
  | "options" // the view or the search is invalid; `detail` is the reason
  | "prices" // a price table is invalid; `detail` is the reason
  | "address" // the address is invalid or not allowed here; `detail` is the reason
  | "missing" // nothing is at the address; `detail` is the server's status
  | "refused" // the server denies access; `detail` is its status
  | "blocked" // the browser blocks the response; `detail` is the reason
  // The address redirects to another host, `detail`, of which nothing was read. It is "" if the address does not name
  // the host, which then received no request.
  | "moved"
  | "slow" // no data arrived for too long
  | "cut" // the connection ended before the file did; `detail` is "gzip" if the compressed data is damaged
  | "incomplete" // only a part of a file or an archive could be read; `detail` is the reason
  | "too-large" // larger than `detail`
  | "worker" // the worker did not start or stopped responding; `path` is its script if that could not be loaded
  | "wasm" // WebAssembly is missing or blocked; `path` is its file if the server did not deliver it
  | "crashed"; // the parser stopped; `detail` is its last output

export interface Failure {
  readonly code: FailureCode;
  readonly detail: string;
  readonly path: string;
  /** The paths of the other files that could not be read either, if nothing was read. */
  readonly others?: readonly string[];
}

/** Bytes of a file. */
export type ByteRange = Pick<RecordLocation, "file" | "offset" | "length">;

/** The part of a session that has rows. */
export type RowFilter = Omit<NarrowRequest, "session">;

/** What was read, once the ends of all files have been reached. */
export interface LoadResult<Sessions = readonly SessionInfo[]> {
  /** Why a price table is ignored, and why files could not be read to their ends. */
  readonly missed: readonly Failure[];
  /** What `ParserApi.sessions` returns now. */
  readonly sessions: Sessions;
  /** The first rows of the first session of a single file. */
  readonly first: Page | undefined;
}

/** The result of a canceled load. */
export const NOTHING_LOADED: LoadResult = { missed: [], sessions: [], first: undefined };

/**
 * The parser's interface for the page, which is the same in a worker (through Comlink) and without one. Every reply is
 * also valid while files are still being read. Calls reject with a Failure if the parser or a file is lost, and with a
 * ParserError, NoSessionError or PanicError from the Go program.
 */
export interface ParserApi {
  /**
   * Reads the files to their ends; rejects only if none of them contains a transcript. What could not be read of the
   * others is in the result. While a single file is read, its first rows are sent as soon as there are some. Call it
   * once.
   */
  load(sources: readonly Source[], onProgress: (progress: Progress, first?: Page) => void): Promise<LoadResult>;
  /**
   * Reads appended bytes of files that grew, and new files. What cannot be read now is left for the next call: `files`
   * returns how far each was read.
   */
  follow(sources: readonly Source[]): Promise<void>;
  /** Reads the ends of files for a first listing; the result is undefined for unreadable files. */
  peek(files: readonly Source[]): Promise<readonly (FilePreview | undefined)[]>;
  /**
   * Has files that `load` has not reached yet read next, by their numbers. Resolves when something of the first one can
   * be shown.
   */
  prefer(files: readonly number[]): Promise<void>;
  sessions(): Promise<readonly SessionInfo[]>;
  /** Returns the files of a session; with -1, all files that were read. */
  files(session: number): Promise<readonly FileRead[]>;
  /**
   * Runs a query on a session. Rejects with a ParserError if the request is invalid, and with a NoSessionError if there
   * is no such session.
   */
  query: Query;
  /** Returns exact bytes of a file. */
  raw(range: ByteRange): Promise<Uint8Array>;
  /** Returns what was read of a file if that can no longer change; otherwise undefined, and `raw` returns its parts. */
  snapshot(file: number): Promise<Blob | undefined>;
  image(range: ByteRange): Promise<Picture>;
  /** Returns the bytes of memory that the parser uses, for measurements. */
  memory(): Promise<number>;
  cancel(): Promise<void>;
}

/**
 * The interface of a parser in its worker. It does not send the whole list of sessions each time, only what has changed
 * since the last reply: a `SessionList` in the page keeps the others.
 */
export interface WorkerParserApi extends Omit<ParserApi, "load" | "sessions"> {
  load(...args: Parameters<ParserApi["load"]>): Promise<LoadResult<SessionChanges>>;
  sessions(): Promise<SessionChanges>;
}

/** Runs a query by its name. */
type Query = <K extends keyof Queries>(name: K, request: Queries[K]["request"]) => Promise<Queries[K]["reply"]>;

/**
 * The object that the Go program provides (wasm/). Every call is synchronous. Go cannot throw, so it returns an Error
 * with a readable message. `read` must be synchronous too (FileReaderSync, or bytes in memory).
 */
export interface WasmApi {
  /** Starts a file; returns its number, which is the next one by default. */
  open(path: string, size: number, number?: number): number;
  peek(path: string, size: number, head: Uint8Array, tail: Uint8Array): FilePreview;
  /** Returns the offset from which to read a file that now has this size. */
  resume(file: number, size: number): number;
  write(file: number, chunk: Uint8Array): void;
  close(file: number): void;
  /** Called when all files are closed: links agents and finds branches. */
  finish(): void;
  /** Returns what has changed since the last call. */
  sessions(): SessionChanges;
  countSessions(): number;
  files(session: number): readonly SessionFile[];
  allFiles(): readonly SessionFile[];
  query<K extends keyof Queries>(name: K, request: Queries[K]["request"]): Queries[K]["reply"];
  image(file: number, offset: number, length: number): Picture;
  /** Returns what a file without records is detected as: "png", "html", "json", "empty" …, or "". */
  contentType(file: number): string;
  /** Applies a price table (parser/price) on top of the built-in one. Returns what is wrong with it. */
  prices(table: string): PriceError | null;
}

/** The value of `globalThis.unspoolHost` at the start of the Go program, which removes it. */
export interface WasmHost {
  read(file: number, offset: number, length: number): Uint8Array;
  ready(api: WasmApi): void;
}

/** The names of all methods of a parser. Marked as pure, so that the worker's bundle drops it. */
const methods = /* @__PURE__ */ Object.keys({
  load: 0,
  follow: 0,
  peek: 0,
  prefer: 0,
  sessions: 0,
  files: 0,
  query: 0,
  raw: 0,
  snapshot: 0,
  image: 0,
  memory: 0,
  cancel: 0,
} satisfies Record<keyof ParserApi, 0>) as (keyof ParserApi)[];

/** Returns a parser whose methods call a function with their name, except those in `own`. */
export function parserOf(
  call: (name: keyof ParserApi, args: readonly unknown[]) => unknown,
  own: Partial<ParserApi> = {},
): ParserApi {
  const made = methods.map((name) => [name, (...args: readonly unknown[]) => call(name, args)]);
  return { ...(Object.fromEntries(made) as ParserApi), ...own };
}

/** Functions that execute queries. */
type Answers = {
  readonly [K in keyof Queries]?: (request: Queries[K]["request"]) => Promise<Queries[K]["reply"]>;
};

/** Returns a function that runs each query with the function of its name, and others with `otherwise`. */
export function answering(answers: Answers, otherwise: () => Promise<never>): Query {
  return (name, request) => answers[name]?.(request) ?? otherwise();
}
