import { fileName } from "../../../base/save";
import type { ExportedFile } from "../../../parser/exporter";
import { failure, isFailure } from "../../../parser/failure";
import type { AgentChoice, FoundValue } from "../../../parser/model";
import { type ExportFormat, type StartExporter, SessionExporter } from "../../../parser/session-exporter";
import type { FindOptions } from "../../../parser/scan";
import type { Source } from "../../../parser/protocol";
import { readSources, scanHelpers } from "../../../parser/start-exporter";
import { bytes } from "../../../session/format";
import type { ExportSource } from "../../../session/session-loader";
import { filesToShare } from "./contents";
import { type Part, compose, pack } from "./standalone-writer";
import { strings } from "./strings";
import { zip } from "./zip";

/** The forms in which a session can be shared. Those that hold the same are together. */
export const shareFormats = [
  ["page"],
  ["html"],
  ["markdown"],
  ["transcript"],
  ["messages"],
  ["link"],
  ["traces", "chrome"],
  ["csv", "ndjson"],
] as const;
export type ShareFormat = (typeof shareFormats)[number][number];

/** The parts that can be left out: those of package redact, tool calls, and abandoned branches. */
export const shareParts = ["thinking", "calls", "outputs", "files", "images", "context", "branches"] as const;
export type SharePart = (typeof shareParts)[number];

/** The parts that are left out while values are replaced. */
const redactedParts: ReadonlySet<SharePart> = new Set(["outputs", "files", "images", "context"]);

/** How much a document shows. */
export const shareLevels = ["dialogue", "tools", "all"] as const;
export type ShareLevel = (typeof shareLevels)[number];

/** What to share of a session, and in what form. */
export interface ShareChoice {
  readonly format: ShareFormat;
  readonly level: ShareLevel;
  /** The agent whose conversation is shared instead of the main one. */
  readonly agent: AgentChoice | undefined;
  /** The first and the last prompt of the conversation to keep; undefined for all. */
  readonly prompts: readonly [first: number, last: number] | undefined;
  readonly without: ReadonlySet<SharePart>;
  /** Values that were found and stay. */
  readonly ignored: ReadonlySet<string>;
}

/** What was made. */
export interface Shared {
  readonly name: string;
  readonly blob: Blob;
  /** A link instead of a file. */
  readonly link?: string;
}

/** The largest page that is made, in bytes. */
export const MAX_PAGE = 128 << 20;

/** Exports the session on the screen. The parser for it is started when it is needed. */
export class ShareTask {
  readonly #source: ExportSource;
  readonly #start: StartExporter | undefined;
  #exporter: SessionExporter | undefined;

  constructor(source: ExportSource, start: StartExporter | undefined) {
    this.#source = source;
    this.#start = start;
  }

  /** Whether sessions can be checked and converted: a page in one file has no code for that. */
  get canExport(): boolean {
    return this.#source.shown !== undefined && this.#start !== undefined;
  }

  /** Finds secrets and personal data. `onProgress` is called with the bytes that were read. */
  async scan(
    { words, patterns }: Pick<FindOptions, "words" | "patterns">,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ): Promise<readonly FoundValue[]> {
    return this.#use(signal, (exporter) => exporter.scan({ words, patterns, signal, onProgress }));
  }

  /** Exports the session in a form other than the page. */
  async export(
    choice: ShareChoice & { readonly format: Exclude<ShareFormat, "page" | "link"> },
    title: string,
    signal: AbortSignal,
  ): Promise<Shared> {
    const { files, name } = await this.#files(choice, choice.format, title, signal);
    const [first] = files;
    if (first === undefined) throw failure("empty", "");
    const base = withoutPunctuation(name);
    if (files.length === 1) return { name: nameWith(base, extensions[choice.format]), blob: first.blob };
    return { name: nameWith(base, "zip"), blob: await zip(files, signal) };
  }

  /** Returns the files of a transcript, with the title in which values are replaced, too. */
  async transcript(choice: ShareChoice, title: string, signal: AbortSignal): Promise<TitledFiles> {
    return this.#files(choice, "transcript", title, signal);
  }

