import { settled } from "../../base/report-error";
import { pause } from "../../base/schedule";
import { timed } from "../../base/timed";
import type { FileContent } from "../protocol";
/**
 * The first chunks of a large file are small, so that the first rows can be shown at once; each chunk is twice as large
 * as the previous one.
 */
const FIRST = 256 << 10;
const CHUNK = 2 << 20;
/** Streams are worth their cost above this size. */
const STREAMED = 4 << 20;
const STALLED = 1000; // ms

/**
 * Reads a blob from start to end, one chunk ahead of the caller, or up to `whole` bytes in one piece. A chunk is valid
 * until the next one is requested, and one that is the whole file stays valid.
 */
export async function* readChunks(
  blob: FileContent,
  whole = FIRST,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const { size } = blob; // for a file on disk, this may query the disk
  let offset = 0;
  if (size > Math.max(STREAMED, whole)) {
    for await (const chunk of readStream(blob)) {
      offset += chunk.byteLength;
      yield chunk;
    }
  }
  if (size <= whole && size > FIRST) {
    // If that fails, slices read what can be read, and report why the others cannot.
    const bytes = await timed("wait for bytes", () => settled(blob.arrayBuffer()));
    if (bytes?.byteLength === size) {
      yield new Uint8Array(bytes);
      return;
    }
  }
  yield* readSlices(blob, size, offset);
}

/**
 * Reads a blob through a byte stream, which reuses its buffers and is a sixth faster for that reason. In Chromium such
 * a stream may stall, the sooner the larger the file, so it ends then.
 */
async function* readStream(blob: FileContent): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  if (blob.stream === undefined) return;
  let stream: ReadableStream | undefined;
  let reader: ReadableStreamBYOBReader;
  try {
    stream = blob.stream();
    reader = stream.getReader({ mode: "byob" });
  } catch {
    // In WebKit, blobs are not byte streams. Without this, all of the file would be read into memory.
    if (stream !== undefined) void settled(stream.cancel());
    return;
  }
  const fill = (buffer: ArrayBuffer) => {
    const read = reader.read(new Uint8Array(buffer), { min: buffer.byteLength });
    void settled(read); // reported when it is awaited
    return read;
  };
  try {
    let size = FIRST * 2;
    let next = fill(new ArrayBuffer(FIRST));
    let following = fill(new ArrayBuffer(size));
    for (;;) {
      const arrives = next;
      const answer = await timed("wait for bytes", () => Promise.race([arrives, pause(STALLED)]));
      if (!answer) return;
      const { done, value } = answer;
      if (value !== undefined && value.byteLength > 0) yield value;
      if (done) return;
      next = following;
      size = Math.min(size * 2, CHUNK);
      // The buffer that was just consumed is filled again.
      following = fill(value?.buffer.byteLength === size ? value.buffer : new ArrayBuffer(size));
    }
  } finally {
    void settled(reader.cancel());
  }
}

async function* readSlices(
  blob: FileContent,
  size: number,
  from: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const slice = (from: number) => {
    if (from >= size && from > 0) return undefined;
    // A deleted file has no bytes, and only reading it as a whole reports the reason.
    const part = size <= FIRST && from === 0 ? blob : blob.slice(from, from + Math.min(FIRST + from, CHUNK));
    const read = part.arrayBuffer();
    void settled(read); // reported when it is awaited
    return read;
  };
  let offset = from;
  for (let next = slice(offset); next !== undefined;) {
    const arrives = next;
    const bytes = new Uint8Array(await timed("wait for bytes", () => arrives));
    if (bytes.byteLength === 0) return;
    offset += bytes.byteLength;
    next = slice(offset);
    yield bytes;
  }
}
