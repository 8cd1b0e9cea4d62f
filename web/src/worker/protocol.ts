import type {
  Actor,
  AgentChoices,
  AgentPage,
  Body,
  Choices,
  Finding,
  FilePreview,
  Inspection,
  Ledgers,
  Matches,
  Moment,
  NetChange,
  Outline,
  Page,
  Piece,
  RecordFacts,
  RowFacts,
  SessionFile,
  SessionInfo,
  SessionPatch,
  Shape,
  Summary,
  ToolLine,
  Touched,
  Touches,
  TurnPage,
  UsageFigures,
} from "./model";

/** The texts of a part that can be long. */
export type TextName = "command" | "text" | "stderr" | "old" | "new";

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
  /** Whether it holds sessions that were not asked for, too. */
  readonly shared: boolean;
  /** Whether it was read as a session, to its end, and is none; told of all files only. */
  readonly stray: boolean;
}

/** How far reading has come. Sent at once for the first rows, then at most ten times a second. */
export interface Progress {
  readonly bytes: number;
  readonly total: number;
  readonly files: number; // read to the end
  readonly sessions: number; // known so far
  readonly rows: number; // of session 0, to know when something can be shown
  readonly done: boolean;
}

/** How many rows are asked for at once. */
export const PAGE = 50;

/** An image from the transcript's own bytes, its type told by its magic bytes. */
export interface Picture {
  readonly type: string; // "" when it is none of png, jpeg, gif, webp, avif
  readonly bytes: Uint8Array;
  readonly width: number; // as the header says, 0 when unknown
  readonly height: number;
}

/** Why nothing can be shown, in a form that the page has words for. */
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
  | "crashed"; // the parser stopped; `detail` is its last word

export interface Failure {
  readonly code: FailureCode;
  readonly detail: string;
  readonly path: string;
}

/** The part of a session that has rows. */
export interface Slice {
  /** "12-18", "12", "12-" or "-5", both ends in it and the first turn is 1; "" for all turns. */
  readonly turns: string;
  /**
   * The kinds of rows that are left, with spaces between them: prompts, replies, thinking, tools, errors, agents,
   * machinery, results, changes, branches; and tools as "tool:Bash". "" for all.
   */
  readonly show: string;
  /** The kinds that are taken away. */
  readonly hide: string;
}

