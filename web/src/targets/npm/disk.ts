import { closeSync, openSync, readSync } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { toFailure } from "../../parser/failure";
import type { FileContent, Source } from "../../parser/protocol";
import { UnspoolError } from "./error";

const PIECE = 1 << 20;

/**
 * A slice of a file on disk. The file is opened for each read, which are large: a folder of a thousand files must not
 * keep them all open.
 */
class DiskBlob extends Blob {
  readonly #path: string;
  readonly #from: number;
  readonly #to: number;

  constructor(path: string, from: number, to: number) {
    super();
    this.#path = path;
    this.#from = from;
    this.#to = to;
  }

  override get size(): number {
    return this.#to - this.#from;
  }

  override slice(from = 0, to = this.size): DiskBlob {
    const start = this.#from + Math.min(Math.max(from, 0), this.size);
    return new DiskBlob(this.#path, start, Math.max(start, this.#from + Math.min(to, this.size)));
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const file = await open(this.#path);
    try {
      const bytes = new Uint8Array(this.size);
      const { bytesRead } = await file.read(bytes, 0, bytes.byteLength, this.#from);
      return bytes.buffer.slice(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer());
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let at = 0;
    return new ReadableStream({
      pull: async (controller) => {
        const bytes = new Uint8Array(await this.slice(at, at + PIECE).arrayBuffer());
        at += bytes.byteLength;
        if (bytes.byteLength === 0) controller.close();
        else controller.enqueue(bytes);
      },
    });
  }

  /** Returns the bytes synchronously. */
  read(): Uint8Array {
    const file = openSync(this.#path, "r");
    try {
      const bytes = new Uint8Array(this.size);
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.byteLength, this.#from));
    } finally {
      closeSync(file);
    }
  }
}

/** Reads a slice of a file synchronously, as the parser needs it for bodies. */
export function readDisk(blob: FileContent): Uint8Array {
  return blob instanceof DiskBlob ? blob.read() : new Uint8Array();
}

/**
 * Returns the files at these paths and in these folders, named as if they had been dropped on the page. Symbolic links
 * in folders are not followed.
 */
export async function diskSources(paths: Iterable<string | URL>): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const item of paths) {
    const path = resolve(item instanceof URL ? fileURLToPath(item) : item);
    try {
      for await (const [name, size] of files(path, basename(path))) {
        sources.push({ path: name, blob: new DiskBlob(join(dirname(path), name), 0, size) });
      }
    } catch (error) {
      throw new UnspoolError(toFailure(error, "unreadable", String(item)), { cause: error });
    }
  }
  return sources;
}

/** Yields the name and size of the file at a path, or of all files below it, sorted by name. */
async function* files(path: string, name: string): AsyncGenerator<readonly [string, number], void, void> {
  const about = await stat(path);
  if (!about.isDirectory()) {
    yield [name, about.size];
    return;
  }
  const entries = await readdir(path, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.isFile() || entry.isDirectory()) yield* files(join(path, entry.name), `${name}/${entry.name}`);
  }
}
