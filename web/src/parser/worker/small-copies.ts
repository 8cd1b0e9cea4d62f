import type { FileContent } from "../protocol";

/** The bytes of a shared blob. Making a blob takes 0.9 ms: with one for each file, copying 4,000 files took 3.6 s. */
const BLOB_BYTES = 2 << 20;
/** Larger copies are blobs of their own: copying their bytes takes longer than making a blob. */
const MAX_COPY = 128 << 10;

/** Copies of small files, many of which share a blob. */
export class SmallCopies {
  #shared: SharedBlob | undefined;

  /** Reports whether a file is small enough. */
  accepts(size: number): boolean {
    return size <= MAX_COPY;
  }

  /** Returns a copy of bytes. Its blob is released when no copy in it is used any more. */
  add(bytes: Uint8Array): FileContent {
    if (this.#shared?.hasRoom(bytes.byteLength) !== true) {
      this.#shared?.seal();
      this.#shared = new SharedBlob();
    }
    return this.#shared.add(bytes);
  }

  /** Moves the last copies out of this thread's memory. */
  seal(): void {
    this.#shared?.seal();
    this.#shared = undefined;
  }
}

/** The content of some files, which is a blob as soon as it is full. */
class SharedBlob {
  #bytes: Uint8Array<ArrayBuffer> | undefined = new Uint8Array(BLOB_BYTES);
  #used = 0;
  #blob = new Blob();

  hasRoom(size: number): boolean {
    return this.#used + size <= BLOB_BYTES;
  }

  add(bytes: Uint8Array): FileContent {
    const from = this.#used;
    this.#bytes?.set(bytes, from);
    this.#used += bytes.byteLength;
    return new SmallCopy((start, end) => this.#slice(start, end), from, this.#used);
  }

  seal(): void {
    this.#blob = this.#slice(0, this.#used);
    this.#bytes = undefined;
  }

  #slice(from: number, to: number): Blob {
    return this.#bytes === undefined ? this.#blob.slice(from, to) : new Blob([this.#bytes.subarray(from, to)]);
  }
}

/** The copy of one file; its slices are blobs. */
class SmallCopy implements FileContent {
  readonly size: number;
  readonly #slice: (from: number, to: number) => Blob;
  readonly #from: number;

  constructor(slice: (from: number, to: number) => Blob, from: number, to: number) {
    this.#slice = slice;
    this.#from = from;
    this.size = to - from;
  }

  slice(start = 0, end = this.size): Blob {
    const from = Math.min(start, this.size);
    return this.#slice(this.#from + from, this.#from + Math.max(from, Math.min(end, this.size)));
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.slice().arrayBuffer();
  }
}
