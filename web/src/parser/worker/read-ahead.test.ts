import assert from "node:assert/strict";
import { getActiveResourcesInfo } from "node:process";
import { test } from "node:test";
import { ReadAhead } from "./read-ahead";

const MB = 1 << 20;
const bytes = Uint8Array.from({ length: 12 * MB }, (_, at) => at % 251);
const blob = new Blob([bytes]);

/** Reads ranges of the blob one after the other, and returns how many of them were not read ahead. */
async function readRanges(ranges: readonly (readonly [number, number])[]): Promise<number> {
  const ahead = new ReadAhead();
  let reads = 0;
  for (const [from, to] of ranges) {
    await ahead.ready;
    const read = (): Uint8Array => {
      reads++;
      return bytes.slice(from, to);
    };
    assert.deepEqual(ahead.take(blob, from, to, bytes.length, read), bytes.subarray(from, to));
  }
  return reads;
}

test("of reads that follow each other, only the first is waited for", async () => {
  const ranges = [0, 1 * MB, 3 * MB, 6 * MB, 12 * MB].map((from, at, all) => [from, all[at + 1] ?? from] as const);
  assert.equal(await readRanges(ranges.slice(0, -1)), 1);
});

test("other reads get their own bytes", async () => {
  const places = [
    [0, MB],
    [9 * MB, 10 * MB], // beyond what was read ahead
    [2 * MB, 3 * MB], // before it
    [3 * MB, 3 * MB + 100], // small
  ] as const;
  assert.equal(await readRanges(places), 4);
});

test("bytes beyond the known size are never read", async () => {
  const ahead = new ReadAhead();
  const asked: (number | undefined)[] = [];
  const growing = {
    size: 9 * MB,
    slice: (_from?: number, to?: number) => (asked.push(to), blob),
    arrayBuffer: () => blob.arrayBuffer(),
  };
  ahead.take(growing, 0, MB, 2 * MB, () => bytes.slice(0, MB));
  ahead.take(growing, MB, 2 * MB, 2 * MB, () => bytes.slice(MB, 2 * MB));
  assert.deepEqual(asked, [2 * MB]);
});

test("bytes that are not needed do not keep Node running", () => {
  const timers = (): number => getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = timers();
  new ReadAhead().take(blob, 0, MB, bytes.length, () => bytes.slice(0, MB));
  assert.equal(timers(), before);
});