/** What panes ask about a session, by name: what is given along, and what is answered. */
export interface Questions {
  readonly diagnostics: { readonly given: readonly []; readonly answer: readonly Finding[] | null };
  readonly usage: { readonly given: readonly []; readonly answer: UsageFigures };
  /**
   * At most 200 turns, or agents, in the order of a column: its name, whether the most comes first, from where on, how
   * many.
   */
  readonly usageTurns: { readonly given: readonly [string, boolean, number, number]; readonly answer: TurnPage };
  readonly usageAgents: { readonly given: readonly [string, boolean, number, number]; readonly answer: AgentPage };
  readonly usageTools: { readonly given: readonly []; readonly answer: readonly ToolLine[] | null };
  readonly usageContext: { readonly given: readonly []; readonly answer: ContextCourse };
  readonly usageRate: { readonly given: readonly []; readonly answer: RateCourse };
  /** The address of a response, by `message` of a ContextCourse. */
  readonly usageAddress: { readonly given: readonly [number]; readonly answer: string };
  /** All that is known of the row with a key, or of the one that shows a record. */
  readonly inspect: { readonly given: readonly [address: string]; readonly answer: Inspection };
  /** What stands at an offset of a file. */
  readonly record: { readonly given: readonly [file: number, offset: number]; readonly answer: RecordFacts };
  /**
   * Leaves what a reader wants to see of the rows that `narrow` left. `key` is that of the row that is read: its place
   * then, or that of the nearest that is left; -1 without any.
   */
  readonly filter: {
    readonly given: readonly [show: string, hide: string, agent: string, key: string];
    readonly answer: number;
  };
  /** The place of the row that `find` finds, or of the nearest one that is left. */
  readonly near: { readonly given: readonly [address: string]; readonly answer: number };
  /**
   * The place so many rows from a place on, or back, that open a turn, or tell of something that went wrong; of the
   * last one where there are fewer, -1 for none.
   */
  readonly step: { readonly given: readonly [from: number, steps: number, failures: boolean]; readonly answer: number };
  /** The place of the row that opens the turn with a number; -1 for none. */
  readonly turn: { readonly given: readonly [number: number]; readonly answer: number };
  readonly choices: { readonly given: readonly []; readonly answer: Choices };
  /** `from` is 0, then the `next` of the answer before. */
  readonly agents: { readonly given: readonly [from: number]; readonly answer: AgentChoices };
  /**
   * The places that contain words, in a segment of the session: MatchQuery in parser/view/find.go describes the
   * arguments. `from` is 0, then the `next` of the answer before.
   */
  readonly matches: {
    readonly given: readonly [text: string, options: string, kinds: string, tools: string, agent: string, from: number];
    readonly answer: Matches;
  };
  /** The files that were read, written and edited, from a place on: 0, then the `next` of the answer before. */
  readonly touched: { readonly given: readonly [from: number]; readonly answer: Touched };
  /** What was done to one of them, from a place on. */
  readonly touches: { readonly given: readonly [path: string, from: number]; readonly answer: Touches };
  /** The path of the file that the call of a row is about; "" for none. */
  readonly fileOf: { readonly given: readonly [key: string]; readonly answer: string };
  /** What became of one of them, in stretches: `from` is 0, then the `next` of the answer before. */
  readonly net: { readonly given: readonly [path: string, from: number]; readonly answer: NetChange };
  /** What became of all of them, as git takes it, in stretches. */
  readonly patch: { readonly given: readonly [from: number]; readonly answer: SessionPatch };
  /** Where the bytes of the files went. */
  readonly ledger: { readonly given: readonly []; readonly answer: Ledgers };
  /** The report of the records' forms, in stretches. */
  readonly shape: { readonly given: readonly [from: number]; readonly answer: Shape };
  /** The timeline as it is now with 0, from its entry 0; then what follows of it, by its `built`. */
  readonly timeline: { readonly given: readonly [built: number, from: number]; readonly answer: TimelineColumns };
  readonly timelineMoments: {
    readonly given: readonly [built: number, from: number, count: number];
    readonly answer: readonly Moment[] | null;
  };
  readonly timelineActors: {
    readonly given: readonly [built: number, from: number];
    readonly answer: readonly Actor[] | null;
  };
  /** The first and the last entry of what these rows show, -1 for none. */
  readonly timelineSight: {
    readonly given: readonly [built: number, firstRow: number, lastRow: number];
    readonly answer: readonly [number, number];
  };
  /** The row that shows an entry, or what it is folded into; -1 for none. */
  readonly timelineRow: { readonly given: readonly [built: number, entry: number]; readonly answer: number };
  /** At most 200 entries from the one with this index. */
  readonly outline: { readonly given: readonly [from: number, count: number]; readonly answer: Outline };
}

/** A stretch of the entries of a timeline; parser/view's Timeline describes the columns. */
export interface TimelineColumns {
  readonly built: number; // 0 where the timeline that was asked for is no more
  readonly total: number;
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly kind: Uint8Array;
  readonly flags: Uint8Array;
  readonly place: Uint8Array;
  readonly agent: Uint32Array;
  readonly turn: Uint32Array;
  readonly lanes: Uint32Array;
  readonly agents: Uint32Array;
  readonly hues: Uint8Array;
  readonly gaps: Float64Array;
  readonly inAll: number; // agents
  readonly missing: number; // of these, those without entries
  readonly internal: boolean;
  readonly timeless: boolean;
  readonly disorder: boolean;
  readonly backward: number;
  readonly joined: boolean;
}

/** Columns of one length about responses of the main conversation: `ContextCourse` in parser/view/usage_time.go. */
export type ContextCourse = Readonly<
  Record<"number" | "time" | "context" | "output" | "low" | "turn" | "window" | "compacted" | "message", Float64Array>
>;

/** Columns about stretches of the clock, each `width[0]` minutes long: `RateCourse` in parser/view/usage_time.go. */
export type RateCourse = Readonly<
  Record<"width" | "time" | "responses" | "low" | "output" | "fresh" | "read", Float64Array>
>;

