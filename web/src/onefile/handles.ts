import { DEEPEST, MOST_FILES, isPart } from "../app/drop";
import { fromFile } from "../element/sources";
import type { Source } from "../worker/protocol";

/**
 * Reads what was dropped by its handles; undefined where the browser has none. For a page that was opened from a disk
 * Chromium refuses to read dropped entries (drop.ts), but not these.
 */
export function readHandles(data: DataTransfer, onProgress: (files: number) => void): Promise<readonly Source[]> | undefined {
  const items = [...data.items].filter((item) => item.kind === "file");
  // Taken before anything is waited for: the browser empties the list when the event is over.
  const handles = items.map((item) => item.getAsFileSystemHandle?.());
  if (handles.includes(undefined)) return undefined;
  const files = items.map((item) => item.getAsFile());
  return (async () => {
    const sources: Source[] = [];
    for (const [at, coming] of handles.entries()) {
      const handle = await coming?.catch(() => null);
      const file = files[at];
      if (handle != null) await walk(handle, handle.name, 0, sources, onProgress);
      else if (file != null) sources.push(fromFile(file));
    }
    return sources;
  })();
}

async function walk(
  handle: FileSystemHandle,
  path: string,
  depth: number,
  into: Source[],
  onProgress: (files: number) => void,
): Promise<void> {
  if (into.length >= MOST_FILES || depth > DEEPEST) return;
  if (handle instanceof FileSystemDirectoryHandle) {
    for await (const child of handle.values()) await walk(child, `${path}/${child.name}`, depth + 1, into, onProgress);
  } else if (handle instanceof FileSystemFileHandle && (depth === 0 || isPart(handle.name))) {
    into.push({ path, blob: await handle.getFile() });
    onProgress(into.length);
  }
}
