import { isFailure, isUnreadable } from "../../parser/failure";
import type { FileRead, ParserApi, Source } from "../../parser/protocol";
import type { LiveFile } from "./file-tree";

/** How a file on disk compares to what was read of it. */
export type Comparison = "emptied" | "same" | "grown" | "cut" | "replaced" | "overwritten";

/** Bytes at both ends of a file that are compared to find out whether it is still the same. */
const COMPARED_BYTES = 1 << 10;

/** Finds out how files changed. What was read of them is requested once. */
export class FileComparer {
  readonly #api: ParserApi;
  #read: Promise<ReadonlyMap<string, FileRead>> | undefined; // by path

  constructor(api: ParserApi) {
    this.#api = api;
  }

  /**
   * Compares a file on disk to what was read under its path. Only its size and the bytes at both ends of what was read
   * are compared; a file that was not read before counts as grown. Rejects if the file cannot be read.
   */
  async compare(path: string, file: LiveFile): Promise<Comparison> {
    this.#read ??= this.#api.files(-1).then((all) => new Map(all.map((one) => [one.path, one])));
    const read = (await this.#read).get(path);
    if (read === undefined) return "grown";
    if (read.size === 0) return file.size > 0 ? "grown" : "same";
    if (file.size === 0) return "emptied";
    const isOverwrittenNow = (): Promise<boolean> => this.#isOverwritten(read.file, { path, blob: file });
    if (file.size < read.size) return (await isOverwrittenNow()) ? "overwritten" : "cut";
    const equal = async (from: number): Promise<boolean> => {
      const length = Math.min(COMPARED_BYTES, read.size - from);
      const [was, is] = await Promise.all([
        this.#api.raw({ file: read.file, offset: from, length }),
        file.slice(from, from + length).arrayBuffer(),
      ]);
      const now = new Uint8Array(is);
      return was.length === now.length && was.every((byte, at) => byte === now[at]);
    };
    if (!(await equal(0)) || !(await equal(Math.max(0, read.size - COMPARED_BYTES))))
      return (await isOverwrittenNow()) ? "overwritten" : "replaced";
    return file.size > read.size ? "grown" : "same";
  }

  /** Reports whether a file that was the main one of a session is that of another one now. */
  async #isOverwritten(was: number, now: Source): Promise<boolean> {
    const before = (await this.#api.sessions()).find(({ file }) => file === was);
    const [preview] = await this.#api.peek([now]);
    return before !== undefined && preview?.listed === true && preview.info.id !== before.id;
  }
}

/**
 * Returns "unreadable" if the browser or the parser could not read a file, which can pass, and throws every other error
 * again. A stopped parser is reported elsewhere.
 */
export function rethrowUnlessUnreadable(error: unknown): "unreadable" {
  if (error instanceof DOMException || (isFailure(error) && isUnreadable(error))) return "unreadable";
  throw error;
}