/** Rows; some are without their words where bytes of a file could not be read. */
export interface RowsRead extends Page {
  readonly missed?: boolean;
}

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
  /** What the ends of files tell of their sessions, before anything is read; nothing of one that cannot be read. */
  glance(files: readonly Source[]): Promise<readonly (FilePreview | undefined)[]>;
  /**
   * Has files that `load` has not come to be read next, by their numbers. Resolves when there is something of the
   * first.
   */
  prefer(files: readonly number[]): Promise<void>;
  sessions(): Promise<readonly SessionInfo[]>;
  summary(session: number): Promise<Summary>;
  /** The files that belong to a session; all that were read, with -1. */
  files(session: number): Promise<readonly FileRead[]>;
  /** At most 200 rows from the row with this index. */
  rows(session: number, from: number, count: number): Promise<RowsRead>;
  /** What a row opens to. */
  body(session: number, key: string): Promise<Body>;
  /** A stretch of one text of a body, from a byte on: all of what crossed cut with the body. */
  text(session: number, key: string, part: number, name: TextName, from: number): Promise<Piece>;
  /** What is recorded about a row. */
  about(session: number, key: string): Promise<RowFacts>;
  /** Shows or hides the rows of an agent or of a fold in place; gives the row's index. */
  expand(session: number, key: string, open: boolean): Promise<number>;
  /** Shows or hides the rows of all series. */
  expandAll(session: number, open: boolean): Promise<void>;
  /** The index of the row for a key or a record's uuid, opening what it stands in; -1 if there is none. */
  find(session: number, address: string): Promise<number>;
  /**
   * Leaves only a part of a session's rows, from now on and for all that speaks of rows. The
   * figures and the diagnostics stay those of the whole session. It may be told before the
   * session is known, and anew at any time. Rejects with a Failure "options" that names what is wrong.
   */
  narrow(session: number, slice: Slice): Promise<void>;
  /** Answers what a pane asks. */
  ask<Q extends keyof Questions>(
    question: Q,
    session: number,
    ...given: Questions[Q]["given"]
  ): Promise<Questions[Q]["answer"]>;
  /** Exact bytes of a file. */
  raw(file: number, offset: number, length: number): Promise<Uint8Array>;
  image(file: number, offset: number, length: number): Promise<Picture>;
  /** Bytes of memory that the parser takes, for measuring. */
  memory(): Promise<number>;
  cancel(): Promise<void>;
}

/**
 * The object that the Go program hands over (wasm/): every call answers at once; instead of throwing, which Go cannot,
 * it gives back an Error whose message is for people. `read` must answer at once too (FileReaderSync, or bytes held in
 * memory).
 */
export interface WasmApi {
  /** Starts a file; gives its number, which is the next one if none is given. */
  open(path: string, size: number, number?: number): number;
  glance(path: string, size: number, head: Uint8Array, tail: Uint8Array): FilePreview;
  /** From where a file is to be read that is so large now. */
  resume(file: number, size: number): number;
  write(file: number, chunk: Uint8Array): void;
  close(file: number): void;
  /** All files are closed: links agents, finds branches. */
  finish(): void;
  sessions(): readonly SessionInfo[] | null;
  summary(session: number): Summary;
  files(session: number): readonly SessionFile[] | null;
  rows(session: number, from: number, count: number): Page;
  body(session: number, key: string): Body;
  text(session: number, key: string, part: number, name: TextName, from: number): Piece;
  about(session: number, key: string): RowFacts;
  expand(session: number, key: string, open: boolean): number;
  expandAll(session: number, open: boolean): void;
  find(session: number, address: string): number;
  narrow(session: number, turns: string, show: string, hide: string): void;
  ask<Q extends keyof Questions>(question: Q, session: number, ...given: Questions[Q]["given"]): Questions[Q]["answer"];
  image(file: number, offset: number, length: number): Picture;
  /** What a file seems to be that holds no record: "", or "png", "html", "json", "empty" … */
  seems(file: number): string;
  /** Lays a table of prices (parser/price) over the built-in one. */
  prices(table: string): void;
}

/** How the Go program starts: `globalThis.unspoolHost` holds this before it runs, and is taken away by it. */
export interface WasmHost {
  read(file: number, offset: number, length: number): Uint8Array;
  ready(api: WasmApi): void;
}
