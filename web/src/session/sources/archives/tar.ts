import { createTarDecoder } from "modern-tar";
import type { Contents } from "./contents";

/** Reports whether a file with these first bytes is a tar. */
export function isTar(head: Uint8Array): boolean {
  return new TextDecoder().decode(head.subarray(257, 262)) === "ustar";
}

/** Unpacks a tar up to its end, or to its damage. */
export async function readTar(stream: ReadableStream<Uint8Array<ArrayBuffer>>, contents: Contents): Promise<void> {
  const reader = stream.pipeThrough(createTarDecoder({ strict: true })).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const { header, body } = value;
      const type = header.type ?? "file";
      const sink = type === "directory" ? undefined : contents.file(header.name, type === "file" ? undefined : "link");
      if (sink === undefined) {
        await body.pipeTo(new WritableStream());
        continue;
      }
      try {
        await sink.writeAll(body as ReadableStream<Uint8Array<ArrayBuffer>>);
      } finally {
        sink.close();
      }
    }
  } catch (error) {
    contents.damaged(error, "cut");
  } finally {
    await contents.settled(reader.cancel());
  }
}
