import type { ParserApi, Source } from "../../parser/protocol";
import type { LiveFile } from "../../session/sources/file-tree";

/** How a file on disk compares to what was read of it. */
export type Comparison = "emptied" | "same" | "grown" | "cut" | "replaced" | "overwritten";

/** Bytes at both ends of a file that are compared to find out whether it is still the same. */
const COMPARED_BYTES = 1 << 10;

/** Finds out how a file changed. */
export async function compare(api: ParserApi, path: string, file: LiveFile): Promise<Comparison> {
  const read = (await api.files(-1)).find((entry) => entry.path === path);
  if (read === undefined) return "grown";
  if (file.size === 0 && read.size > 0) return "emptied";
  const isOverwrittenNow = (): Promise<boolean> => isOverwritten(api, read.file, { path, blob: file });
  if (file.size < read.size) return (await isOverwrittenNow()) ? "overwritten" : "cut";
  const equal = async (from: number): Promise<boolean> => {
    const length = Math.min(COMPARED_BYTES, read.size - from);
    const [was, is] = await Promise.all([
      api.raw({ file: read.file, offset: from, length }),
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
async function isOverwritten(api: ParserApi, was: number, now: Source): Promise<boolean> {
  const before = (await api.sessions()).find(({ file }) => file === was);
  const [preview] = await api.peek([now]);
  return before !== undefined && preview?.listed === true && preview.info.id !== before.id;
}
