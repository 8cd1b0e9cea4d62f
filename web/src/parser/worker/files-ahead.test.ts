import assert from "node:assert/strict";
import { test } from "node:test";
import { pause } from "../../base/schedule";
import type { FileContent, Source } from "../protocol";
import { FilesAhead } from "./files-ahead";

/** Files of these sizes, and the paths of those that are read. */
function files(...sizes: readonly number[]): { readonly sources: readonly Source[]; readonly read: string[] } {
  const read: string[] = [];
  const sources = sizes.map((size, at): Source => {
    const path = `${at}.jsonl`;
    const blob = new Blob([new Uint8Array(size).fill(at)]);
    const content: FileContent = {
      size,
      slice: (from, to) => blob.slice(from, to),
      arrayBuffer: () => {
        read.push(path);
        return blob.arrayBuffer();
      },
    };
    return { path, blob: content };
  });
  return { sources, read };
}

const sizeOf = ({ blob }: Source): number => blob.size;

test("the next small files are read once, up to a number and to a size", async () => {
  const small = files(...Array<number>(40).fill(10));
  const ahead = new FilesAhead();
  ahead.request(small.sources, sizeOf, 100);
  ahead.request(small.sources, sizeOf, 100);
  await pause();
  assert.equal(small.read.length, 16);
  const [first] = small.sources;
  assert.ok(first !== undefined);
  assert.equal((await ahead.take(first).arrayBuffer()).byteLength, 10);
  assert.equal(small.read.length, 16);
  await ahead.take(first).arrayBuffer(); // it was taken, so it is read again
  assert.equal(small.read.length, 17);
  for (const source of small.sources.slice(1, 7)) ahead.take(source);
  ahead.request(small.sources.slice(7), sizeOf, 100);
  await pause();
  assert.equal(small.read.length, 17, "several are requested at once");
  ahead.take(small.sources[7] ?? first);
  ahead.request(small.sources.slice(8), sizeOf, 100);
  await pause();
  assert.equal(small.read.length, 25);

  const large = files(1 << 20, 5 << 20, 1 << 20, 1 << 20);
  new FilesAhead().request(large.sources, sizeOf, 1 << 20);
  assert.deepEqual(large.read, ["0.jsonl", "2.jsonl"]);
});

test("short files that are read at once have their own bytes", async () => {
  class LoneBlob extends Blob {
    override arrayBuffer(): Promise<ArrayBuffer> {
      return Promise.reject(new Error("it is read on its own"));
    }
  }
  const sources = ["one", "two", "three"].map((text) => ({ path: text, blob: new LoneBlob([text]) }));
  const ahead = new FilesAhead();
  ahead.request(sources, sizeOf, 100);
  for (const source of sources)
    assert.equal(new TextDecoder().decode(await ahead.take(source).arrayBuffer()), source.path);
});

test("a file that could not be read ahead is read again, and reports why", async () => {
  let fails = true;
  const blob: FileContent = {
    size: 1,
    slice: () => blob,
    arrayBuffer: () => (fails ? Promise.reject(new Error("gone")) : Promise.resolve(new ArrayBuffer(1))),
  };
  const source = { path: "a.jsonl", blob };
  const ahead = new FilesAhead();
  ahead.request([source], sizeOf, 100);
  await assert.rejects(ahead.take(source).arrayBuffer(), { name: "Error" });
  ahead.request([source], sizeOf, 100);
  fails = false;
  assert.equal((await ahead.take(source).arrayBuffer()).byteLength, 1);
});
