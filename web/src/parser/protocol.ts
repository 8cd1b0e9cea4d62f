import type {
  FilePreview,
  NarrowRequest,
  Page,
  PriceError,
  Queries,
  RecordLocation,
  SessionFile,
  SessionInfo,
  TextRequest,
} from "./model";

/** The texts of a part that can be long. */
export type TextName = TextRequest["name"];

/** One dropped file: its path inside what was dropped, with "/" between folders. */
export interface Source {
  readonly path: string;
  readonly blob: Blob;
  /**
   * The parser's number for it, where several share one numbering; those that have one are read in the order that they
   * are given in.
   */
  readonly number?: number;
}

/** A file as far as it was read: `raw` gives its bytes. */
export interface FileRead {
  readonly file: number;
  readonly path: string;
  readonly size: number;
  /** It also holds sessions that were not asked for. */
  readonly shared: boolean;
  /** It was read to its end and is no session. */
  readonly notTranscript: boolean;
}

/** The progress of reading. Sent at once for the first rows, then at most ten times a second. */
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

/** An image from the transcript's own bytes, its type told by its magic bytes. */
export interface Picture {
  readonly type: string; // "" when it is none of png, jpeg, gif, webp, avif
  readonly bytes: Uint8Array;
  readonly width: number; // as the header says, 0 when unknown
  readonly height: number;
}

/** The reasons why nothing can be shown; the page has texts for them. */
export type FailureCode =
  | "empty" // nothing in it
  | "not-a-transcript" // `detail` says what it seems to be
  | "no-sessions" // a folder without transcripts
  | "unreadable" // the browser could not read the file; `detail` is its reason
  | "options" // what is to be shown, or looked for, is asked for wrongly; `detail` says how
  | "prices" // a table of prices is wrong; `detail` says where
  | "address" // an address that is none, or none for here; `detail` is why
  | "missing" // nothing is at the address; `detail` is the server's status
  | "refused" // the server does not give it out; `detail` is its status
  | "blocked" // the browser lets no answer through; `detail` is why
  // The address leads on to another host, `detail`, of which nothing was read; "" for one that it does not name, and
  // that was not asked.
  | "moved"
  | "slow" // nothing came for too long
  | "cut" // the connection ended before the file did; `detail` is "gzip" where that is damaged
  | "too-large" // more than `detail`
  | "worker" // the worker did not start or stopped answering; `path` is its script if that could not be loaded
  | "wasm" // WebAssembly is missing or blocked; `path` is its file if the server did not give it
  | "crashed"; // the parser stopped; `detail` is its last output

export interface Failure {
  readonly code: FailureCode;
  readonly detail: string;
  readonly path: string;
}

/** Bytes of a file. */
export type ByteRange = Pick<RecordLocation, "file" | "offset" | "length">;

/** The part of a session that has rows. */
export type RowFilter = Omit<NarrowRequest, "session">;

/**
 * The parser, as the page sees it: the same in a worker (through Comlink) and without one.
 * Every answer holds also while files are still being read. Rejections carry a Failure.
 */
export interface ParserApi {
  /**
   * Reads the files to their ends; rejects only if nothing of them is a transcript. Gives why one of them could not be
   * read to its end. With the first rows of a file come those of its first page.
   */
  load(
    sources: readonly Source[],
    onProgress: (progress: Progress, first?: Page) => void,
  ): Promise<Failure | undefined>;
  /**
   * Reads on in files that grew, and reads those that are new. What cannot be read now is left for another time:
   * `files` tells how far it came.
   */
  follow(sources: readonly Source[]): Promise<void>;
  /** Reads the ends of files for a first listing; unreadable files have none. */
  peek(files: readonly Source[]): Promise<readonly (FilePreview | undefined)[]>;
  /**
   * Has files that `load` has not come to be read next, by their numbers. Resolves when there is something of the
   * first.
   */
  prefer(files: readonly number[]): Promise<void>;
  sessions(): Promise<readonly SessionInfo[]>;
  /** The files that belong to a session; all that were read, with -1. */
  files(session: number): Promise<readonly FileRead[]>;
  /** Answers a query about a session. Rejects with an Error if the request is invalid or there is no such session. */
  query: Query;
  /** Exact bytes of a file. */
  raw(range: ByteRange): Promise<Uint8Array>;
  image(range: ByteRange): Promise<Picture>;
  /** Bytes of memory that the parser takes, for measuring. */
  memory(): Promise<number>;
  cancel(): Promise<void>;
}

/** Answers a query by its name. */
type Query = <K extends keyof Queries>(name: K, request: Queries[K]["request"]) => Promise<Queries[K]["reply"]>;

/**
 * The object that the Go program hands over (wasm/): every call answers at once; instead of throwing, which Go cannot,
 * it gives back an Error whose message is for people. `read` must answer at once too (FileReaderSync, or bytes held in
 * memory).
 */
export interface WasmApi {
  /** Starts a file; gives its number, which is the next one if none is given. */
  open(path: string, size: number, number?: number): number;
  peek(path: string, size: number, head: Uint8Array, tail: Uint8Array): FilePreview;
  /** From where a file is to be read that is so large now. */
  resume(file: number, size: number): number;
  write(file: number, chunk: Uint8Array): void;
  close(file: number): void;
  /** All files are closed: links agents, finds branches. */
  finish(): void;
  sessions(): readonly SessionInfo[];
  files(session: number): readonly SessionFile[];
  allFiles(): readonly SessionFile[];
  query<K extends keyof Queries>(name: K, request: Queries[K]["request"]): Queries[K]["reply"];
  image(file: number, offset: number, length: number): Picture;
  /** Returns what a file without records is detected as: "png", "html", "json", "empty" …, or "". */
  contentType(file: number): string;
  /** Lays a table of prices (parser/price) over the built-in one. Gives what is wrong with it. */
  prices(table: string): PriceError | null;
}

/** The value of `globalThis.unspoolHost` at the start of the Go program, which removes it. */
export interface WasmHost {
  read(file: number, offset: number, length: number): Uint8Array;
  ready(api: WasmApi): void;
}

/** The names of all methods of a parser. */
const methods = Object.keys({
  load: 0,
  follow: 0,
  peek: 0,
  prefer: 0,
  sessions: 0,
  files: 0,
  query: 0,
  raw: 0,
  image: 0,
  memory: 0,
  cancel: 0,
} satisfies Record<keyof ParserApi, 0>) as (keyof ParserApi)[];

/** Returns a parser whose methods call a function with their name, except for its own ones. */
export function parserOf(
  call: (name: keyof ParserApi, given: readonly unknown[]) => unknown,
  own: Partial<ParserApi> = {},
): ParserApi {
  const made = methods.map((name) => [name, (...given: readonly unknown[]) => call(name, given)]);
  return { ...(Object.fromEntries(made) as ParserApi), ...own };
}

/** Functions that answer queries. */
type Answers = {
  readonly [K in keyof Queries]?: (request: Queries[K]["request"]) => Promise<Queries[K]["reply"]>;
};

/** Returns a function that answers each query by the function of its name, and others by `otherwise`. */
export function answering(answers: Answers, otherwise: () => Promise<never>): Query {
  return (name, request) => answers[name]?.(request) ?? otherwise();
}
