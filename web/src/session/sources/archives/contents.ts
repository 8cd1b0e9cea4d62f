import type { Source } from "../../../parser/protocol";
import type { ScanOptions } from "../directory-walker";
import type { PageServices } from "../unpack";
import { omissions, strings } from "./strings";

export const MAX_FILES = 50_000; // that can be part of a session
export const MAX_ENTRIES = 500_000; // files and folders of any kind
const MAX_DEPTH = 24;
export const MAX_BYTES = 2 * (1 << 30); // unpacked
export const MAX_RATIO = 250; // of unpacked to packed bytes
const MIN_BYTES = 64 << 20; // which any archive may unpack to
const MAX_PATH = 1000; // characters of a name
const PART = 8 << 20; // bytes that are buffered before they become a blob
const NOTICE_EVERY = 100; // ms

export type UnpackOptions = Pick<ScanOptions, "signal"> & Partial<ScanOptions> & PageServices;

type Omission = keyof typeof omissions;

/** Thrown to stop unpacking at a limit, which was noted. */
export class LimitError extends Error {}

/** The files that are unpacked from one archive, within limits, and why others are left out. */
export class Contents {
  readonly sources: Source[] = [];
  readonly #path: string;
  readonly #options: UnpackOptions;
  readonly #names = new Set<string>();
  readonly #omitted = new Map<Omission, number>();
  #left: number;
  #unpacked = 0;
  #entries = 0;
  #nextNotice = 0;

  constructor({ path, blob }: Source, options: UnpackOptions) {
    this.#path = path;
    this.#options = options;
    this.#left = Math.min(MAX_BYTES, Math.max(MIN_BYTES, MAX_RATIO * blob.size));
  }

  get settled(): PageServices["settled"] {
    return this.#options.settled;
  }

  /** Describes what is missing; undefined if nothing is. */
  get note(): string | undefined {
    if (this.#omitted.size === 0) return undefined;
    return strings.omitted(
      this.#path,
      [...this.#omitted].map(([why, n]) => omissions[why](n, this.#options.count)),
    );
  }

  omit(why: Omission): void {
    this.#omitted.set(why, (this.#omitted.get(why) ?? 0) + 1);
  }

  /** Returns where to write a file; undefined if it is not needed or refused. `refused` is a reason to leave it out. */
  file(rawName: string, refused?: Omission): FileSink | undefined {
    this.#options.signal.throwIfAborted();
    if (++this.#entries > MAX_ENTRIES) this.#stop("entries");
    const name = cleanName(rawName);
    if (name === undefined) this.omit("name");
    else if (!this.#options.isSessionFile(name) || isMetadata(name)) return undefined;
    else if (refused !== undefined) this.omit(refused);
    else if (this.#names.has(name)) this.omit("duplicate");
    else if (this.sources.length >= MAX_FILES) this.#stop("files");
    else {
      this.#names.add(name);
      return this.sink(`${this.#path}/${name}`);
    }
    return undefined;
  }

  /** Returns where to write a file with a path of its own. */
  sink(path: string): FileSink {
    return new FileSink(
      (size) => this.#count(size),
      (blob) => this.sources.push({ path, blob }),
    );
  }

  /** Rethrows what ends all reading; anything else is damage. */
  damaged(error: unknown, why: Omission): void {
    this.#options.signal.throwIfAborted();
    if (error instanceof LimitError) throw error;
    this.omit(why);
  }

  #stop(why: Omission): never {
    this.omit(why);
    throw new LimitError(why);
  }

  #count(size: number): void {
    this.#options.signal.throwIfAborted();
    if (size > this.#left) this.#stop("large");
    this.#left -= size;
    this.#unpacked += size;
    if (performance.now() < this.#nextNotice) return;
    this.#nextNotice = performance.now() + NOTICE_EVERY;
    const { onProgress, count, bytes } = this.#options;
    onProgress?.(strings.unpacking(this.#path, count(this.sources.length, "file"), bytes(this.#unpacked)));
  }
}

/** Collects the bytes of a file in blobs, which the browser stores outside the JavaScript heap. */
export class FileSink {
  readonly #onBytes: (size: number) => void;
  readonly #onClose: (blob: Blob) => void;
  #parts: Blob[] = [];
  #buffer: Uint8Array<ArrayBuffer>[] = [];
  #buffered = 0;

  constructor(onBytes: (size: number) => void, onClose: (blob: Blob) => void) {
    this.#onBytes = onBytes;
    this.#onClose = onClose;
  }

  /** The bytes must not change afterwards. */
  write(chunk: Uint8Array<ArrayBuffer>): void {
    this.#onBytes(chunk.byteLength);
    this.#buffer.push(chunk);
    this.#buffered += chunk.byteLength;
    if (this.#buffered < PART) return;
    this.#parts.push(new Blob(this.#buffer));
    this.#buffer = [];
    this.#buffered = 0;
  }

  async writeAll(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    for (const reader = stream.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) return;
      this.write(value);
    }
  }

  clear(): void {
    this.#parts = [];
    this.#buffer = [];
    this.#buffered = 0;
  }

  /** Adds the file, as far as it was written. */
  close(): void {
    this.#onClose(new Blob([...this.#parts, ...this.#buffer]));
  }
}

/** Returns a name as a path below the archive; undefined if it leads elsewhere. Windows programs write backslashes. */
export function cleanName(name: string): string | undefined {
  const path = name.replaceAll("\\", "/");
  const parts = path.split("/");
  const isUnsafe =
    path === "" ||
    path.length > MAX_PATH ||
    path.startsWith("/") ||
    /[\0-\x1f\x7f]|^.:/u.test(path) ||
    parts.includes("..") ||
    parts.length > MAX_DEPTH;
  return isUnsafe ? undefined : parts.filter((part) => part !== "" && part !== ".").join("/");
}

/** Reports whether macOS wrote a file beside another one, with the same extension. */
function isMetadata(name: string): boolean {
  return name.startsWith("__MACOSX/") || /(?:^|\/)\._[^/]*$/.test(name);
}
