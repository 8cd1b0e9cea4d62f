import { decoded } from "../../base/decode-uri";
import { reportUnlessNotLoaded } from "../../base/report-error";
import { failure } from "../../parser/failure";
import { withNames, pathOf } from "../../parser/names";
import type { Source } from "../../parser/protocol";
import { strings as sessionStrings } from "../strings";
import { strings } from "./strings";
import type { Fetched, FileFetcher } from "./file-fetcher";
import { readListing } from "./listing";
import type { Loadable as Public } from "../public";

/** Everything that a session can be loaded from: public input, and sources in the parser's form. */
export type LoadInput = Public | readonly Source[];

/** Converts all input to sources. A string is the text of a transcript. */
export function toSources(input: LoadInput): readonly Source[] {
  return withNames(
    typeof input === "string" || input instanceof Blob || input instanceof Uint8Array ? [input] : [...input],
  );
}

/** Converts a file, with its path inside the chosen folder if there is one. */
export function fromFile(file: File): Source {
  return { path: pathOf(file), blob: file };
}

export interface FetchProgress {
  readonly files: number;
  readonly all: number;
  readonly bytes: number;
  readonly total: number; // 0 if unknown
}

export const AT_ONCE = 6; // requests
export const NOTICE_EVERY = 100; // ms

/**
 * Fetches the transcript at an address, or all files if it is a list. A session in the address itself is unpacked.
 * Rejects with a Failure.
 */
export async function fetchSources(
  src: string,
  fetcher: FileFetcher,
  signal: AbortSignal,
  onProgress: (arrived: FetchProgress) => void,
): Promise<readonly Source[]> {
  if (isSessionLink(src)) return [await unpackLink(src)];
  let arrived: FetchProgress = { files: 0, all: 1, bytes: 0, total: 0 };
  let next = 0;
  const report = (news: Partial<FetchProgress>): void => {
    arrived = { ...arrived, ...news };
    if (performance.now() < next) return;
    next = performance.now() + NOTICE_EVERY;
    onProgress(arrived);
  };
  const abortController = new AbortController(); // one failed file stops the others
  const end = (): void => abortController.abort();
  signal.addEventListener("abort", end);
  try {
    const url = parse(src);
    const fetchFile = fetcher(abortController.signal, (bytes, total) => report({ bytes, total }));
    const first = await fetchFile(url);
    const isJson = url.pathname.endsWith(".json");
    // Of a list or a document, a part cannot be read.
    if (isJson && first.incomplete !== undefined) throw failure("cut", first.incomplete.detail, url.href);
    // A name that only servers of our own use, which also send changes.
    const served =
      url.pathname.endsWith("/served.json") &&
      (await (await loaded(import("./served-folder"))).servedSources(url, first.blob));
    if (served) return served;
    const listing = isJson ? await readListing(url, first.blob) : undefined;
    if (listing === undefined) return [source(lastName(url.pathname), first)];
    report({ all: listing.length });
    const waiting = [...listing.entries()];
    const sources: Source[] = [];
    const work = async (): Promise<void> => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        const [at, { url, path }] = one;
        sources[at] = source(path, await fetchFile(url));
        report({ files: arrived.files + 1 });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return sources;
  } finally {
    end();
    signal.removeEventListener("abort", end);
  }
}

/** Reports whether an address contains the session itself (link/session-link.ts), so that nothing has to be fetched. */
export function isSessionLink(src: string): boolean {
  return src.startsWith("inline:");
}

/** Unpacks the session in an address. Few visits need the code. */
async function unpackLink(src: string): Promise<Source> {
  const decoded = await (await loaded(import("../link/session-link"))).decodeSessionLink(src);
  if (decoded.kind === "refused") throw failure("address", decoded.why); // without the path, which would be shown
  return decoded.source;
}

/** Resolves to code; rejects with a Failure if it cannot be loaded. */
async function loaded<T>(code: Promise<T>): Promise<T> {
  const value = await code.catch(reportUnlessNotLoaded);
  if (value === undefined) throw failure("blocked", sessionStrings.notLoaded);
  return value;
}

/** Names a decompressed file after its content. */
function source(path: string, { blob, wasGzipped, incomplete }: Fetched): Source {
  return { path: wasGzipped ? path.replace(/\.gz$/i, "") : path, blob, incomplete };
}

export function parse(href: string): URL {
  const url = URL.canParse(href, document.baseURI) ? new URL(href, document.baseURI) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw failure("address", strings.noAddress, href.slice(0, 200));
  return url;
}

export function lastName(path: string): string {
  return decoded(path.slice(path.lastIndexOf("/") + 1));
}
