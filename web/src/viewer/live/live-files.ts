import { LatestRun } from "../../base/latest-run";
import type { Source } from "../../parser/protocol";
import type { Handles } from "../../session/sources/file-handles";
import { FileWatcher, type WatchedViewer } from "./file-watcher";

/** Watches the files of a viewer, if they can change. */
export class LiveFiles {
  readonly #viewer: WatchedViewer;
  readonly #run = new LatestRun();
  #watcher: FileWatcher | undefined;

  constructor(viewer: WatchedViewer) {
    this.#viewer = viewer;
  }

  /** The file watcher; undefined if none of the files can change. */
  get watcher(): FileWatcher | undefined {
    return this.#watcher?.current === true ? this.#watcher : undefined;
  }

  /**
   * Watches the loaded files. A later call replaces an earlier one; nothing happens if other files are loaded
   * meanwhile.
   */
  async follow([first]: readonly Source[], handles: Handles = Promise.resolve([])): Promise<void> {
    const signal = this.#run.begin();
    this.#watcher?.stop();
    this.#watcher = undefined;
    const resolved = await handles;
    if (signal.aborted || this.#viewer.sources[0] !== first) return;
    this.#watcher = FileWatcher.fromHandles(this.#viewer, resolved);
    this.#viewer.requestUpdate();
  }
}
