import type { FileTree } from "./file-tree";
import { MAX_DEPTH, isSessionFile } from "./directory-walker";
import { reportUnlessShown } from "../../parser/parser-loss";

/** The browser's handles for dropped or picked files and folders; none for those it provides none for. */
export type Handles = Promise<readonly PromiseSettledResult<FileSystemHandle | null | undefined>[]>;

/** Entries of a folder that are visited to find new files. */
const MAX_ENTRIES = 5_000;

/** Files and folders by their paths below the dropped or picked ones. */
export class HandleTree implements FileTree {
  readonly command = "";
  readonly isLost = false;
  readonly #known = new Map<string, FileSystemHandle>();
  readonly #unreachable = new Set<string>();
  /** Names that several of the handles share, so that it is unclear which one contains a path. */
  readonly #ambiguous: ReadonlySet<string>;

  constructor(roots: readonly FileSystemHandle[]) {
    const names = roots.map(({ name }) => name);
    this.#ambiguous = new Set(names.filter((name, at) => names.indexOf(name) < at));
    for (const root of roots) if (!this.#ambiguous.has(root.name)) this.#known.set(root.name, root);
  }

  /** Returns the tree of what was dropped or picked. */
  static of(handles: Awaited<Handles>): HandleTree {
    return new HandleTree(
      handles.flatMap((result) => (result.status === "fulfilled" && result.value != null ? [result.value] : [])),
    );
  }

  get empty(): boolean {
    return this.#known.size === 0;
  }

  /**
   * Returns the current file, or undefined if it no longer exists or has no handle. Rejects with a DOMException if the
   * browser refuses to read it.
   */
  async file(path: string): Promise<File | undefined> {
    try {
      const handle = await this.#handle(path);
      return handle instanceof FileSystemFileHandle ? await handle.getFile() : undefined;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      if (!isRefusedName(error)) throw error;
      this.#unreachable.add(path);
      return undefined;
    }
  }

  /**
   * Reports whether no handle can ever lead to a file: browsers provide none for some names, such as those with a
   * colon, and handles that share a name are ambiguous.
   */
  isUnreachable(path: string): boolean {
    return this.#unreachable.has(path) || this.#ambiguous.has(path.split("/", 1).join());
  }

  /** Returns the paths of files in a folder (and below it if `deep`) that can be part of a session. */
  async list(path: string, deep: boolean): Promise<readonly string[]> {
    const found: string[] = [];
    let left = MAX_ENTRIES;
    const look = async (at: string, depth: number): Promise<void> => {
      const folder = await this.#handle(at, true);
      if (!(folder instanceof FileSystemDirectoryHandle)) return;
      for await (const child of folder.values()) {
        if (left-- <= 0) return;
        const below = `${at}/${child.name}`;
        if (child.kind === "directory" && deep && depth < MAX_DEPTH) await look(below, depth + 1);
        else if (child.kind === "file" && isSessionFile(child.name)) found.push(below);
      }
    };
    // The folder may be gone, or not there yet. If the browser refuses access, reading its files fails, too.
    await look(path, 0).catch((error: unknown) => {
      if (!isRefusedName(error)) reportUnlessShown(error);
    });
    return found;
  }

  async #handle(path: string, folder = false): Promise<FileSystemHandle | undefined> {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const end = path.lastIndexOf("/");
    const above = end < 0 ? undefined : await this.#handle(path.slice(0, end), true);
    if (!(above instanceof FileSystemDirectoryHandle)) return undefined;
    const name = path.slice(end + 1);
    const handle = await (folder ? above.getDirectoryHandle(name) : above.getFileHandle(name));
    this.#known.set(path, handle);
    return handle;
  }
}

/** Reports whether an error means that the browser provides no handle for a name, such as one with a colon. */
function isRefusedName(error: unknown): boolean {
  return error instanceof TypeError;
}

function isNotFound(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotFoundError";
}
