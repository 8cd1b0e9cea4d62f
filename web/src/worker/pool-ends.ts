import { transfer } from "comlink";
import type { Glimpse } from "./model";
import type { Ends, ParserApi } from "./protocol";
import type { Numbered } from "./pool-plan";

/** How much of each end of a file is read, in bytes: of real sessions half of it loses a prompt or a title in every tenth, and twice as much finds hardly more. */
const END = 32 << 10;
/** Files that are asked for, and glanced at, at a time. */
const BATCH = 20;

/**
 * Reads the ends of files and has parsers glance at them, each whenever it is free. A file that cannot be read has no
 * glimpse, nor has one with which a parser stopped. `found` hears of each.
 */
export async function glance(files: readonly Numbered[], parsers: readonly Pick<ParserApi, "glance">[], found: (file: Numbered, glimpse: Glimpse) => void): Promise<void> {
  let next = 0;
  const take = async (parser: Pick<ParserApi, "glance">): Promise<void> => {
    while (next < files.length) {
      const batch = files.slice(next, (next += BATCH));
      const read = (await Promise.all(batch.map(async (file) => ({ file, ends: await endsOf(file).catch(() => undefined) })))).flatMap(({ file, ends }) => (ends === undefined ? [] : [{ file, ends }]));
      const ends = read.map(({ ends }) => ends);
      const glimpses = await parser.glance(transfer(ends, ends.flatMap(({ head, tail }) => [head.buffer, tail.buffer])));
      glimpses.forEach((glimpse, at) => {
        const file = read[at]?.file;
        if (file !== undefined) found(file, glimpse);
      });
    }
  };
  // Of each parser one batch is read while it looks at another.
  await Promise.allSettled(parsers.flatMap((parser) => [take(parser), take(parser)]));
}

async function endsOf({ path, blob }: Numbered): Promise<Ends> {
  const bytes = async (part: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await part.arrayBuffer());
  const { size } = blob;
  if (size <= 2 * END) return { path, size, head: await bytes(blob), tail: new Uint8Array() };
  const [head, tail] = await Promise.all([bytes(blob.slice(0, END)), bytes(blob.slice(size - END))]);
  return { path, size, head, tail };
}
