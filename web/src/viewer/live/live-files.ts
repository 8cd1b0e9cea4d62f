import { LatestRun } from "../../base/latest-run";
import type { Source } from "../../parser/protocol";
import type { Handles } from "../../session/sources/file-handles";
import { treeOf } from "../../session/sources/file-tree";
import { FileWatcher, type WatchedViewer } from "./file-watcher";

/** Watches the files of a viewer, if they can change. */
export class LiveFiles {
  readonly #viewer: WatchedViewer;
  readonly #run = new LatestRun();
  #watcher: FileWatcher | undefined;
  #first: Source | undefined; // of the files that are followed
  #handles: Awaited<Handles> = [];

  constructor(viewer: WatchedViewer) {
    this.#viewer = viewer;
  }

  /** The file watcher; undefined if none of the files can change. */
  get watcher(): FileWatcher | undefined {
    return this.#watcher?.current === true ? this.#watcher : undefined;
  }

  /**
   * Watches the loaded files. A later call replaces an earlier one; nothing happens if other files are loaded
   * meanwhile. With unchanged handles, they are those of the last call, to which prices were added.
   */
  async follow([first]: readonly Source[], handles: Handles | "unchanged" = Promise.resolve([])): Promise<void> {
    // Files without handles from the last call are not watched, or `update` watches them. A watcher that read its files
    // again goes on by itself.
    if (handles === "unchanged" && first !== this.#first) return;
    const signal = this.#run.begin();
    this.#watcher?.stop();
    this.#watcher = undefined;
    const resolved = handles === "unchanged" ? this.#handles : await handles;
    if (signal.aborted || this.#viewer.sources[0] !== first) return;
    this.#first = first;
    this.#handles = resolved;
    this.#watcher = FileWatcher.fromHandles(this.#viewer, resolved);
    this.#viewer.requestUpdate();
  }

  /** Watches the loaded files if they are those of a server, which needs no handles. */
  update(): void {
    const viewer = this.#viewer;
    const [first] = viewer.sources;
    const tree = first && treeOf(first.blob);
    if (tree === undefined || viewer.busy || this.watcher !== undefined) return;
    this.#run.begin(); // other files that were about to be watched are gone
    this.#watcher?.stop();
    this.#watcher = new FileWatcher(viewer, tree);
    viewer.requestUpdate();
  }
}
