import { settled } from "../base/report-error";
import { type ExportedFile, type StepOptions, redactTitle, replaced, write } from "./exporter";
import { exportReasons } from "./export-strings";
import { failure } from "./failure";
import type { ExportRequest, FoundValue, ReplacedValue, Title } from "./model";
import { isPrices } from "./order";
import type { FileContent, FileRead, ParserApi, Source } from "./protocol";
import { type FindOptions, scan } from "./scan";

/** A parser that exports, and has read nothing yet. */
export interface ExportParser {
  readonly api: ParserApi;
  close(): void;
}

/** Starts a parser that exports, from files or from what is only in memory. */
export type StartExporter = (isInMemory?: boolean) => ExportParser;

interface ExporterOptions {
  /** The session to export, by default the first one. */
  readonly id?: string | undefined;
  /** Ends the reading of the files. */
  readonly signal?: AbortSignal | undefined;
  /** The files are those of the session, in its order, and cannot change: they are scanned before they are loaded. */
  readonly isSession?: boolean | undefined;
  /** How many additional parsers to scan with, if the files are those of the session. */
  readonly helpers?: number | undefined;
}

/**
 * The forms of a session. Traces are JSON lines of OTLP, or trace events for Perfetto ("chrome"); tables are files of
 * sessions, turns, responses, tool calls and file changes as "csv" or "ndjson".
 */
export type ExportFormat = "transcript" | "messages" | "markdown" | "html" | "traces" | "chrome" | "csv" | "ndjson";

/** What is exported. Everything is optional but the format: without more, the session is exported as it is. */
export interface ExportOptions extends StepOptions, Partial<Omit<ExportRequest, "session" | "format" | "absent">> {
  readonly format: ExportFormat;
}

/** An export, with what `redact` replaces besides secrets and personal data. */
export type SessionExport = ExportOptions & Pick<FindOptions, "words" | "patterns">;

/** Exports a session. With `redact`, it is searched for secrets and personal data first. */
export async function exportSession(
  exporter: SessionExporter,
  { words, patterns, ...options }: SessionExport,
): Promise<readonly ExportedFile[]> {
  if (options.redact === true) await exporter.scan({ words, patterns, signal: options.signal });
  return exporter.export(options);
}

/** A session that the parser has read, with its files. */
interface Loaded {
  readonly session: number;
  readonly files: readonly FileRead[];
}

/** A file as a parser has read it, which may have changed since. */
class LoadedFile implements FileContent {
  readonly size: number;
  readonly #api: ParserApi;
  readonly #file: number;
  readonly #from: number;

  constructor(api: ParserApi, file: number, from: number, to: number) {
    this.#api = api;
    this.#file = file;
    this.#from = from;
    this.size = to - from;
  }

  slice(start = 0, end = this.size): LoadedFile {
    return new LoadedFile(this.#api, this.#file, this.#from + start, this.#from + Math.min(end, this.size));
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = await this.#api.raw({ file: this.#file, offset: this.#from, length: this.size });
    return new Uint8Array(bytes).buffer;
  }
}

/**
 * Exports one session. Forms other than a transcript are made from a transcript in which the values were replaced, by a
 * second parser that never sees the original.
 */
export class SessionExporter {
  readonly #start: StartExporter;
  readonly #sources: Promise<readonly Source[]>;
  readonly #options: ExporterOptions;
  readonly #main: ExportParser;
  #helpers: readonly ExportParser[] = [];
  #loaded: Promise<Loaded> | undefined;

