import { failure, isFailure } from "../../parser/failure";
import type { Failure } from "../../parser/protocol";
import { strings } from "./strings";
import { fileUrl, isLocal } from "./check-url";
import { type Fetched, type FileFetcher, request } from "./file-fetcher";
import { bytes as sizeOf } from "../format";
import { settled } from "../../base/report-error";
import { pause } from "../../base/schedule";

/** Limits of fetching. */
interface FetchLimits {
  /** Decompressed bytes of one load. */
  readonly bytes: number;
  /** Milliseconds without new bytes. */
  readonly silence: number;
  /** Milliseconds for each 16 kB. */
  readonly pace: number;
  /** Milliseconds of a file. */
  readonly time: number;
  /** Origins that may be requested and may respond; undefined for all. */
  readonly origins?: ReadonlySet<string> | undefined;
  /**
   * Whether those may redirect. Where a redirect leads is known only afterwards, and that origin may still be refused.
   */
  readonly allowRedirects?: boolean | undefined;
}

export const standardLimits: FetchLimits = { bytes: 1 << 30, silence: 30_000, pace: 60_000, time: 3_600_000 };

/** Fetches files of any host within limits. Gzip is decompressed, and broken connections are resumed. */
export function remoteFiles(limits: FetchLimits = standardLimits): FileFetcher {
  return (signal, onBytes) => {
    const load = new Load(limits, signal, onBytes);
    return (url) => load.file(url);
  };
}

const PART = 8 << 20; // bytes that are buffered before they become a blob
const MIN_PIECE = 16_384; // bytes that have to arrive in a time
const MAX_RATIO = 200; // of the bytes after and before decompression; of real transcripts it is 5 to 50
const MIN_INFLATED = 32 << 20; // decompressed bytes, from which on the ratio counts
const TRIES = 4; // requests for one file
const PAUSE = 250; // ms before the second try, doubled for each further one
const HEAD = 512; // bytes that distinguish a web page from a transcript

/** The files of one load, which share its limits. */
class Load {
  readonly #limits: FetchLimits;
  readonly #signal: AbortSignal;
  readonly #onBytes: (bytes: number, total: number) => void;
  #arrived = 0;
  #expected = 0;
  #buffered = 0;

  constructor(limits: FetchLimits, signal: AbortSignal, onBytes: (bytes: number, total: number) => void) {
    this.#limits = limits;
    this.#signal = signal;
    this.#onBytes = onBytes;
  }

  /** Gzip is recognized by its first bytes, whatever the name. */
  async file(url: URL): Promise<Fetched> {
    const ended = new AbortController(); // with the reason
    const end = (): void => ended.abort();
    this.#signal.throwIfAborted();
    this.#signal.addEventListener("abort", end);
    try {
      const chunks = this.#chunks(url, ended);
      const first = await take(chunks, 2);
      const wasGzipped = first[0] === 0x1f && first[1] === 0x8b;
      const whole = joined(first, chunks);
      const gathered = await this.#gather(
        wasGzipped ? gunzip(whole, () => failure("cut", strings.damaged, url.href)) : whole,
        url,
      );
      return { ...gathered, wasGzipped };
    } finally {
      end();
      this.#signal.removeEventListener("abort", end);
    }
  }

  /**
   * Bytes go to blobs, which the browser stores outside the JavaScript heap. If the transfer breaks off, what arrived
   * is returned with the reason.
   */
  async #gather(chunks: AsyncGenerator<Chunk>, url: URL): Promise<Pick<Fetched, "blob" | "incomplete">> {
    const parts: Blob[] = [];
    let buffer: Chunk[] = [];
    let size = 0;
    let looked = false;
    let incomplete: Failure | undefined;
    try {
      for await (const chunk of chunks) {
        this.#buffered += chunk.byteLength;
        this.#bound(url, this.#buffered);
        if (this.#buffered > MIN_INFLATED && this.#buffered > MAX_RATIO * this.#arrived)
          throw failure("too-large", strings.inflates, url.href);
        buffer.push(chunk);
        size += chunk.byteLength;
        if (!looked && size >= HEAD) {
          looked = true;
          await refusePage(buffer, url);
        }
        if (size < PART) continue;
        parts.push(new Blob(buffer));
        buffer = [];
        size = 0;
      }
    } catch (error) {
      const isCut = isFailure(error) && (error.code === "cut" || error.code === "slow");
      if (!isCut || parts.length + buffer.length === 0) throw error;
      incomplete = failure("incomplete", error.detail, url.href);
    }
    if (!looked) await refusePage(buffer, url);
    return { blob: new Blob([...parts, ...buffer]), incomplete };
  }

  #bound(url: URL, size: number): void {
    const { bytes } = this.#limits;
    if (size > bytes) throw failure("too-large", strings.tooLarge(sizeOf(bytes)), url.href);
  }

  /**
   * Yields the bytes of an address. If the connection breaks, the rest is requested as long as the server's validator
   * says that the file is unchanged. If-Range is not used because other hosts must allow it by CORS.
   */
  async *#chunks(url: URL, ended: AbortController): AsyncGenerator<Chunk, void, void> {
    const { signal } = ended;
    const { silence, pace, time, origins, allowRedirects } = this.#limits;
    const redirect = origins === undefined || allowRedirects === true ? "follow" : "manual";
    const heard = <T>(answer: Promise<T>): Promise<T> => {
      const timer = setTimeout(
        () => ended.abort(failure("slow", strings.slow(url.host, silence / 1000), url.href)),
        silence,
      );
      return answer.finally(() => clearTimeout(timer));
    };
    const admit = (asked: string): void => {
      if (origins?.has(new URL(asked).origin) === false) throw failure("moved", asked, url.href);
    };
    const cut = (): Failure => failure("cut", strings.cut(url.host, sizeOf(offset)), url.href);
    admit(url.href);
    const file = fileUrl(url);
    if (file !== undefined) throw failure("address", strings.page(file.href), url.href);
    const began = performance.now();
    let piece = { since: began, from: 0 };
    /** Ends responses that are never silent for long. */
    const hurry = (): void => {
      const now = performance.now();
      if (offset - piece.from >= MIN_PIECE) piece = { since: now, from: offset };
      if (now - piece.since > pace || now - began > time)
        ended.abort(failure("slow", strings.tooSlow(url.host), url.href));
      signal.throwIfAborted();
    };
    let offset = 0;
    let version = "";
    let total = 0;
    for (let tries = 1; ; tries++) {
      try {
        // A cached part of a broken response must not replace the rest.
        const range: RequestInit = offset === 0 ? {} : { headers: { range: `bytes=${offset}-` }, cache: "no-store" };
        const response = await heard(
          request(url, { signal, redirect, ...range }, (policy) =>
            failure("blocked", policy || whyBlocked(url), url.href),
          ),
        );
        if (response.type === "opaqueredirect") throw failure("moved", "", url.href);
        admit(response.url);
        let skip = 0;
        if (offset === 0) {
          version = versionOf(response);
          this.#expected += lengthOf(response) - total;
          total = lengthOf(response);
          this.#bound(url, this.#buffered + total);
        } else if (versionOf(response) !== version) {
          throw cut();
        } else if (response.status !== 206) {
          skip = offset; // a server without range support starts again
        } else if (total > 0 && offset + lengthOf(response) !== total) {
          throw cut(); // of other bytes, since those of the first response were compressed
        }
        const reader = response.body?.getReader();
        for (;;) {
          const next = await heard(reader?.read() ?? Promise.resolve({ done: true as const, value: undefined }));
          if (next.done) {
            if (response.status === 206 && total > 0 && offset < total) break; // not all browsers notice that
            return;
          }
          const fresh = next.value.subarray(Math.min(skip, next.value.byteLength));
          skip -= next.value.byteLength - fresh.byteLength;
          if (fresh.byteLength === 0) continue;
          offset += fresh.byteLength;
          this.#arrived += fresh.byteLength;
          this.#onBytes(this.#arrived, this.#arrived > this.#expected ? 0 : this.#expected);
          hurry();
          yield fresh;
        }
      } catch (error) {
        signal.throwIfAborted();
        // Before the first byte, the reason is known; afterwards, the connection broke.
        if (isFailure(error) && (offset === 0 || error.code === "cut")) throw error;
      }
      // Without a validator, only a request of which nothing arrived can be repeated.
      if ((version === "" && offset > 0) || tries === TRIES) throw cut();
      await pause(PAUSE << (tries - 1));
      signal.throwIfAborted();
    }
  }
}

