import assert from "node:assert/strict";
import { test } from "node:test";
import { readChunks } from "./reader";

/** A blob as in WebKit, whose stream is not one of bytes. */
class BlobOfWebKit extends Blob {
  canceled = 0;

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream({
      cancel: () => {
        this.canceled++;
      },
    });
  }
}

test("a stream that cannot be read into buffers is canceled, and slices are read instead", async () => {
  const blob = new BlobOfWebKit([new Uint8Array(5 << 20).fill(1)]);
  let read = 0;
  for await (const chunk of readChunks(blob)) read += chunk.byteLength;
  assert.equal(read, blob.size);
  assert.equal(blob.canceled, 1);
});
