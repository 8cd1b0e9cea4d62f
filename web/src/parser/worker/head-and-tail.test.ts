import assert from "node:assert/strict";
import { test } from "node:test";
import type { FileContent } from "../protocol";
import { endsOf } from "./head-and-tail";

const KB = 1 << 10;

/** A blob of a letter for each kB. */
function letters(text: string): Blob {
  return new Blob(Array.from(text, (letter) => letter.repeat(KB)));
}

function first(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? "" : new TextDecoder().decode(bytes.filter((_, at) => at % KB === 0));
}

test("short files are read as a whole, and of others both ends, each in its place", async () => {
  const gone: FileContent = { size: 1, slice: () => gone, arrayBuffer: () => Promise.reject(new Error("gone")) };
  const long = letters("h".repeat(32) + "m" + "t".repeat(32));
  const whole = letters("h".repeat(32) + "t".repeat(32));
  const ends = await endsOf([letters("a"), long, gone, letters("b"), whole, new Blob()]);
  assert.deepEqual(
    ends.map((one) => one && [one[0] / KB, first(one[1]), first(one[2])]),
    [
      [1, "a", ""],
      [65, "h".repeat(32), "t".repeat(32)],
      undefined,
      [1, "b", ""],
      [64, "h".repeat(32) + "t".repeat(32), ""],
      [0, "", ""],
    ],
  );
});
