import { exportAssetsAt } from "./export-assets";
import { createParser } from "./client";
import { type ExportedFile, Gathered } from "./exporter";
import { failure } from "./failure";
import { settled } from "../base/report-error";
import type { FileRead, ParserApi, Source } from "./protocol";
import { type SessionExport, type StartExporter, SessionExporter, exportSession } from "./session-exporter";
import { exportReasons } from "./export-strings";

/** Returns what starts a parser that exports, in a worker; undefined if the page has no code for it. */
export function exporterAt(base: string): StartExporter | undefined {
  const assets = exportAssetsAt(base);
  if (assets === undefined) return undefined;
  return async (sources, signal) => {
    void settled(Promise.resolve(sources)); // they may fail before they are needed
    const handle = createParser(assets);
    const abort = (): void => handle.terminate();
    signal?.addEventListener("abort", abort);
    try {
      signal?.throwIfAborted();
      await handle.api.load(await sources, () => undefined);
    } catch (error) {
      handle.terminate();
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
    return { api: handle.api, close: () => handle.terminate() };
  };
}

/** Exports a session that another parser has read, in a parser of its own. */
export async function exportLoaded(
  api: ParserApi,
  session: number,
  base: string,
  options: SessionExport,
): Promise<readonly ExportedFile[]> {
  const start = exporterAt(base);
  if (start === undefined) throw failure("wasm", exportReasons.noExport);
  const { signal } = options;
  const id = (await api.sessions()).find(({ index }) => index === session)?.id;
  const exporter = await SessionExporter.open(start, readSources(api, session, signal), id, signal);
  try {
    return await exportSession(exporter, options);
  } finally {
    exporter.close();
  }
}

/** Returns the files of a session as they were read, which may differ from their current state. */
export async function readSources(api: ParserApi, session: number, signal?: AbortSignal): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const read of await api.files(session)) {
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
