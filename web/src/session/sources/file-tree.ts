import type { FileContent } from "../../parser/protocol";

/** A file that can change: one from a disk, or of a server. */
export type LiveFile = FileContent & { readonly lastModified: number };

/** What a tree reports by itself. */
export interface TreeListener {
  /** These files are new, changed or gone. */
  onChange(paths: readonly string[]): void;
  /** The server of the files can be reached again, or no longer. */
  onConnection(): void;
  /** The tree is without some files. */
  onSkipped(): void;
}

/** The current files below the opened ones, by their paths. */
export interface FileTree {
  /** Whether there is nothing to watch. */
  readonly empty: boolean;
  /** Whether the files cannot be reached. */
  readonly isLost: boolean;
  /** The command that serves the files; "" if they are on a disk. */
  readonly command: string;
  /** Returns the current file, or undefined if there is none. Rejects with a DOMException if it may not be read. */
  file(path: string): Promise<LiveFile | undefined>;
  /** Reports whether the file can never be found by its path. */
  isUnreachable(path: string): boolean;
  /** Returns the paths of the files in a folder, and below it if `deep`. */
  list(path: string, deep: boolean): AsyncIterable<string>;
  /** Returns the paths of all files. */
  walk(): AsyncIterator<string, unknown>;
  /** Reports changes until the signal is aborted, if the tree learns of them; otherwise it is polled. */
  watch?(listener: TreeListener, signal: AbortSignal): void;
}

/** Reports whether a file can change. */
export function isLive(content: FileContent): content is LiveFile {
  return content.lastModified !== undefined;
}

/** A file that knows the tree that it is in. */
interface TreeFile {
  readonly tree: FileTree;
}

/** Returns the tree of a file of a server; undefined for others, whose handles the page has. */
export function treeOf(content: FileContent): FileTree | undefined {
  return "tree" in content ? (content as FileContent & TreeFile).tree : undefined;
}

/** Files that are opened at once. One by one, the 50,000 of a folder took Chromium 48 s instead of 21 s. */
export const MAX_OPENING = 100;

/** Opens files, several at once. Returns each with the result of opening it, in their order. */
export async function openAll<Item, Opened>(
  files: readonly Item[],
  open: (file: Item) => Promise<Opened>,
): Promise<readonly (readonly [Item, Opened])[]> {
  const opened: (readonly [Item, Opened])[] = [];
  for (let at = 0; at < files.length; at += MAX_OPENING) {
    const group = files.slice(at, at + MAX_OPENING);
    opened.push(...(await Promise.all(group.map(async (file) => [file, await open(file)] as const))));
  }
  return opened;
}
