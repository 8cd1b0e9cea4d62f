import { exportAssetsAt } from "./export-assets";
import { createParser } from "./client";
import { checkedExport } from "./export-options";
import { type ExportedFile, Gathered } from "./exporter";
import { failure } from "./failure";
import type { FileRead, ParserApi, Source } from "./protocol";
import { type SessionExport, type StartExporter, SessionExporter, exportSession } from "./session-exporter";
import { exportReasons } from "./export-strings";

/** Returns what starts a parser that exports, in a worker; undefined if the page has no code for it. */
export function exporterAt(base: string): StartExporter | undefined {
  const assets = exportAssetsAt(base);
  if (assets === undefined) return undefined;
  return () => {
    const parser = createParser(assets);
    return { api: parser.api, close: () => parser.terminate() };
  };
}

const MAX_HELPERS = 3; // each needs memory of its own
const BYTES_PER_HELPER = 16 << 20; // for fewer, starting one takes longer than it saves

/** Returns how many additional parsers to use for a scan of a session with a number of bytes. */
export function scanHelpers(bytes: number): number {
  if (bytes < BYTES_PER_HELPER) return 0;
  return Math.min(MAX_HELPERS, navigator.hardwareConcurrency - 1, Math.floor(bytes / BYTES_PER_HELPER));
}

/** Exports a session that another parser has read, in a parser of its own. */
export async function exportLoaded(
  api: ParserApi,
  session: number,
  base: string,
  given: SessionExport,
): Promise<readonly ExportedFile[]> {
  const options = checkedExport(given);
  const start = exporterAt(base);
  if (start === undefined) throw failure("wasm", exportReasons.noExport);
  const { signal } = options;
  const info = (await api.sessions()).find(({ index }) => index === session);
  const sources = api.files(session).then((files) => readSources(api, files, signal));
  const exporter = new SessionExporter(start, sources, {
    id: info?.id,
    signal,
    isSession: true,
    helpers: scanHelpers(info?.bytes ?? 0),
  });
  try {
    return await exportSession(exporter, options);
  } finally {
    exporter.close();
  }
}

/** Returns files as they were read, which may differ from their current state. */
export async function readSources(
  api: ParserApi,
  files: readonly FileRead[],
  signal?: AbortSignal,
): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const read of files) {
    signal?.throwIfAborted();
    const snapshot = await api.snapshot(read.file);
    sources.push({ path: read.path, blob: snapshot?.size === read.size ? snapshot : await gather(api, read, signal) });
  }
  return sources;
}

async function gather(api: ParserApi, { file, path, size }: FileRead, signal?: AbortSignal): Promise<Blob> {
  const gathered = new Gathered();
  for (let offset = 0; offset < size;) {
    signal?.throwIfAborted();
    const bytes = await api.raw({ file, offset, length: Math.min(PIECE, size - offset) });
    if (bytes.byteLength === 0) throw failure("unreadable", exportReasons.gotShorter, path);
    gathered.add(bytes as Uint8Array<ArrayBuffer>);
    offset += bytes.byteLength;
  }
  return gathered.blob();
}

const PIECE = 8 << 20; // bytes read at a time
