import { failure, isFailure } from "../../parser/failure";
import type { Failure } from "../../parser/protocol";
import { strings } from "./strings";
import { fileUrl, isLocal } from "./address";
import { type Fetched, type FileFetcher, ask } from "./file-fetcher";
import { bytes as sizeOf } from "../format";
import { settled } from "../../base/report-error";

/** Bounds of what is fetched. */
export interface FetchLimits {
  /** Bytes that one load may have, unpacked. */
  readonly bytes: number;
  /** Milliseconds in which nothing comes. */
  readonly silence: number;
  /** Origins that may be asked, and may answer; undefined for all of them. */
  readonly origins?: ReadonlySet<string> | undefined;
  /** Whether those may send the browser on. Who they send it to is known only afterwards, and may not answer either. */
  readonly onward?: boolean | undefined;
}

export const standardLimits: FetchLimits = { bytes: 1 << 30, silence: 30_000 };

/** Files of any host, within bounds: what is gzipped is inflated, a connection that breaks is taken up again. */
export function remoteFiles(limits: FetchLimits = standardLimits): FileFetcher {
  return (signal, onBytes) => {
    const load = new Load(limits, signal, onBytes);
    return (url) => load.file(url);
  };
}

const PART = 8 << 20; // bytes that are held until they become a blob of the browser's
const TRIES = 4; // requests for one file
const PAUSE = 250; // ms before the second, twice as long before each further one
const HEAD = 512; // bytes that tell a page from a transcript

/** The files of one load, whose bounds hold for all of them together. */
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

  /** What is gzipped tells by its first bytes, whatever its name. */
  async file(url: URL): Promise<Fetched> {
    const ended = new AbortController(); // with the reason
    const end = (): void => ended.abort();
    this.#signal.throwIfAborted();
    this.#signal.addEventListener("abort", end);
    try {
      const chunks = this.#chunks(url, ended);
      const first = await take(chunks, 2);
      const packed = first[0] === 0x1f && first[1] === 0x8b;
      const whole = joined(first, chunks);
      const blob = await this.#gather(
        packed ? inflated(whole, () => failure("cut", strings.damaged, url.href)) : whole,
        url,
      );
      return { blob, packed };
    } finally {
      end();
      this.#signal.removeEventListener("abort", end);
    }
  }

  /** Bytes go to blobs, which the browser keeps outside of the JavaScript heap. */
  async #gather(chunks: AsyncGenerator<Chunk>, url: URL): Promise<Blob> {
    const parts: Blob[] = [];
    let buffer: Chunk[] = [];
    let size = 0;
    let looked = false;
    for await (const chunk of chunks) {
      this.#buffered += chunk.byteLength;
      this.#bound(url, this.#buffered);
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
    if (!looked) await refusePage(buffer, url);
    return new Blob([...parts, ...buffer]);
  }

  #bound(url: URL, size: number): void {
    const { bytes } = this.#limits;
    if (size > bytes) throw failure("too-large", strings.tooLarge(sizeOf(bytes)), url.href);
  }

  /**
   * The bytes of an address, in one go where the connection lasts. Where it breaks,
   * the rest is asked for, as long as the server says that the file is the same:
   * by its own word for that and not by If-Range, which other hosts must allow by CORS.
   */
  async *#chunks(url: URL, ended: AbortController): AsyncGenerator<Chunk, void, void> {
    const { signal } = ended;
    const { silence, origins, onward } = this.#limits;
    const redirect = origins === undefined || onward === true ? "follow" : "manual";
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
    let offset = 0;
    let version = "";
    let total = 0;
    for (let tries = 1; ; tries++) {
      try {
        // What the browser kept of a broken answer must not stand in for the rest.
        const range: RequestInit = offset === 0 ? {} : { headers: { range: `bytes=${offset}-` }, cache: "no-store" };
        const response = await heard(
          ask(url, { signal, redirect, ...range }, (policy) => failure("blocked", policy || whyBlocked(url), url.href)),
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
          skip = offset; // a server that knows no ranges begins anew
        } else if (total > 0 && offset + lengthOf(response) !== total) {
          throw cut(); // of other bytes: those of the first answer were packed
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
          yield fresh;
        }
      } catch (error) {
        signal.throwIfAborted();
        // Until something came the reason is known; after that the connection broke.
        if (isFailure(error) && (offset === 0 || error.code === "cut")) throw error;
      }
      if (version === "" || tries === TRIES) throw cut();
      await new Promise((resolve) => setTimeout(resolve, PAUSE << (tries - 1)));
      signal.throwIfAborted();
    }
  }
}

type Chunk = Uint8Array<ArrayBuffer>;

function whyBlocked(url: URL): string {
  if (!navigator.onLine) return strings.offline;
  return isMixed(self.origin, url) ? strings.mixed : strings.blocked(url.host);
}

/** Whether a page of an origin may not load this for being http: on https, all but this machine's own. */
export function isMixed(origin: string, { protocol, hostname }: URL): boolean {
  return origin.startsWith("https:") && protocol === "http:" && !isLocal(hostname);
}

/** By what a server says that a file is still the same; "" if it does not. */
function versionOf({ headers }: Response): string {
  const tag = headers.get("etag") ?? "";
  return (tag.startsWith("W/") ? "" : tag) || (headers.get("last-modified") ?? "");
}

function lengthOf({ headers }: Response): number {
  return Number(headers.get("content-length") ?? 0) || 0;
}

/** At least so many bytes of what comes, if there are as many. */
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

/** Inflates gzip; what is broken in it throws `damage`. */
async function* inflated(chunks: AsyncGenerator<Chunk>, damage: () => unknown): AsyncGenerator<Chunk, void, void> {
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
  void settled(feed()); // the reader has the error
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

/**
 * A web page is no transcript: servers send one to say that they want a login, and addresses of pages look like those
 * of files.
 */
async function refusePage(buffer: readonly Chunk[], url: URL): Promise<void> {
  const head = await new Blob([...buffer]).slice(0, HEAD).text();
  // eslint-disable-next-line unspool/no-literal-text -- a kind of file, as the parser names it
  if (/^\s*<(?:!doctype html|html)\b/i.test(head)) throw failure("not-a-transcript", "html", url.href);
}
