import { fromFile } from "../../session/sources/sources";
import type { Handles } from "../../session/sources/file-handles";
import type { Source } from "../../parser/protocol";
import { type FoundSources, type ScanOptions, DirectoryWalker } from "../../session/sources/directory-walker";

/** Reports whether dragged data could be files. */
export function holdsFiles(data: DataTransfer | null): boolean {
  return data !== null && [...data.types].includes("Files");
}

/** Returns the handles through which dropped files can be read again. They must be taken before any await, too. */
export function handlesOf(data: DataTransfer): Handles {
  return Promise.allSettled([...data.items].map(async (item) => item.getAsFileSystemHandle?.()));
}

/**
 * Reads what was dropped, and folders recursively. Entries must be taken before any await: the browser empties the list
 * after the event.
 */
export async function readDrop(data: DataTransfer, options: ScanOptions): Promise<FoundSources> {
  const folders: FileSystemEntry[] = [];
  const sources: Source[] = [];
  for (const item of [...data.items]) {
    if (item.kind !== "file") continue;
    const entry = "webkitGetAsEntry" in item ? item.webkitGetAsEntry() : null;
    const file = entry?.isDirectory === true ? null : item.getAsFile();
    if (file !== null) sources.push(fromFile(file));
    else if (entry !== null) folders.push(entry);
  }
  if (folders.length === 0) return { sources };
  const walk = new DirectoryWalker(options, sources);
  for (const folder of folders) await walk.entry(folder);
  return walk;
}
