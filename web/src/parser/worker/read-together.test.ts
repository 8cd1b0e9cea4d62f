import assert from "node:assert/strict";
import { test } from "node:test";
import type { FileContent } from "../protocol";
import { readTogether } from "./read-together";

const texts = async (files: readonly FileContent[]): Promise<readonly (string | undefined)[]> =>
  (await readTogether(files)).map((bytes) => bytes && new TextDecoder().decode(bytes));

/** A blob that counts how often it is read on its own. */
class CountedBlob extends Blob {
  reads = 0;

  override async arrayBuffer(): Promise<ArrayBuffer> {
    this.reads++;
    return super.arrayBuffer();
  }
}

test("blobs are read at once, each with its own bytes", async () => {
  const blobs = ["one", "", "three"].map((text) => new CountedBlob([text]));
  assert.deepEqual(await texts(blobs), ["one", "", "three"]);
  assert.deepEqual(
    blobs.map(({ reads }) => reads),
    [0, 1, 0],
    "an empty one is read alone",
  );
  const [first] = await readTogether(blobs);
  assert.equal(first?.buffer.byteLength, 3, "it keeps the bytes of the others in memory");
  assert.deepEqual(await texts([]), []);
});

test("a file that cannot be read does not keep the others from being read", async () => {
  const file = (arrayBuffer: () => Promise<ArrayBuffer>): FileContent => ({
    size: 3,
    slice: () => new Blob(),
    arrayBuffer,
  });
  const gone = file(() => Promise.reject(new Error("gone")));
  const there = file(() => new Blob(["two"]).arrayBuffer());
  assert.deepEqual(await texts([new Blob(["one"]), gone, there]), ["one", undefined, "two"]);
});

test("a file without a size is read alone, since it may have been deleted", async () => {
  class DeletedBlob extends Blob {
    override arrayBuffer(): Promise<ArrayBuffer> {
      return Promise.reject(new Error("gone"));
    }
  }
  assert.deepEqual(await texts([new Blob(["one"]), new DeletedBlob(), new Blob(["two"])]), ["one", undefined, "two"]);
});

test("blobs that have other bytes than their size are read one by one", async () => {
  class ShortBlob extends CountedBlob {
    override get size(): number {
      return super.size + 1;
    }
  }
  const blobs = [new ShortBlob(["one"]), new CountedBlob(["two"])];
  assert.deepEqual(await texts(blobs), ["one", "two"]);
  assert.deepEqual(
    blobs.map(({ reads }) => reads),
    [1, 1],
  );
});
