import type { TouchedFile } from "../../parser/model";
import { changedLines } from "../../rows/shared/diffstat";
import type { FileListKind, FileListOptions } from "../../session/file-list-options";

/** A line of the list: a folder or a file. */
export type FileLine =
  | { readonly kind: "folder"; readonly name: string; readonly inside: boolean }
  | { readonly kind: "file"; readonly file: TouchedFile; readonly index: number };

export function isChanged(file: TouchedFile): boolean {
  return file.edits + file.writes > 0;
}

/** Reports whether the number of changed lines is known, at least in part. */
export function isSized(file: TouchedFile): boolean {
  return file.net !== null || file.unsized < file.edits + file.writes;
}

/**
 * Returns the lines to show, by folder or the most touched files first. All words must match, in any order and case.
 */
export function lines(files: readonly TouchedFile[], { words, order, kind }: FileListOptions): readonly FileLine[] {
  const parts = words
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== "");
  const shown = files.filter(
    (file) => isOf(kind, file) && parts.every((part) => file.name.toLowerCase().includes(part)),
  );
  if (order !== "folder") {
    const weight =
      order === "changed"
        ? (file: TouchedFile) => changeSize(file) + (isChanged(file) ? 0.5 : 0)
        : (file: TouchedFile) => file.reads;
    return shown.sort((a, b) => weight(b) - weight(a)).map((file, index) => ({ kind: "file", file, index }));
  }
  const out: FileLine[] = [];
  let folder: string | undefined;
  byFolder(shown).forEach((file, index) => {
    const at = folderOf(file.name);
    if (at !== folder) out.push({ kind: "folder", name: at, inside: file.inside });
    folder = at;
    out.push({ kind: "file", file, index });
  });
  return out;
}

export function changeSize(file: TouchedFile): number {
  const { added, removed } = changedLines(file);
  return added + removed;
}

/** Sorts files by folder, with the files of a folder before its subfolders. */
function byFolder(files: readonly TouchedFile[]): readonly TouchedFile[] {
  const keyed = files.map((file) => ({ file, folder: folderOf(file.name) }));
  keyed.sort(
    (a, b) =>
      Number(b.file.inside) - Number(a.file.inside) || compare(a.folder, b.folder) || compare(a.file.name, b.file.name),
  );
  return keyed.map(({ file }) => file);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isOf(kind: FileListKind, file: TouchedFile): boolean {
  switch (kind) {
    case "all":
      return true;
    case "changed":
      return isChanged(file);
    case "only-read":
      return !isChanged(file) && file.reads > 0;
    case "failed":
      return file.failed + file.open > 0;
  }
}

/** Returns the folder of a path, or "" for the session's own. */
export function folderOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf("/")));
}

interface Sums {
  readonly files: number;
  readonly changed: number;
  readonly created: number;
  readonly read: number;
  readonly added: number;
  readonly removed: number;
  readonly unsized: number;
  readonly failed: number;
  readonly open: number;
}

export function sums(files: readonly TouchedFile[]): Sums {
  const total = (of: (file: TouchedFile) => number): number => files.reduce((sum, file) => sum + of(file), 0);
  return {
    files: files.length,
    changed: total((file) => Number(isChanged(file))),
    created: total((file) => Number(file.created)),
    read: total((file) => Number(!isChanged(file) && file.reads > 0)),
    added: total((file) => changedLines(file).added),
    removed: total((file) => changedLines(file).removed),
    unsized: total((file) => (file.net === null ? file.unsized : 0)),
    failed: total((file) => file.failed),
    open: total((file) => file.open),
  };
}
