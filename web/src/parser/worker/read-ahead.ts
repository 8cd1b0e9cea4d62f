import { settled } from "../../base/report-error";
import type { FileContent } from "../protocol";

/** Reads of this size are parts of a search, and the next one follows them. */
const LARGE = 512 << 10;
const MAX_AHEAD = 8 << 20; // like the parser's reads
const MAX_IDLE = 1000; // ms without a read, after which the bytes are dropped

/** A timer, which is an object in Node. */
type Timer = ReturnType<typeof setTimeout> & { readonly unref?: () => void };

/** Reads the next bytes of a file that is searched, while the parser searches the bytes before them. */
export class ReadAhead {
  #blob: FileContent | undefined;
  #from = 0;
  #bytes: Uint8Array | undefined;
  #timer: Timer | undefined;
  /** Settles when the bytes have been read, or cannot be. */
  ready: Promise<unknown> = Promise.resolve();

  /** Returns these bytes of a blob if they have been read, otherwise those of `read`. The first `size` may be read. */
  take(blob: FileContent, from: number, to: number, size: number, read: () => Uint8Array): Uint8Array {
    if (to - from < LARGE) return read();
    const isHere = this.#blob === blob && from >= this.#from;
    const ahead = isHere ? this.#bytes?.subarray(from - this.#from, to - this.#from) : undefined;
    const bytes = ahead?.byteLength === to - from ? ahead : read();
    this.#begin(blob, to, Math.min(size, to + Math.min(3 * (to - from), MAX_AHEAD)));
    return bytes;
  }

  #begin(blob: FileContent, from: number, to: number): void {
    this.#drop();
    if (from >= to) return;
    this.#blob = blob;
    this.#from = from;
    this.#timer = setTimeout(() => this.#drop(), MAX_IDLE);
    this.#timer.unref?.(); // Node ends without waiting for it
    this.ready = settled(blob.slice(from, to).arrayBuffer()).then((bytes) => {
      if (this.#blob === blob && this.#from === from && bytes !== undefined) this.#bytes = new Uint8Array(bytes);
    });
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#blob = this.#bytes = undefined;
  }
}
