import { settled } from "../../base/report-error";
import type { FileContent } from "../protocol";
import { MAX_TOGETHER, readTogether } from "./read-together";

/**
 * The number of bytes to read at each end of a file. Half as many miss a prompt or title in every tenth real session,
 * and twice as many find hardly more.
 */
const END = 32 << 10;

/** The size of a file, its first bytes, and its last ones, which are empty if the first are the whole file. */
type Ends = readonly [number, Uint8Array, Uint8Array];

/** Reads the ends of files; undefined for those that cannot be read. */
export async function endsOf(files: readonly FileContent[]): Promise<readonly (Ends | undefined)[]> {
  // The ends of a larger file do not overlap. A slice takes as long as the reading: 0.3 ms.
  const short = files.filter(({ size }) => size <= MAX_TOGETHER);
  const wholes = readTogether(short);
  const slices = new Map(files.filter((file) => !short.includes(file)).map((file) => [file, settled(bothEnds(file))]));
  const read = await wholes;
  return Promise.all(
    files.map(async (file): Promise<Ends | undefined> => {
      const whole = read[short.indexOf(file)];
      return whole === undefined ? slices.get(file) : [whole.byteLength, whole, new Uint8Array()];
    }),
  );
}

async function bothEnds(file: FileContent): Promise<Ends> {
  const { size } = file;
  const read = async (part: FileContent): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer());
  return [size, ...(await Promise.all([read(file.slice(0, END)), read(file.slice(size - END, size))]))];
}
