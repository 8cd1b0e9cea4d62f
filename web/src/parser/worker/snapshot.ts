import { failure } from "../failure";
import type { FileContent } from "../protocol";
/**
 * A File becomes invalid as soon as the file on disk changes, and sessions change while they are viewed. So the bytes
 * that were read are kept in a Blob of the page's own, which the browser stores outside of the JavaScript heap.
 *
 * Files up to this size are copied while they are read, and files up to the next one afterwards.
 */
export const COPY_WHILE_READING = 32 << 20;
export const COPY_AFTERWARDS = 256 << 20;

const PART = 8 << 20;

/** Copies the first `size` bytes of a file; rejects when the file changed. */
export async function copy(file: FileContent, size: number): Promise<Blob> {
  const parts: Blob[] = [];
  for (let offset = 0; offset < size; offset += PART) {
    parts.push(new Blob([await file.slice(offset, Math.min(offset + PART, size)).arrayBuffer()]));
  }
  const made = new Blob(parts);
  if (made.size !== size) throw failure("cut");
  return made;
}
