import { settled } from "../../base/report-error";
import type { FileContent } from "../protocol";

/** Files up to this size are worth it: a read takes Chromium 0.4 ms, however short, and copying them out 0.01 ms. */
export const MAX_TOGETHER = 64 << 10;

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads short files at once. A file that cannot be read has no bytes. */
export async function readTogether(files: readonly FileContent[]): Promise<readonly (Bytes | undefined)[]> {
  const read = await settled(readAsOne(files));
  // The others can be read if one cannot.
  return Promise.all(files.map(async (file, at) => read?.[at] ?? settled(readOne(file))));
}

/** Reads those that can be parts of one blob. */
async function readAsOne(files: readonly FileContent[]): Promise<readonly (Bytes | undefined)[]> {
  const sizes = files.map(({ size }) => size); // for a file on disk, this may query the disk
  // A deleted file has no size. In a blob it is nothing, and only reading it alone reports the reason.
  const blobs = files.map((file, at) => (file instanceof Blob && sizes[at] !== 0 ? file : undefined));
  const parts = blobs.filter((blob) => blob !== undefined);
  if (parts.length < 2) return [];
  const all = await new Blob(parts).arrayBuffer();
  let end = 0;
  const bytes = blobs.map((blob, at) => blob && new Uint8Array(all.slice(end, (end += sizes[at] ?? 0))));
  return all.byteLength === end ? bytes : [];
}

async function readOne(file: FileContent): Promise<Bytes> {
  return new Uint8Array(await file.arrayBuffer());
}
