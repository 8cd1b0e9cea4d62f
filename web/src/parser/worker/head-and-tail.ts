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
  const { size } = blob; // for a file on disk, this may query the disk
  const read = async (part: FileContent): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer());
  if (size <= 2 * END) {
    const whole = await settled(read(blob)); // a slice takes as long as the reading: 0.3 ms
    return whole && [size, whole, new Uint8Array()];
  }
  const ends = await settled(Promise.all([read(blob.slice(0, END)), read(blob.slice(size - END, size))]));
  return ends && [size, ...ends];
}
