import type { SyncRead } from "./parser";

/** Reads a blob in the page. */
export type ReadInPage = (blob: Blob) => Promise<ArrayBuffer>;

/**
 * Returns what reads a blob synchronously, which only workers can; undefined where a worker cannot read blobs at all:
 * in WebKit, if its page was opened from a disk and so has no origin.
 */
export function syncReader(): SyncRead | undefined {
  if (typeof FileReaderSync !== "function") return undefined;
  const reader = new FileReaderSync();
  const read: SyncRead = (blob) => new Uint8Array(reader.readAsArrayBuffer(blob));
  try {
    return read(new Blob(["x"])).byteLength === 1 ? read : undefined;
  } catch {
    return undefined;
  }
}

/** A blob whose bytes are read in the page. */
export class PageBlob extends Blob {
  readonly #blob: Blob;
  readonly #read: ReadInPage;

  constructor(blob: Blob, read: ReadInPage) {
    super();
    this.#blob = blob;
    this.#read = read;
  }

  override get size(): number {
    return this.#blob.size;
  }

  override slice(start?: number, end?: number): Blob {
    return new PageBlob(this.#blob.slice(start, end), this.#read);
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#read(this.#blob);
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer());
  }

  override stream(): never {
    throw new DOMException("", "NotSupportedError"); // slices are read instead
  }
}
