import { settled } from "../../base/report-error";
import type { FileContent, Source } from "../protocol";

// A small file takes longer to arrive than to be parsed, so several are requested at once.
const MAX_FILES = 16;
const MAX_BYTES = 2 << 20; // of all files that are requested

/** Reads the next files of a folder while the parser parses the ones before. */
export class FilesAhead {
  readonly #reads = new Map<Source, { readonly size: number; readonly bytes: Promise<ArrayBuffer | undefined> }>();
  #bytes = 0;

  /** Requests the first of these files that are at most `largest` bytes, as long as there is room. */
  request(next: Iterable<Source>, sizeOf: (source: Source) => number, largest: number): void {
    let seen = 0;
    for (const source of next) {
      if (++seen > MAX_FILES || this.#bytes >= MAX_BYTES) return;
      const size = sizeOf(source);
      if (size > largest || this.#reads.has(source)) continue;
      this.#reads.set(source, { size, bytes: settled(source.blob.arrayBuffer()) });
      this.#bytes += size;
    }
  }

  /** Returns the content of a file, whose bytes may have been requested. */
  take(source: Source): FileContent {
    const { blob } = source;
    const read = this.#reads.get(source);
    if (read === undefined) return blob;
    this.#reads.delete(source);
    this.#bytes -= read.size;
    return {
      size: read.size,
      slice: (start, end) => blob.slice(start, end),
      // What failed is read again, and reports why.
      arrayBuffer: async () => (await read.bytes) ?? blob.arrayBuffer(),
    };
  }
}
