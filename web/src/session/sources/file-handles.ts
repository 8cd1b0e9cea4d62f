import type { FileTree } from "./file-tree";
import { MAX_DEPTH } from "./directory-walker";
import { reportUnlessShown } from "../../parser/parser-loss";

/** The browser's handles for dropped or picked files and folders; none for those it provides none for. */
export type Handles = Promise<readonly PromiseSettledResult<FileSystemHandle | null | undefined>[]>;

/** Files and folders by their paths below the dropped or picked ones. */
export class HandleTree implements FileTree {
  readonly command = "";
  readonly isLost = false;
  readonly #roots: ReadonlyMap<string, FileSystemHandle>;
  readonly #known: Map<string, FileSystemHandle>;
  readonly #unreachable = new Set<string>();
  /** Names that several of the handles share, so that it is unclear which one contains a path. */
  readonly #ambiguous: ReadonlySet<string>;

  constructor(roots: readonly FileSystemHandle[]) {
    const names = roots.map(({ name }) => name);
    this.#ambiguous = new Set(names.filter((name, at) => names.indexOf(name) < at));
    const unique = roots.filter(({ name }) => !this.#ambiguous.has(name));
    this.#roots = new Map(unique.map((root) => [root.name, root]));
    this.#known = new Map(this.#roots);
  }

  /** Returns the tree of what was dropped or picked. */
  static of(handles: Awaited<Handles>): HandleTree {
    return new HandleTree(
      handles.flatMap((result) => (result.status === "fulfilled" && result.value != null ? [result.value] : [])),
    );
  }

  get empty(): boolean {
    return this.#roots.size === 0;
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

  async *list(path: string, deep: boolean): AsyncGenerator<string> {
    const folder = await this.#handle(path, true).catch(reportUnlessRefused);
    if (folder !== undefined) yield* this.#below(folder, path, deep);
  }

  async *walk(): AsyncGenerator<string> {
    for (const [root, handle] of this.#roots) yield* this.#below(handle, root, true);
  }

  async *#below(folder: FileSystemHandle, path: string, deep: boolean): AsyncGenerator<string> {
    if (!(folder instanceof FileSystemDirectoryHandle) || path.split("/").length > MAX_DEPTH) return;
    const folders: FileSystemHandle[] = [];
    try {
      for await (const child of folder.values()) {
        if (child.kind === "file") yield `${path}/${child.name}`;
        else if (deep) folders.push(child);
      }
    } catch (error) {
      reportUnlessRefused(error);
    }
    for (const child of folders) yield* this.#below(child, `${path}/${child.name}`, deep);
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

/**
 * Reports an error of listing a folder, which may be gone, or not there yet. If the browser refuses access, reading its
 * files fails, too.
 */
function reportUnlessRefused(error: unknown): undefined {
  if (!isRefusedName(error)) reportUnlessShown(error);
}

/** Reports whether an error means that the browser provides no handle for a name, such as one with a colon. */
function isRefusedName(error: unknown): boolean {
  return error instanceof TypeError;
}

function isNotFound(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotFoundError";
}
