/** The first chunks are small, so that the first rows can be shown at once; each is twice as long as the one before. */
const FIRST = 256 << 10;
const CHUNK = 2 << 20;

/**
 * Reads a blob from its start to its end, one chunk ahead of the caller. A
 * chunk is valid until the next one is asked for.
 */
export function readChunks(blob: Blob): AsyncGenerator<Uint8Array, void, void> {
  const stream = blob.stream();
  try {
    return readStream(stream.getReader({ mode: "byob" }));
  } catch {
    return readSlices(blob); // a browser whose blobs are not byte streams
  }
}

async function* readStream(reader: ReadableStreamBYOBReader): AsyncGenerator<Uint8Array, void, void> {
  const ask = (size: number) => fill(new ArrayBuffer(size));
  const fill = (buffer: ArrayBuffer) => reader.read(new Uint8Array(buffer), { min: buffer.byteLength });
  try {
    let next = ask(FIRST);
    let size = FIRST * 2;
    let following = ask(size);
    following.catch(() => undefined); // where the first fails, nobody waits for it
    for (;;) {
      const { done, value } = await next;
      if (value !== undefined && value.byteLength > 0) yield value;
      if (done) return;
      next = following;
      size = Math.min(size * 2, CHUNK);
      // The buffer that was just used up is filled again.
      following = value?.buffer.byteLength === size ? fill(value.buffer) : ask(size);
      following.catch(() => undefined); // reported when it is waited for
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function* readSlices(blob: Blob): AsyncGenerator<Uint8Array, void, void> {
  const slice = (from: number) =>
    from < blob.size ? blob.slice(from, from + Math.min(FIRST + from, CHUNK)).arrayBuffer() : undefined;
  let offset = 0;
  let next = slice(0);
  while (next !== undefined) {
    const bytes = new Uint8Array(await next);
    if (bytes.byteLength === 0) return;
    offset += bytes.byteLength;
    next = slice(offset);
    next?.catch(() => undefined);
    yield bytes;
  }
}
