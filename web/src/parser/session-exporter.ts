import { type ExportedFile, type FindOptions, type StepOptions, redactTitle, replaced, scan, write } from "./exporter";
import { failure } from "./failure";
import { isPrices } from "./order";
import type { ExportRequest, FoundValue, ReplacedValue, Title } from "./model";
import type { ParserApi, Source } from "./protocol";
import { exportReasons } from "./export-strings";

/** A parser that exports, with files that it has read. */
export interface LoadedExporter {
  readonly api: ParserApi;
  close(): void;
}

/** Files to read, which may still be on their way: a parser starts meanwhile. */
type Sources = readonly Source[] | Promise<readonly Source[]>;

/** Starts a parser that exports, and reads files. */
export type StartExporter = (sources: Sources, signal: AbortSignal | undefined) => Promise<LoadedExporter>;

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

/**
 * Exports one session. Forms other than a transcript are made from a transcript in which the values were replaced, by a
 * second parser that never sees the original.
 */
export class SessionExporter {
  readonly #start: StartExporter;
  readonly #loaded: LoadedExporter;
  readonly #session: number;
  readonly #prices: readonly Source[];

  private constructor(start: StartExporter, loaded: LoadedExporter, session: number, prices: readonly Source[]) {
    this.#start = start;
    this.#loaded = loaded;
    this.#session = session;
    this.#prices = prices;
  }

  /** Reads files for exports of the session with an ID, by default the first one. */
  static async open(
    start: StartExporter,
    sources: Sources,
    id?: string,
    signal?: AbortSignal,
  ): Promise<SessionExporter> {
    const loaded = await start(sources, signal);
    try {
      const sessions = await loaded.api.sessions();
      const session = id === undefined ? sessions[0] : sessions.find((one) => one.id === id);
      if (session === undefined) throw failure("options", exportReasons.noSession);
      return new SessionExporter(start, loaded, session.index, (await sources).filter(isPrices));
    } catch (error) {
      loaded.close();
      throw error;
    }
  }

  /** Finds secrets and personal data. An export can then replace them. */
  scan(options?: FindOptions): Promise<readonly FoundValue[]> {
    return scan(this.#loaded.api, this.#session, options);
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
    const { api } = this.#loaded;
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
      return write(api, { session: this.#session, ...form, ...(agent && { agent }) }, steps);
    const transcript = { session: this.#session, ...selection, format: "transcript" };
    const files = await write(api, transcript, format === "transcript" ? steps : { signal });
    if (format === "transcript") return files;
    const absent = selection.redact === true ? await this.replaced() : [];
    const second = await this.#start([...files, ...this.#prices], signal);
    try {
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

  #redact(title: string): Promise<Title> {
    return redactTitle(this.#loaded.api, this.#session, title);
  }

  /** Returns the values that the last export replaced. */
  replaced(): Promise<readonly ReplacedValue[]> {
    return replaced(this.#loaded.api, this.#session);
  }

  close(): void {
    this.#loaded.close();
  }
}

/** The forms that can have some of the prompts of a session. */
const SELECTING: ReadonlySet<ExportFormat> = new Set(["messages", "markdown", "html"]);

/** Reports whether a selection leaves anything out or replaces anything. */
function changes(selection: object): boolean {
  return Object.values(selection).some((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)));
}
