import { fromFile } from "../../session/sources/sources";
import { type FoundSources, type ScanOptions, DirectoryWalker } from "../../session/sources/directory-walker";
import { settled } from "../../base/report-error";

/**
 * Reads dropped files by their handles; returns undefined if the browser has none. On a page opened from a disk,
 * Chromium refuses to read dropped entries (app/drop.ts), but not handles.
 */
export function readHandles(data: DataTransfer, options: ScanOptions): Promise<FoundSources> | undefined {
  const items = [...data.items].filter((item) => item.kind === "file");
  // Handles must be taken before any await: the browser empties the list after the event.
  const handles = items.map((item) => item.getAsFileSystemHandle?.());
  if (handles.includes(undefined)) return undefined;
  const files = items.map((item) => item.getAsFile());
  return (async () => {
    const walk = new DirectoryWalker(options);
    for (const [at, coming] of handles.entries()) {
      const handle = coming && (await settled(coming));
      const file = files[at];
      if (handle != null) await walk.handle(handle, handle.name);
      else if (file != null) walk.sources.push(fromFile(file));
    }
    return walk;
  })();
}
