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

/** A blob of which only the first bytes can be read, as of a file that changes on disk. */
class BlobCutShort extends Blob {
  readonly #readable: number;

  constructor(size: number, readable: number) {
    super([new Uint8Array(size)]);
    this.#readable = readable;
  }

  override slice(from = 0, to = this.size): Blob {
    return to <= this.#readable ? super.slice(from, to) : new BlobCutShort(to - from, 0);
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.reject(new DOMException("", "NotReadableError"));
  }
}

test("of a file that cannot be read in one piece, all that can be read is read", async () => {
  let read = 0;
  const chunks = async (): Promise<void> => {
    for await (const chunk of readChunks(new BlobCutShort(3 << 20, 1 << 20), 8 << 20)) read += chunk.byteLength;
  };
  await assert.rejects(chunks(), DOMException);
  assert.equal(read, (256 << 10) + (512 << 10)); // the next slice reaches further than the readable bytes
});
