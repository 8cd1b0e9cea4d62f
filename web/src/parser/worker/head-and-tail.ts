import { settled } from "../../base/report-error";
import type { FileContent } from "../protocol";
import { readTogether } from "./read-together";

/**
 * The number of bytes to read at each end of a file. Half as many miss a prompt or title in every tenth real session,
 * and twice as many find hardly more.
 */
const END = 32 << 10;

/** The size of a file, its first bytes, and its last ones, which are empty if the first are the whole file. */
type Ends = readonly [number, Uint8Array, Uint8Array];

/** Reads the ends of files; undefined for those that cannot be read. */
export async function endsOf(files: readonly FileContent[]): Promise<readonly (Ends | undefined)[]> {
  const sizes = files.map(({ size }) => size); // for a file on disk, this may query the disk
  const isShort = (at: number): boolean => (sizes[at] ?? 0) <= 2 * END; // a slice takes as long as the reading: 0.3 ms
  const wholes = readTogether(files.filter((_, at) => isShort(at)));
  const slices = files.map((file, at) => (isShort(at) ? undefined : bothEnds(file)));
  const read = (await wholes).values();
  return Promise.all(
    slices.map(async (ends, at): Promise<Ends | undefined> => {
      if (!isShort(at)) return ends;
      const whole = read.next().value;
      return whole && [whole.byteLength, whole, new Uint8Array()];
    }),
  );
}

async function bothEnds(file: FileContent): Promise<Ends | undefined> {
  const { size } = file;
  const read = async (part: FileContent): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer());
  const ends = await settled(Promise.all([read(file.slice(0, END)), read(file.slice(size - END, size))]));
  return ends && [size, ...ends];
}