  async #files(choice: ShareChoice, format: ExportFormat, title: string, signal: AbortSignal): Promise<TitledFiles> {
    const [first, last] = choice.prompts ?? [0, 0];
    const options = {
      format,
      level: choice.level,
      content: choice.level === "all",
      agent: choice.agent?.id ?? "",
      withoutBranches: choice.without.has("branches"),
      first,
      last,
      withoutTools: choice.without.has("calls") ? ["all"] : [],
      withoutThinking: choice.without.has("thinking"),
      mainOnly: choice.format === "link", // agents do not fit into one
      redact: true,
      keep: [...choice.ignored],
      drop: shareParts.filter((part) => choice.without.has(part) && redactedParts.has(part)).join(","),
      signal,
    };
    return this.#use(signal, async (exporter) => {
      const files = await exporter.export(options);
      return { files, name: shortTitle(await exporter.redactTitle(title)) }; // values may not be whole in a short one
    });
  }

  close(): void {
    this.#exporter?.close();
    this.#exporter = undefined;
  }

  /** Uses the exporter. If it fails for another reason than the options, the next use starts one again. */
  async #use<T>(signal: AbortSignal, use: (exporter: SessionExporter) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const exporter = this.#open();
    try {
      return await use(exporter);
    } catch (error) {
      const isExpected = error === signal.reason || (isFailure(error) && error.code === "options");
      if (!isExpected && this.#exporter === exporter) this.close();
      throw error;
    }
  }

  #open(): SessionExporter {
    if (this.#exporter !== undefined) return this.#exporter;
    const { api, shown, prices } = this.#source;
    const start = this.#start;
    if (start === undefined || shown === undefined) throw failure("wasm", strings.noCheck);
    const read = async (): Promise<readonly Source[]> => [
      ...(await readSources(api, await filesToShare(this.#source, false))),
      ...prices,
    ];
    this.#exporter = new SessionExporter(start, read(), {
      id: shown.id,
      isSession: true,
      helpers: scanHelpers(shown.bytes),
    });
    return this.#exporter;
  }
}

/** The files of an export, and the name of the session in which values are replaced. */
interface TitledFiles {
  readonly files: readonly ExportedFile[];
  readonly name: string;
}

const extensions = {
  html: "html",
  markdown: "md",
  transcript: "jsonl",
  messages: "json",
  traces: "otlp.jsonl",
  chrome: "trace.json",
  csv: "csv",
  ndjson: "ndjson",
} as const;

/** Returns the name of a file for a title, which may have the extension already. */
function nameWith(title: string, extension: string): string {
  return fileName(title, new RegExp(`\\.${extension}$`, "i"), extension);
}

/** Returns the page in one file with files in it. */
export async function makePage(
  parts: readonly Part[],
  title: string,
  { page, at, signal, onProgress }: PageOptions,
): Promise<Blob> {
  const [text, files] = await Promise.all([page(), pack(parts, { at, maxLength: MAX_PAGE, signal, onProgress })]);
  signal.throwIfAborted();
  if (files === undefined) throw failure("too-large", strings.tooLarge(bytes(MAX_PAGE)));
  const made = compose(text, title, files);
  if (made === undefined) throw failure("missing", strings.noPage);
  return made;
}

interface PageOptions {
  /** Returns the source of the page. */
  readonly page: () => Promise<string>;
  readonly at: string;
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
}

/** Returns exported files as parts of a page. */
export function partsOf(files: readonly ExportedFile[]): readonly Part[] {
  return files.map(({ path, blob }) => ({
    path,
    size: blob.size,
    shared: false,
    read: async (offset, length) => new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
  }));
}

/** Reports whether a format is text that can be read and copied. */
export function isText(format: ShareFormat): boolean {
  return format !== "page" && format !== "html";
}

/** Reports whether an export has several files, which are saved as an archive. */
export function isZip({ name }: Shared): boolean {
  return name.endsWith(".zip");
}

/** Returns a title without what would be "-" at the end of the name of a file. */
export function withoutPunctuation(title: string): string {
  return title.replace(/[^\p{L}\p{N}]+$/u, "");
}

/** Returns the reason of a failure with a capital letter at its beginning. */
export function sentence(why: string): string {
  return why.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase());
}

/** Shortens a name to fit a title, cutting between words. */
export function shortTitle(name: string): string {
  return name.length <= 80
    ? name
    : name
        .slice(0, 81)
        .replace(/\s+\S*$/, "")
        .slice(0, 80);
}

/** Returns the source of the page in one file. */
export async function fetchPage(): Promise<string> {
  const response = await fetch("unspool.html", { credentials: "omit" });
  if (!response.ok) throw failure("missing", strings.noPage);
  return response.text();
}
