import { settled } from "../../base/report-error";
import type { FileContent } from "../protocol";
/**
 * The number of bytes to read at each end of a file. Half as many miss a prompt or title in every tenth real session,
 * and twice as many find hardly more.
 */
const END = 32 << 10;

/**
 * Returns the size of a file, its first bytes, and its last ones, which are empty if the first are the whole file;
 * undefined if it cannot be read.
 */
export async function endsOf(blob: FileContent): Promise<readonly [number, Uint8Array, Uint8Array] | undefined> {
  const { size } = blob; // for a file on disk, this queries the disk each time
  const read = async (from: number, to: number): Promise<Uint8Array> =>
    new Uint8Array(await blob.slice(from, to).arrayBuffer());
  const long = size > 2 * END;
  const ends = await settled(Promise.all([read(0, long ? END : size), read(long ? size - END : size, size)]));
  return ends && [size, ...ends];
}
