import { settled } from "../../base/report-error";
import type { FileContent, Source } from "../protocol";
import { MAX_TOGETHER, readTogether } from "./read-together";

// A small file takes longer to arrive than to be parsed, so several are requested at once.
const MAX_FILES = 16;
const MAX_BYTES = 2 << 20; // of all files that are requested

/** Reads the next files of a folder while the parser parses the ones before. */
export class FilesAhead {
  readonly #reads = new Map<Source, { readonly size: number; readonly bytes: Promise<ArrayBuffer | undefined> }>();
  #bytes = 0;

  /** Requests the first of these files that are at most `largest` bytes, as long as there is room. */
  request(next: Iterable<Source>, sizeOf: (source: Source) => number, largest: number): void {
    if (this.#reads.size > MAX_FILES / 2) return; // waits, so that several can be read at once
    const short: Source[] = [];
    let seen = 0;
    for (const source of next) {
      if (++seen > MAX_FILES || this.#bytes >= MAX_BYTES) break;
      const size = sizeOf(source);
      if (size > largest || this.#reads.has(source)) continue;
      this.#bytes += size;
      if (size > MAX_TOGETHER) this.#reads.set(source, { size, bytes: settled(source.blob.arrayBuffer()) });
      else short.push(source);
    }
    if (short.length === 0) return;
    const read = settled(readTogether(short.map(({ blob }) => blob)));
    for (const [at, source] of short.entries())
      this.#reads.set(source, { size: sizeOf(source), bytes: read.then((all) => all?.[at]?.buffer) });
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
