import { failure } from "../../parser/failure";
import { filterFailure } from "../../parser/filter-failure";
import type { Body, Finding, Media, Row, RowFacts, SessionInfo, Summary } from "../../parser/model";
import { Parser, type SyncRead } from "../../parser/worker/parser";
import { type ParserApi, type Picture, type RowFilter, type Source, parserOf } from "../../parser/protocol";
import { SessionList } from "../../parser/worker/session-list";
import { type Hits, search } from "../../parser/search";
import { showsRows } from "../../parser/rows";
import { startParser } from "../../parser/wasm/wasm";
import { isLong, wholePart } from "../../parser/whole";
import { SessionExporter, type SessionExport, type StartExporter, exportSession } from "../../parser/session-exporter";
import { checkedExport, checkedRedaction } from "../../parser/export-options";
import type { ExportedFile } from "../../parser/exporter";
import { exportReasons } from "../../parser/export-strings";
import { throwing } from "./error";
import type { MatchPlace, OpenOptions, Opened, RedactOptions, RedactSelection, Redacted, RowOptions } from "./opened";

const PAGE = 200; // rows, the most that the parser returns at once

/** Reads the files to their ends, in a separate parser on the same thread. */
export async function openSources(
  sources: readonly Source[],
  { prices, onProgress = () => undefined, signal }: OpenOptions,
  module: Promise<WebAssembly.Module>,
  readSync: SyncRead | undefined,
  exportModule: () => Promise<WebAssembly.Module>,
): Promise<Opened> {
  signal?.throwIfAborted();
  const mine = prices === undefined ? [] : [{ path: "prices.tsv", blob: new Blob([prices]) }];
  const all = [...mine, ...sources];
  const parser = startWith(module, readSync);
  const cancel = (): void => void parser.cancel();
  signal?.addEventListener("abort", cancel);
  try {
    const reading = parser.load(all, onProgress).then(({ missed }) => {
      const invalid = missed.find(({ code }) => code === "prices");
      if (prices !== undefined && invalid !== undefined) throw invalid; // the next line makes it an Error
    });
    await throwing(reading, "crashed");
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
  signal?.throwIfAborted();
  const startExporter: StartExporter = (isInMemory) => {
    const api = startWith(exportModule(), isInMemory === true ? undefined : readSync);
    return { api, close: () => void api.cancel() };
  };
  return new OpenedFiles(parser, all, startExporter);
}

function startWith(module: Promise<WebAssembly.Module>, readSync: SyncRead | undefined): ParserApi {
  const parser = new Parser({ start: async (read) => startParser(await module, read), readSync });
  const list = new SessionList();
  return parserOf((name, args) => (parser[name] as (...args: readonly unknown[]) => unknown)(...args), {
    load: async (...args) => list.complete(await parser.load(...args)),
    sessions: async () => list.update(await parser.sessions()),
  });
}

class OpenedFiles implements Opened {
  #parser: ParserApi | undefined;
  readonly #sources: readonly Source[];
  readonly #startExporter: StartExporter;

  constructor(parser: ParserApi, sources: readonly Source[], startExporter: StartExporter) {
    this.#parser = parser;
    this.#sources = sources;
    this.#startExporter = startExporter;
  }

  sessions(): Promise<readonly SessionInfo[]> {
    return this.#ask((parser) => parser.sessions());
  }

  summary(session = 0): Promise<Summary> {
    return this.#ask((parser) => parser.query("summary", { session }));
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<Row> {
    return this.rows();
  }

  async *rows({ session = 0, all = false }: RowOptions = {}): AsyncGenerator<Row, void, void> {
    const opened: string[] = [];
    try {
      for (let at = 0, total = 1; at < total;) {
        const page = await this.#ask((parser) => parser.query("rows", { session, from: at, count: PAGE }));
        total = page.total;
        if (page.rows === null) return;
        for (const row of page.rows) {
          yield row;
          at++;
          if (!all || showsRows(row) !== false) continue;
          await this.#ask((parser) => parser.query("expand", { session, key: row.key, open: true }));
          opened.push(row.key);
          total++; // at least: its rows come next
          break;
        }
      }
    } finally {
      // Restores the folds for later calls.
      for (const key of opened.reverse()) await this.#parser?.query("expand", { session, key, open: false });
    }
  }

  narrow({ turns = "", prompts = "", show = "", hide = "" }: Partial<RowFilter>, session = 0): Promise<void> {
    return this.#ask(async (parser) => {
      const invalid = await parser.query("narrow", { session, turns, prompts, show, hide });
      if (invalid !== null) throw filterFailure(invalid);
    });
  }

  search(text: string, session = 0): Promise<Hits> {
    return this.#ask((parser) => search(parser, session, text));
  }

  body(key: string, session = 0): Promise<Body> {
    return this.#ask(async (parser) => {
      const body = await parser.query("body", { session, key });
      if (!body.parts?.some(isLong)) return body;
      const parts = [];
      for (const [at, part] of body.parts.entries()) {
        parts.push(isLong(part) ? await wholePart(parser, session, part, key, at) : part);
      }
      return { ...body, parts };
    });
  }

  about(key: string, session = 0): Promise<RowFacts> {
    return this.#ask((parser) => parser.query("about", { session, key }));
  }

  diagnostics(session = 0): Promise<readonly Finding[]> {
    return this.#ask((parser) => parser.query("diagnostics", { session }));
  }

  raw(range: MatchPlace): Promise<Uint8Array> {
    return this.#ask((parser) => parser.raw(range));
  }

  image(media: Media): Promise<Picture> {
    return this.#ask((parser) => parser.image(media));
  }

  async export(options: SessionExport, session = 0): Promise<readonly ExportedFile[]> {
    const checked = await this.#ask(async () => checkedExport(options));
    return this.#exporting(session, (exporter) => exportSession(exporter, checked));
  }

  async redact(options: RedactOptions & RedactSelection = {}, session = 0): Promise<Redacted> {
    const { keep = [], drop = "", ...others } = await this.#ask(async () => checkedRedaction(options));
    return this.#exporting(session, async (exporter) => {
      const values = await exporter.scan(others);
      const selection = { keep, drop, signal: others.signal };
      return { values, files: await exporter.export({ format: "transcript", redact: true, ...selection }) };
    });
  }

  /** Uses a parser that exports, which reads the files of all sessions again. */
  #exporting<T>(session: number, use: (exporter: SessionExporter) => Promise<T>): Promise<T> {
    return this.#ask(async (parser) => {
      const info = (await parser.sessions())[session];
      if (info === undefined) throw failure("options", exportReasons.noSession);
      const exporter = new SessionExporter(this.#startExporter, this.#sources, { id: info.id });
      try {
        return await use(exporter);
      } finally {
        exporter.close();
      }
    });
  }

  close(): void {
    void this.#parser?.cancel();
    this.#parser = undefined;
  }

  #ask<T>(use: (parser: ParserApi) => Promise<T>): Promise<T> {
    const parser = this.#parser;
    // A Failure means that the parser stopped; other errors are about the call, such as an invalid session index.
    return throwing(
      parser === undefined ? Promise.reject(failure("options", "the session was closed")) : use(parser),
      "options",
    );
  }
}
