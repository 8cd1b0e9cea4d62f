import type { FileContent } from "../protocol";

/** An open file. Its blob is replaced once our own copy exists. */
export interface OpenFile {
  readonly path: string;
  blob: FileContent;
  /** The number of bytes that the parser has seen; only these are ever read again. */
  seen: number;
  /**
   * The beginning of the file, or all of a small one. A large one keeps it only while it is read, because the first
   * rows need it and reading it again is slow.
   */
  head: Uint8Array | undefined;
}

/** Returns bytes of a file if they are in memory. */
export function inMemory({ head }: OpenFile, from: number, to: number): Uint8Array | undefined {
  return head !== undefined && to <= head.byteLength ? head.subarray(from, to) : undefined;
}
