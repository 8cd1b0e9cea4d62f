// The types of unspool/parser.

import type { Body, Finding, FoundValue, Media, Row, RowFacts, SessionInfo, Summary } from "../../parser/model";
import type { FailureCode, Picture, Progress, RowFilter } from "../../parser/protocol";
import type { Hits } from "../../parser/search";
import type { ExportOptions, SessionExport } from "../../parser/session-exporter";
import type { ExportedFile } from "../../parser/exporter";
import type { FindOptions } from "../../parser/scan";

/** A file without a name of its own, with its path among the input: "project/session.jsonl". */
export interface FileBytes {
  readonly path: string;
  readonly data: Uint8Array | ArrayBuffer | Blob;
}

/**
 * Everything that can be opened. A string is the path of a file or folder, as is a `file:` URL; both work in Node only.
 * Bytes are read as one file, a list as files found in one place: a session with its agents, or all sessions of a
 * folder. A list contains either paths or bytes; nameless bytes get generated names.
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
  /** Prices that override the built-in ones, in the form of `parser/price/prices.tsv`. */
  readonly prices?: string;
  /** Called at most ten times a second with the progress of reading. */
  readonly onProgress?: (progress: Progress) => void;
  /**
   * The address of the folder with the package's assets, for a page whose bundler does not include them. Absolute in a
   * worker.
   */
  readonly assets?: string;
  /** Aborts reading; `open` then rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** The rows to return. */
export interface RowOptions {
  /** The index of a session. */
  readonly session?: number;
  /** Whether to include folded rows: of agents, series of calls, abandoned branches. */
  readonly all?: boolean;
}

/** A range of bytes in a file: a RecordLocation or a Finding is one. */
export interface MatchPlace {
  readonly file: number;
  readonly offset: number;
  readonly length: number;
}

/**
 * Opened files: usually one session, or all sessions of a folder. Methods take the index of a session, by default the
 * first. Only an index of the files is in memory: bodies are read from the files again. Errors are UnspoolErrors.
 */
export interface Opened extends AsyncIterable<Row> {
  sessions(): Promise<readonly SessionInfo[]>;
  /** Returns the object that `unspool inspect` prints. */
  summary(session?: number): Promise<Summary>;
  /**
   * Iterates over the rows as a user sees them, in order. Iterating over the object itself yields those of the first
   * session.
   */
  rows(options?: RowOptions): AsyncIterableIterator<Row>;
  /** Filters the rows by turn and kind from now on. Missing properties do not filter. */
  narrow(slice: Partial<RowFilter>, session?: number): Promise<void>;
  /** Searches everything recorded in the part of a session that `narrow` keeps. Returns at most 100 matches. */
  search(text: string, session?: number): Promise<Hits>;
  /** Returns the expanded content of a row, with all of its texts. */
  body(key: string, session?: number): Promise<Body>;
  /** Returns what is recorded about a row: times, usage, cost, location. */
  about(key: string, session?: number): Promise<RowFacts>;
  /** Returns every problem that the parser found. */
  diagnostics(session?: number): Promise<readonly Finding[]>;
  /** Returns exact bytes of a file. */
  raw(place: MatchPlace): Promise<Uint8Array>;
  /** Returns an image from the transcript's own bytes. */
  image(media: Media): Promise<Picture>;
  /**
   * Writes a session in another form: a transcript, messages for the API, a document, traces or tables. With `redact`,
   * secrets and personal data are replaced, and the result is checked.
   */
  export(options: SessionExport, session?: number): Promise<readonly ExportedFile[]>;
  /** Returns the transcript without secrets and personal data, and the values that were found. */
  redact(options?: RedactOptions & RedactSelection, session?: number): Promise<Redacted>;
  /** Releases the files and the memory; the object cannot be used any more. */
  close(): void;
}

/** What to replace besides secrets and personal data: words in any case, and regular expressions (RE2). */
export type RedactOptions = Pick<FindOptions, "words" | "patterns" | "signal">;

/** What to keep, by kind, rule or value; and the parts to leave out: "images,outputs,thinking,files,context". */
export type RedactSelection = Pick<ExportOptions, "keep" | "drop">;

export interface Redacted {
  readonly files: readonly ExportedFile[];
  readonly values: readonly FoundValue[];
}

/** Why something could not be read. */
export interface UnspoolError extends Error {
  readonly code: FailureCode;
  /** The message of the system or the parser; for "not-a-transcript", what the file seems to be. */
  readonly detail: string;
  /** The file, or "" if there is none. */
  readonly path: string;
}

export interface UnspoolErrorConstructor {
  new (
    failure: { readonly code: FailureCode; readonly detail: string; readonly path: string },
    options?: ErrorOptions,
  ): UnspoolError;
  readonly prototype: UnspoolError;
}

/** Reads transcripts to their ends; rejects if there are none. */
export type Open = (input: Input, options?: OpenOptions) => Promise<Opened>;
