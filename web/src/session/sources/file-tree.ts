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
  /** Returns the paths of files in a folder (and below it if `deep`) that can be part of a session. */
  list(path: string, deep: boolean): Promise<readonly string[]>;
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
