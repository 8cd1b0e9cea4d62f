// The types of unspool/parser.

import type { Body, Finding, Media, Row, RowFacts, SessionInfo, Summary } from "../../parser/model";
import type { FailureCode, Picture, Progress, RowFilter } from "../../parser/protocol";
import type { Hits } from "../../parser/search";

/** A file that has no name of its own, with its place inside of what is read: "project/session.jsonl". */
export interface FileBytes {
  readonly path: string;
  readonly data: Uint8Array | ArrayBuffer | Blob;
}

/**
 * What can be opened. A string is the path of a file or folder, a URL such a path
 * as `file:`; both in Node only. Bytes are read as one file, a list as what was found
 * in one place: a session with its agents, or all sessions of a folder. A list holds
 * either paths or bytes; those that have no name get one each.
 */
export type Input =
  | string
  | URL
  | Uint8Array
  | ArrayBuffer
  | Blob
  | Iterable<string | URL>
  | Iterable<Blob | Uint8Array | ArrayBuffer | FileBytes>;

export interface OpenOptions {
  /** Prices to take before the built-in ones, in the form of `parser/price/prices.tsv`. */
  readonly prices?: string;
  /** Hears at most ten times a second how far reading has come. */
  readonly onProgress?: (progress: Progress) => void;
  /**
   * Address of the folder with the package's assets, for a page whose bundler does not take them along. Absolute in a
   * worker.
   */
  readonly assets?: string;
  /** Ends reading; `open` then rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** Which rows are given. */
export interface RowOptions {
  /** Index of a session. */
  readonly session?: number;
  /** Also the rows that another row stands for: of agents, series of calls, abandoned branches. */
  readonly all?: boolean;
}

/** Some bytes of a file: a RecordLocation or a Finding is such a place. */
export interface MatchPlace {
  readonly file: number;
  readonly offset: number;
  readonly length: number;
}

/**
 * What was opened: mostly one session, or all sessions of a folder. Where a session
 * is asked for it is meant by its index, and is the first if none is given. An index of
 * the files is all that is held in memory: bodies are read from the files again. What
 * goes wrong is an UnspoolError.
 */
export interface Opened extends AsyncIterable<Row> {
  sessions(): Promise<readonly SessionInfo[]>;
  /** The object that `unspool inspect` prints. */
  summary(session?: number): Promise<Summary>;
  /**
   * The rows as a reader sees them, in their order. Iterating over what was opened gives those of the first session.
   */
  rows(options?: RowOptions): AsyncIterableIterator<Row>;
  /** Leaves only rows of some turns and kinds, from now on; what is not said is not bounded. */
  narrow(slice: Partial<RowFilter>, session?: number): Promise<void>;
  /** Finds words in all that is recorded of what `narrow` left of a session, at most 100 places. */
  search(text: string, session?: number): Promise<Hits>;
  /** What a row opens to, with all of its texts. */
  body(key: string, session?: number): Promise<Body>;
  /** What is recorded about a row: times, usage, cost, where it stands. */
  about(key: string, session?: number): Promise<RowFacts>;
  /** Everything odd that the parser met. */
  diagnostics(session?: number): Promise<readonly Finding[]>;
  /** Exact bytes of a file. */
  raw(place: MatchPlace): Promise<Uint8Array>;
  /** An image out of the transcript's own bytes. */
  image(media: Media): Promise<Picture>;
  /** Lets go of the files and the memory; nothing can be asked any more. */
  close(): void;
}

/** Why something could not be read. */
export interface UnspoolError extends Error {
  readonly code: FailureCode;
  /** What the system, or the parser, says about it: of "not-a-transcript" what it seems to be. */
  readonly detail: string;
  /** The file, "" where it is about none. */
  readonly path: string;
}

export interface UnspoolErrorConstructor {
  new (
    failure: { readonly code: FailureCode; readonly detail: string; readonly path: string },
    options?: ErrorOptions,
  ): UnspoolError;
  readonly prototype: UnspoolError;
}

/** Reads transcripts to their ends; rejects if there is none. */
export type Open = (input: Input, options?: OpenOptions) => Promise<Opened>;