type Chunk = Uint8Array<ArrayBuffer>;

function whyBlocked(url: URL): string {
  if (!navigator.onLine) return strings.offline;
  return isMixed(self.origin, url) ? strings.mixed : strings.blocked(url.host);
}

/**
 * Reports whether a page of an origin may not load a URL because it is http: pages on https may only load http from
 * this machine.
 */
export function isMixed(origin: string, { protocol, hostname }: URL): boolean {
  return origin.startsWith("https:") && protocol === "http:" && !isLocal(hostname);
}

/** Returns the server's validator for a file, or "" if there is none. */
function versionOf({ headers }: Response): string {
  const tag = headers.get("etag") ?? "";
  return (tag.startsWith("W/") ? "" : tag) || (headers.get("last-modified") ?? "");
}

function lengthOf({ headers }: Response): number {
  return Number(headers.get("content-length") ?? 0) || 0;
}

/** Reads at least so many bytes, if there are as many. */
async function take(chunks: AsyncGenerator<Chunk>, minBytes: number): Promise<Chunk> {
  let taken: Chunk = new Uint8Array();
  while (taken.byteLength < minBytes) {
    const next = await chunks.next();
    if (next.done === true) break;
    const more = new Uint8Array(taken.byteLength + next.value.byteLength);
    more.set(taken);
    more.set(next.value, taken.byteLength);
    taken = more;
  }
  return taken;
}

async function* joined(first: Chunk, others: AsyncGenerator<Chunk>): AsyncGenerator<Chunk, void, void> {
  if (first.byteLength > 0) yield first;
  yield* others;
}

/** Decompresses gzip; corrupt data throws `damage`. */
async function* gunzip(chunks: AsyncGenerator<Chunk>, damage: () => unknown): AsyncGenerator<Chunk, void, void> {
  const { readable, writable } = new DecompressionStream("gzip");
  const writer = writable.getWriter();
  const reader = readable.getReader();
  const feed = async (): Promise<void> => {
    try {
      for await (const chunk of chunks) await writer.write(chunk);
      await writer.close();
    } catch (error) {
      await writer.abort(error);
    }
  };
  void settled(feed()); // the reader gets the error
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw error instanceof TypeError ? damage() : error;
  } finally {
    void settled(reader.cancel());
  }
}

/** Rejects web pages: servers send one to ask for a login, and addresses of pages look like those of files. */
async function refusePage(buffer: readonly Chunk[], url: URL): Promise<void> {
  const head = await new Blob([...buffer]).slice(0, HEAD).text();
  // eslint-disable-next-line unspool/no-literal-text -- a kind of file, as the parser names it
  if (/^\s*<(?:!doctype html|html)\b/i.test(head)) throw failure("not-a-transcript", "html", url.href);
}
