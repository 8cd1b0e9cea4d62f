import { fromFile } from "../element/sources";
import type { Handles } from "../panes/live/handles";
import type { Source } from "../worker/protocol";

export const MOST_FILES = 50_000;
export const DEEPEST = 24;

/** Of a folder, only what can be part of a session is opened. */
export function isPart(name: string): boolean {
  return /\.(jsonl|json|txt)$|^prices\.tsv$/i.test(name);
}

/** Whether something that is dragged could be files. */
export function holdsFiles(data: DataTransfer | null): boolean {
  return data !== null && [...data.types].includes("Files");
}

/** By these what was dropped can be read anew; they must be taken before anything is waited for, too. */
export function handlesOf(data: DataTransfer): Handles {
  return Promise.allSettled([...data.items].map((item) => item.getAsFileSystemHandle?.()));
}

/**
 * Reads what was dropped, folders to their ends. Entries must be taken before
 * anything is waited for: the browser empties the list when the event is over.
 */
export async function readDrop(data: DataTransfer, onProgress: (files: number) => void): Promise<readonly Source[]> {
  const entries: FileSystemEntry[] = [];
  const plain: File[] = [];
  for (const item of [...data.items]) {
    if (item.kind !== "file") continue;
    const entry = "webkitGetAsEntry" in item ? item.webkitGetAsEntry() : null;
    if (entry !== null) {
      entries.push(entry);
      continue;
    }
    const file = item.getAsFile();
    if (file !== null) plain.push(file);
  }
  const sources: Source[] = plain.map(fromFile);
  for (const entry of entries) await walk(entry, 0, sources, onProgress);
  return sources;
}

async function walk(entry: FileSystemEntry, depth: number, into: Source[], onProgress: (files: number) => void): Promise<void> {
  if (into.length >= MOST_FILES || depth > DEEPEST) return;
  if (isFile(entry)) {
    if (depth > 0 && !isPart(entry.name)) return;
    const file = await fileOf(entry);
    if (file === undefined) return;
    into.push({ path: entry.fullPath.replace(/^\//, ""), blob: file });
    onProgress(into.length);
    return;
  }
  if (!isFolder(entry)) return;
  const reader = entry.createReader();
  for (;;) {
    // A reader gives a hundred entries at a time, and none when it is at its end.
    const batch = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (batch.length === 0) return;
    for (const child of batch) await walk(child, depth + 1, into, onProgress);
  }
}

// The classes behind these have other names in some browsers.
function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** A file that cannot be opened is left out of its folder. */
function fileOf(entry: FileSystemFileEntry): Promise<File | undefined> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));
}
