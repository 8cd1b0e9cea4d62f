import assert from "node:assert/strict";
import { test } from "node:test";
import type { FileContent } from "../protocol";
import { SmallCopies } from "./small-copies";

const text = async (file: FileContent, ...range: readonly number[]): Promise<string> =>
  new TextDecoder().decode(await file.slice(...range).arrayBuffer());

test("a copy keeps its bytes, in memory and in a blob", async () => {
  const copies = new SmallCopies();
  const first = copies.add(new TextEncoder().encode("first"));
  const second = copies.add(new TextEncoder().encode("second"));
  const empty = copies.add(new Uint8Array());
  const check = async (): Promise<void> => {
    assert.equal(await text(first), "first");
    assert.equal(await text(second), "second");
    assert.equal(await text(second, 2, 4), "co");
    assert.equal(await text(second, 4, 100), "nd");
    assert.equal(await text(second, 7, 9), "");
    assert.equal(await text(empty), "");
    assert.equal((await second.arrayBuffer()).byteLength, 6);
    assert.ok(second.slice() instanceof Blob);
    assert.equal(second.lastModified, undefined, "it can change");
  };
  await check();
  copies.seal();
  await check();
  const third = copies.add(new TextEncoder().encode("third"));
  assert.equal(await text(third), "third");
});

test("a copy that was sealed is a part of the shared blob", async () => {
  const copies = new SmallCopies();
  const bytes = new TextEncoder().encode("first");
  const first = copies.add(bytes);
  copies.seal();
  bytes.fill(0);
  assert.equal(await text(first), "first", "it still refers to the memory of this thread");
});

test("copies that do not fit into one blob are in several", async () => {
  const copies = new SmallCopies();
  const size = 1_000_000;
  const all = Array.from({ length: 20 }, (_, at) => copies.add(new Uint8Array(size).fill(at)));
  assert.ok(copies.accepts(size));
  assert.ok(!copies.accepts(5 << 20));
  for (const [at, copy] of all.entries()) {
    const bytes = new Uint8Array(await copy.arrayBuffer());
    assert.deepEqual([bytes.byteLength, bytes[0], bytes.at(-1)], [size, at, at]);
  }
});
