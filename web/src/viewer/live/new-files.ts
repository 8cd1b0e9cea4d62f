import { isMain } from "../../parser/order";
import { reportUnlessShown } from "../../parser/parser-loss";
import type { Source } from "../../parser/protocol";
import { MAX_FILES, isSessionFile } from "../../session/sources/directory-walker";
import type { FileTree } from "../../session/sources/file-tree";

/** Sessions whose folders are searched each time because they have grown, and files that are visited there. */
const MAX_GROWN = 40;
const MAX_NEARBY = 5_000;
/** Files of the whole tree that are visited each time. */
const MAX_WALKED = 1_000;

/**
 * Finds files that were added to a tree: each time beside and below sessions that grow, and in the next part of a walk
 * through the whole tree, since nothing else leads to the first session of a project.
 */
export class NewFiles {
  readonly #tree: FileTree;
  readonly #known: ReadonlyMap<string, unknown>;
  readonly #grown = new Set<string>(); // sessions, since the last search
  #walk: AsyncIterator<string, unknown> | undefined;

  constructor(tree: FileTree, known: ReadonlyMap<string, unknown>) {
    this.#tree = tree;
    this.#known = known;
  }

  /** Notes that a file has grown. */
  noteGrowth(path: string): void {
    if (isMain(path) && this.#grown.size < MAX_GROWN) this.#grown.add(path);
  }

  /** Returns new files, first those of the session on the screen, if its main file is given. */
  async find(main: string | undefined): Promise<readonly Source[]> {
    const paths = new Set<string>();
    let left = MAX_NEARBY;
    for (const [folder, deep] of this.#nearby(main))
      for await (const path of this.#tree.list(folder, deep)) {
        if (left-- <= 0) break;
        paths.add(path);
      }
    for await (const path of this.#nextPart()) paths.add(path);
    const found: Source[] = [];
    for (const path of paths) {
      if (!isSessionFile(path) || this.#known.has(path)) continue;
      if (this.#known.size + found.length >= MAX_FILES) break;
      const blob = await this.#tree.file(path).catch(reportUnlessShown);
      if (blob !== undefined) found.push({ path, blob });
    }
    return found;
  }

  /** Returns the folders to list, and whether with all below. */
  #nearby(main: string | undefined): ReadonlyMap<string, boolean> {
    const sessions = [...(main === undefined ? [] : [main]), ...this.#grown];
    this.#grown.clear();
    return new Map([
      ...sessions.map((path) => [path.slice(0, Math.max(0, path.lastIndexOf("/"))), false] as const),
      ...sessions.map((path) => [path.replace(/\.jsonl$/i, ""), true] as const),
    ]);
  }

  /** Returns the next files of the walk, which begins again after its end. */
  async *#nextPart(): AsyncGenerator<string> {
    this.#walk ??= this.#tree.walk();
    for (let visited = 0; visited < MAX_WALKED; visited++) {
      const next = await this.#walk.next();
      if (next.done === true) {
        this.#walk = undefined;
        return;
      }
      yield next.value;
    }
  }
}
