import { failure } from "../failure";
import { reportUnlessShown } from "../parser-loss";
import type { FileContent } from "../protocol";
import { type OpenFile, inMemory } from "./open-file";

/**
 * A File becomes invalid as soon as the file on disk changes, and sessions change while they are viewed. So the bytes
 * that were read are kept in a Blob of the page's own, which the browser stores outside of the JavaScript heap.
 *
 * Files up to this size are copied while they are read, and files up to the next one afterwards. Those that stay in
 * memory are not copied.
 */
export const COPY_WHILE_READING = 32 << 20;
const COPY_AFTERWARDS = 256 << 20;

const PART = 8 << 20;

/** Copies the first `size` bytes of a file; rejects when the file changed. */
async function copy(file: FileContent, size: number): Promise<Blob> {
  const parts: Blob[] = [];
  for (let offset = 0; offset < size; offset += PART) {
    parts.push(new Blob([await file.slice(offset, Math.min(offset + PART, size)).arrayBuffer()]));
  }
  const made = new Blob(parts);
  if (made.size !== size) throw failure("cut");
  return made;
}

/** Replaces the contents of files that can still change by copies, within limits, if `isNeeded` returns true. */
export async function copyAfterwards(files: Iterable<OpenFile>, isNeeded: (file: OpenFile) => boolean): Promise<void> {
  const left = [...files].filter((file) => canChange(file) && inMemory(file, 0, file.seen) === undefined);
  if (left.reduce((sum, file) => sum + file.seen, 0) > COPY_AFTERWARDS) return;
  for (const file of left) {
    if (!isNeeded(file)) continue;
    const { blob, seen } = file;
    try {
      const copied = await copy(blob, seen);
      if (file.blob === blob && file.seen === seen) file.blob = copied; // otherwise more of it was read meanwhile
    } catch (error) {
      // It has changed already: opening something that needs its bytes reports that.
      reportUnlessShown(error);
    }
  }
}

function canChange({ blob }: OpenFile): boolean {
  return blob.lastModified !== undefined;
}

/** Returns what was read of a file, if that is in a Blob which no longer changes. */
export function snapshotOf(file: OpenFile): Blob | undefined {
  const bytes = inMemory(file, 0, file.seen);
  if (bytes !== undefined) return new Blob([bytes as BlobPart]);
  const read = canChange(file) ? undefined : file.blob.slice(0, file.seen);
  return read instanceof Blob ? read : undefined;
}
