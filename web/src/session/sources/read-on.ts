import { isUnreadable } from "../../parser/failure";
import type { Failure, ParserApi, Source } from "../../parser/protocol";
import { FileComparer, rethrowUnlessUnreadable } from "./compare";
import { type Handles, HandleTree } from "./file-handles";
import { type LiveFile, openAll } from "./file-tree";

/** How often a file that keeps changing is opened again, before the watcher takes over. */
const MAX_TRIES = 5;

/** Reads new files, and appended bytes of others; returns those that were read to their ends. */
export async function readOn(api: ParserApi, grown: readonly Source[]): Promise<readonly Source[]> {
  await api.follow(grown);
  const read = new Map((await api.files(-1)).map(({ path, size }) => [path, size]));
  // A file without a reader belongs to a parser that stopped: it counts as read, and its session will be read again.
  return grown.filter(({ path, blob }) => (read.get(path) ?? Infinity) >= blob.size);
}

/** Opens files again by their paths; the result is without those that cannot be opened. */
export async function reopen(
  handles: Awaited<Handles>,
  paths: readonly string[],
): Promise<ReadonlyMap<string, LiveFile>> {
  const tree = HandleTree.of(handles);
  const opened = new Map<string, LiveFile>();
  const files = await openAll(paths, (path) => tree.file(path).catch(rethrowUnlessUnreadable));
  for (const [path, file] of files) if (typeof file === "object") opened.set(path, file);
  return opened;
}

/**
 * Reads on in files that changed while they were being read: the browser then rejects every read of what it opened, and
 * they must be opened again. Returns what still could not be read.
 */
export async function readChanged(
  api: ParserApi,
  handles: Awaited<Handles>,
  missed: readonly Failure[],
  signal: AbortSignal,
): Promise<readonly Failure[]> {
  let left = missed;
  for (let tries = 0; tries < MAX_TRIES && !signal.aborted; tries++) {
    const comparer = new FileComparer(api);
    const unread = left.filter(isUnreadable).map(({ path }) => path);
    const grown: Source[] = [];
    for (const [path, blob] of await reopen(handles, unread)) {
      const is = await comparer.compare(path, blob).catch(rethrowUnlessUnreadable);
      if (is === "grown" || is === "same") grown.push({ path, blob });
    }
    if (grown.length === 0) break;
    const read = new Set((await readOn(api, grown)).map(({ path }) => path));
    left = left.filter((one) => !isUnreadable(one) || !read.has(one.path));
  }
  return left;
}
