import { settled } from "../../base/report-error";
/**
 * How much of each end of a file is read, in bytes: of real sessions half of it loses a prompt or a title in every
 * tenth, and twice as much finds hardly more.
 */
const END = 32 << 10;

/**
 * How long a file is, its first bytes, and its last ones, which are none where the first are all of it; nothing where
 * it cannot be read.
 */
export async function endsOf(blob: Blob): Promise<readonly [number, Uint8Array, Uint8Array] | undefined> {
  const { size } = blob; // of a file on disk it is asked for each time
  const read = async (from: number, to: number): Promise<Uint8Array> =>
    new Uint8Array(await blob.slice(from, to).arrayBuffer());
  const long = size > 2 * END;
  const ends = await settled(Promise.all([read(0, long ? END : size), read(long ? size - END : size, size)]));
  return ends && [size, ...ends];
}
