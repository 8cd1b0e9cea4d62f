import type { FileContent } from "../protocol";

/** Reads a blob in the page. */
export type ReadInPage = (blob: Blob) => Promise<ArrayBuffer>;

/**
 * Returns what reads a blob synchronously, which only workers can; undefined where a worker cannot read blobs at all:
 * in WebKit, if its page was opened from a disk and so has no origin.
 */
export function syncReader(): ((blob: Blob) => Uint8Array) | undefined {
  if (typeof FileReaderSync !== "function") return undefined;
  const reader = new FileReaderSync();
  const read = (blob: Blob): Uint8Array => new Uint8Array(reader.readAsArrayBuffer(blob));
  try {
    return read(new Blob(["x"])).byteLength === 1 ? read : undefined;
  } catch {
    return undefined;
  }
}

/** A blob whose bytes are read in the page. */
export class PageBlob implements FileContent {
  readonly #blob: Blob;
  readonly #read: ReadInPage;

  constructor(blob: Blob, read: ReadInPage) {
    this.#blob = blob;
    this.#read = read;
  }

  get size(): number {
    return this.#blob.size;
  }

  slice(start?: number, end?: number): PageBlob {
    return new PageBlob(this.#blob.slice(start, end), this.#read);
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#read(this.#blob);
  }
}
