import { fromFile } from "../../session/sources/sources";
import type { Handles } from "../../session/sources/file-handles";
import type { Source } from "../../parser/protocol";
import { type FoundSources, type ScanOptions, DirectoryWalker } from "../../session/sources/directory-walker";

/** Whether something that is dragged could be files. */
export function holdsFiles(data: DataTransfer | null): boolean {
  return data !== null && [...data.types].includes("Files");
}

/** By these what was dropped can be read anew; they must be taken before anything is waited for, too. */
export function handlesOf(data: DataTransfer): Handles {
  return Promise.allSettled([...data.items].map(async (item) => item.getAsFileSystemHandle?.()));
}

/**
 * Reads what was dropped, folders to their ends. Entries must be taken before
 * anything is waited for: the browser empties the list when the event is over.
 */
export async function readDrop(data: DataTransfer, look: ScanOptions): Promise<FoundSources> {
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
  const walk = new DirectoryWalker(look, sources);
  for (const folder of folders) await walk.entry(folder);
  return walk;
}
