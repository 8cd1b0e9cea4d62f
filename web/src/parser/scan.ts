// Finds the secrets and personal data in files, with several parsers at once.
import { settled } from "../base/report-error";
import { exportReasons } from "./export-strings";
import type { StepOptions } from "./exporter";
import { failure } from "./failure";
import type { FoundValue, PartValue } from "./model";
import type { ParserApi, Source } from "./protocol";
import { readChunks } from "./worker/reader";

/** What a scan finds besides secrets and personal data. */
export interface FindOptions extends StepOptions {
  readonly words?: readonly string[] | undefined;
  /** Regular expressions (RE2). */
  readonly patterns?: readonly string[] | undefined;
}

interface ScanPart {
  readonly source: Source;
  readonly part: number;
  readonly path: string;
  readonly size: number;
  readonly from: number;
  readonly to: number;
}

/** The bytes of a part, which a parser scans in about 250 ms. */
const PART_BYTES = 8 << 20;

const PAGE = 500; // values that are added at once

function* partsOf(sources: readonly Source[]): Generator<ScanPart> {
  let part = 0;
  for (const source of sources) {
    const { path, blob } = source;
    const { size } = blob;
    let from = 0;
    do {
      const to = Math.min(from + PART_BYTES, size);
      yield { source, part: part++, path, size, from, to };
      from = to;
    } while (from < size); // an empty file has a name
  }
}

/**
 * Finds values in files, and in their names. The main parser, which exports later, gets what the helpers find. If one
 * of these fails, it scans their parts itself. Rejects with a Failure if a word or a pattern is invalid.
 */
export async function scan(
  sources: readonly Source[],
  main: ParserApi,
  helpers: readonly ParserApi[],
  { words = [], patterns = [], signal, onProgress }: FindOptions = {},
): Promise<readonly FoundValue[]> {
  const parts = [...partsOf(sources)];
  const queue = [...parts];
  let bytes = 0;
  const begin = async (api: ParserApi): Promise<void> => {
    signal?.throwIfAborted(); // the next scan may have begun
    const { error } = await api.query("beginScan", { words, patterns, parts: parts.length });
    if (error !== "") throw failure("options", error);
  };
  const scanOne = async (api: ParserApi, part: ScanPart): Promise<void> => {
    await scanPart(api, part, signal);
    onProgress?.((bytes += part.to - part.from));
  };
  const scanFromQueue = async (api: ParserApi, scanned: ScanPart[], taken: ScanPart[]): Promise<void> => {
    for (let part; (part = queue.shift()) !== undefined; scanned.push(part)) {
      taken.push(part);
      await scanOne(api, part);
    }
  };
  const runs = helpers.map((api) => {
    const scanned: ScanPart[] = [];
    const taken: ScanPart[] = [];
    const run = async (): Promise<readonly PartValue[]> => {
      await begin(api);
      await scanFromQueue(api, scanned, taken);
      return taken.length > 0 ? allValues((from) => api.query("readPartValues", { from }), signal) : [];
    };
    // If it fails, the main parser scans its parts, too, and has the same error unless it was the helper's own.
    return { scanned, taken, values: settled(run()) };
  });
  try {
    await begin(main);
    await scanFromQueue(main, [], []);
    for (const { scanned, taken, values } of runs) {
      if (taken.length === 0) continue; // nothing is left for it, and it may not even have started
      const found = await values;
      if (found === undefined) {
        for (const { from, to } of scanned) bytes -= to - from;
        for (const part of taken) await scanOne(main, part);
      } else {
        await addPartValues(main, taken, found, signal);
      }
    }
    return await allValues((from) => main.query("readFoundValues", { from }), signal);
  } finally {
    queue.length = 0; // nothing is left for helpers if this one fails
  }
}

async function scanPart(api: ParserApi, { source, ...part }: ScanPart, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await api.query("beginPart", part);
  const write = async (bytes: Uint8Array): Promise<boolean> => {
    signal?.throwIfAborted();
    return (await api.query("writePart", { bytes })).more;
  };
  if (part.size === 0 && !(await write(new Uint8Array()))) return;
  const begin = Math.max(0, part.from - 1); // where a line may end
  for await (const bytes of readChunks(source.blob.slice(begin))) if (!(await write(bytes))) return;
  throw failure("unreadable", exportReasons.gotShorter, part.path);
}

async function addPartValues(
  api: ParserApi,
  scanned: readonly ScanPart[],
  values: readonly PartValue[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const parts = scanned.map(({ part }) => part);
  let at = 0;
  do {
    signal?.throwIfAborted();
    await api.query("addPartValues", { parts, values: values.slice(at, at + PAGE) });
    at += PAGE;
  } while (at < values.length); // also if nothing was found: these parts were scanned
}

/** A page of a list of values. */
interface ValuePage<T> {
  readonly values: readonly T[] | null;
  readonly total: number;
}

/** Returns all values of a list, of which the parser returns a page at a time. */
async function allValues<T>(
  page: (from: number) => Promise<ValuePage<T>>,
  signal: AbortSignal | undefined,
): Promise<readonly T[]> {
  const all: T[] = [];
  for (;;) {
    signal?.throwIfAborted();
    const { values, total } = await page(all.length);
    all.push(...(values ?? []));
    if (all.length >= total || values === null) return all;
  }
}
