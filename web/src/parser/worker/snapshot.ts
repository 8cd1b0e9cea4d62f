import { failure } from "../failure";
/**
 * A File dies as soon as the file on disk changes, and sessions change while
 * they are looked at. So what was read is kept as a Blob of the page's own,
 * which the browser holds outside of the JavaScript heap.
 *
 * Up to this size a copy is made while reading, up to the next one afterwards.
 */
export const COPY_WHILE_READING = 32 << 20;
export const COPY_AFTERWARDS = 256 << 20;

const PART = 8 << 20;

/** Copies the first `size` bytes of a file; rejects when the file changed. */
export async function copy(file: Blob, size: number): Promise<Blob> {
  const parts: Blob[] = [];
  for (let offset = 0; offset < size; offset += PART) {
    parts.push(new Blob([await file.slice(offset, Math.min(offset + PART, size)).arrayBuffer()]));
  }
  const made = new Blob(parts);
  if (made.size !== size) throw failure("cut");
  return made;
}
