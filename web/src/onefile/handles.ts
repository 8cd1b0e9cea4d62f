import { fromFile } from "../element/sources";
import { walk } from "../panes/live/handles";
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