  /** Starts a parser for files that may still be on their way. They are read when it is needed. */
  constructor(
    start: StartExporter,
    sources: readonly Source[] | Promise<readonly Source[]>,
    options: ExporterOptions = {},
  ) {
    this.#start = start;
    this.#options = options;
    this.#sources = Promise.resolve(sources);
    void settled(this.#sources); // they may fail before they are needed
    this.#main = start();
    this.#startHelpers();
  }

  /** Finds secrets and personal data. An export can then replace them. */
  async scan(options?: FindOptions): Promise<readonly FoundValue[]> {
    options?.signal?.throwIfAborted();
    this.#startHelpers();
    const helpers = this.#helpers.map(({ api }) => api);
    const values = await scan(await this.#filesToScan(), this.#main.api, helpers, options);
    void settled(this.#load()); // an export is likely to follow
    return values;
  }

  async #filesToScan(): Promise<readonly Source[]> {
    if (this.#options.isSession === true) return (await this.#sources).filter((source) => !isPrices(source));
    const { files } = await this.#load();
    return files.map(({ file, path, size }) => ({ path, blob: new LoadedFile(this.#main.api, file, 0, size) }));
  }

  #startHelpers(): void {
    if (this.#helpers.length > 0) return;
    this.#helpers = Array.from({ length: this.#options.helpers ?? 0 }, () => this.#start());
  }

  #endHelpers(): void {
    for (const helper of this.#helpers) helper.close();
    this.#helpers = [];
  }

  #load(): Promise<Loaded> {
    const loading = async (): Promise<Loaded> => {
      const { id, signal } = this.#options;
      const { api } = this.#main;
      await read(this.#main, await this.#sources, signal);
      const sessions = await api.sessions();
      const session = (id === undefined ? sessions[0] : sessions.find((one) => one.id === id))?.index;
      if (session === undefined) throw failure("options", exportReasons.noSession);
      return { session, files: await api.files(session) };
    };
    this.#loaded ??= loading();
    return this.#loaded;
  }

  async export({
    format,
    level,
    fromCompaction,
    content,
    agent = "",
    first = 0,
    last = 0,
    signal,
    onProgress,
    ...others
  }: ExportOptions): Promise<readonly ExportedFile[]> {
    this.#endHelpers(); // an export needs the memory
    const { api } = this.#main;
    const { session } = await this.#load();
    // Documents and messages keep the numbers of the prompts, so that these are not cut from the transcript. What
    // depends on the last ones is only known there, and so is an agent if others are left out, possibly with it.
    const selects = SELECTING.has(format) && !others.compress && !others.keepTurns;
    const choosesAgent = selects && !others.withoutTools?.length && !others.withoutBranches && !others.mainOnly;
    const selection = { ...others, ...(!selects && { first, last }), ...(!choosesAgent && { agent }) };
    const form = {
      format,
      ...(selects && { first, last }),
      ...(level && { level }),
      ...(fromCompaction && { fromCompaction }),
      ...(content && { content }),
    };
    const steps = { signal, onProgress };
    if (format !== "transcript" && !changes(selection))
      return write(api, { session, ...form, ...(agent && { agent }) }, steps);
    const transcript = { session, ...selection, format: "transcript" };
    const files = await write(api, transcript, format === "transcript" ? steps : { signal });
    if (format === "transcript") return files;
    const absent = selection.redact === true ? await this.replaced() : [];
    const prices = (await this.#sources).filter(isPrices);
    const second = this.#start(true);
    try {
      await read(second, [...files, ...prices], signal);
      const selected = choosesAgent && agent ? { agent: (await this.#redact(agent)).id } : {};
      return await write(second.api, { session: 0, ...form, ...selected, absent }, steps);
    } finally {
      second.close();
    }
  }

  /** Returns a title in which the values of the last export are replaced. */
  async redactTitle(title: string): Promise<string> {
    return (await this.#redact(title)).title;
  }

  async #redact(title: string): Promise<Title> {
    const { session } = await this.#load();
    return redactTitle(this.#main.api, session, title);
  }

  /** Returns the values that the last export replaced. */
  async replaced(): Promise<readonly ReplacedValue[]> {
    const { session } = await this.#load();
    return replaced(this.#main.api, session);
  }

  close(): void {
    this.#endHelpers();
    this.#main.close();
  }
}

/** Has a parser read files; closes it if that is aborted. */
async function read(parser: ExportParser, sources: readonly Source[], signal: AbortSignal | undefined): Promise<void> {
  const abort = (): void => parser.close();
  signal?.addEventListener("abort", abort);
  try {
    signal?.throwIfAborted();
    await parser.api.load(sources, () => undefined);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** The forms that can have some of the prompts of a session. */
const SELECTING: ReadonlySet<ExportFormat> = new Set(["messages", "markdown", "html"]);

/** Reports whether a selection leaves anything out or replaces anything. */
function changes(selection: object): boolean {
  return Object.values(selection).some((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)));
}
