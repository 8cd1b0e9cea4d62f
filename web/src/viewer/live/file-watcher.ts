import { type TemplateResult, html, type nothing } from "lit";
import { strings } from "./strings";
import { baseName } from "../../session/format";
import type { FileContent, ParserApi, Source } from "../../parser/protocol";
import { type FreshRowsViewer, FreshRows } from "./new-rows-badge";
import { HandleTree, type Handles } from "../../session/sources/file-handles";
import { type FileTree, type LiveFile, isLive } from "../../session/sources/file-tree";
import { NewFiles } from "./new-files";
import { pickFiles } from "./pick-files";
import { ChangedFiles, copyOf } from "./changed-files";
import { isPrices } from "../../parser/order";
import { type Comparison, FileComparer, rethrowUnlessUnreadable } from "../../session/sources/compare";
import { readOn } from "../../session/sources/read-on";
import { type LiveState, freshMark, liveMark } from "./live-mark";
import { ignoreParserLoss, reportUnlessParserLoss, reportUnlessShown } from "../../parser/parser-loss";

/** How often files are checked, in ms: while the page is visible, and while it is hidden. */
const INTERVAL = 1_000;
const INTERVAL_HIDDEN = 10_000;
/** Files of the current session that are checked each time, and of other sessions, which are checked in rotation. */
const MAX_SHOWN = 100;
const MAX_OTHERS = 40;
/** New files are looked for every so many rounds. */
const FOLDER_ROUNDS = 5;
/**
 * Failed reads in a row after which a file of the current session is reported. A single failure is normal while it is
 * being written.
 */
const REPORTED_FAILURES = 3;
/** With more files than this, only the first ones are tried before the user is asked to pick them all again. */
const MAX_TRIED = 50;

/** The parts of the viewer that a FileWatcher uses. */
export interface WatchedViewer extends FreshRowsViewer {
  readonly api: ParserApi | undefined;
  /** The files that are being read or were read. */
  readonly sources: readonly Source[];
  /** Whether files are being read. */
  readonly busy: boolean;
  /** Shows a message for a moment. */
  announce(text: string): void;
  /** Gives the focus to the conversation. */
  focus(): void;
  /** Called when the parser has read more of the files, with the paths of those that are complete. */
  filesGrown(whole: readonly string[]): Promise<void>;
  /**
   * Reads other files in their place and returns to the current position. Resolves to false if that failed or another
   * load replaced it.
   */
  reload(sources: readonly Source[]): Promise<boolean>;
}

/**
 * Follows files as they grow. Files of a disk are polled, since browsers send no notifications; a server reports what
 * changed. Only new bytes are read; if a file was truncated or replaced, the user decides whether it is read again.
 */
export class FileWatcher {
  readonly fresh: FreshRows;
  readonly #viewer: WatchedViewer;
  readonly #tree: FileTree;
  readonly #files = new Map<string, LiveFile>(); // as last read to the end, by path
  readonly #newFiles: NewFiles;
  readonly #changed: ChangedFiles;
  readonly #reported = new Set<string>(); // as changed by the tree, and not yet checked
  readonly #emptied = new Set<string>(); // in the last round
  readonly #gone = new Set<string>();
  readonly #failures = new Map<string, number>(); // consecutive failures, by path
  readonly #stopped = new AbortController();
  #api: ParserApi | undefined;
  #first: Source | undefined; // identifies the watched files: another first source means other files
  #on = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #polling = false;
  #replacing = false; // all files are being read again
  #round = 0;
  #rotation = 0; // of the rotation through other files
  #shown: readonly string[] = []; // files of the current session, in the last round

  /** Watches the loaded files through the handles that were passed for them. */
  static fromHandles(viewer: WatchedViewer, handles: Awaited<Handles>): FileWatcher {
    return new FileWatcher(viewer, HandleTree.of(handles));
  }

  constructor(viewer: WatchedViewer, tree: FileTree) {
    this.#viewer = viewer;
    this.#tree = tree;
    this.#newFiles = new NewFiles(tree, this.#files);
    this.fresh = new FreshRows(viewer);
    this.#changed = new ChangedFiles(() => viewer.requestUpdate());
    this.#bind();
    if (tree.empty) return;
    document.addEventListener("visibilitychange", () => this.#schedulePoll(document.hidden ? INTERVAL_HIDDEN : 0), {
      signal: this.#stopped.signal,
    });
    const onChange = (paths: readonly string[]): void => {
      for (const path of paths) this.#reported.add(path);
      this.#schedulePoll(0);
    };
    const onConnection = (): void => {
      if (tree.isLost) viewer.announce(strings.lostNote(tree.command));
      viewer.requestUpdate();
    };
    tree.watch?.({ onChange, onConnection, onSkipped: () => viewer.announce(strings.skipped) }, this.#stopped.signal);
    this.#schedulePoll(INTERVAL);
  }

  /** Watches the files that are currently loaded. */
  #bind(): void {
    const sources = this.#viewer.sources;
    this.#api = this.#viewer.api;
    this.#first = sources[0];
    this.#files.clear();
    this.#failures.clear();
    this.#gone.clear();
    this.#emptied.clear();
    this.#changed.clear();
    for (const source of sources)
      if (isLive(source.blob) && !isPrices(source)) this.#files.set(source.path, source.blob);
  }

  stop(): void {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    this.fresh.clear();
  }

  /** Whether the watched files are still the loaded ones. */
  get current(): boolean {
    return !this.#stopped.signal.aborted && this.#viewer.sources[0] === this.#first;
  }

  /** Renders the live state and the button that changes it. */
  mark(): TemplateResult | typeof nothing {
    return liveMark(this);
  }

  /** Renders the button that goes to new rows, and the notice about files that changed. */
  notices(): TemplateResult {
    return html`${freshMark(this.fresh)}${this.#changed.notice({
      reload: () => void this.#reloadChanged(),
      keep: () => {
        this.#changed.keep();
        this.#viewer.focus();
      },
    })}`;
  }

  get state(): LiveState {
    if (this.#tree.empty) return "still";
    if (!this.#on) return "paused";
    if (this.#tree.isLost) return "lost";
    const [main] = this.#shown;
    if (main !== undefined && this.#tree.isUnreachable(main)) return "ambiguous";
    if ([...this.#gone].some((path) => this.#isShown(path))) return "gone";
    return this.#changed.paths.some((path) => this.#isShown(path)) ? "changed" : "following";
  }

  /** Whether the files can be reloaded: they are on disk but not watched. */
  get canReload(): boolean {
    return this.#tree.empty && this.#files.size > 0;
  }

  /** Starts or stops watching. */
  toggle(): void {
    this.#on = !this.#on;
    if (this.#on) this.#schedulePoll(0);
    this.#viewer.requestUpdate();
  }

  /** Reads the files again. */
  async reload(): Promise<void> {
    const again = (await this.#mayBeStale()) ? await this.#pickAgain() : await this.currentSources();
    if (again.length > 0 && this.current && (await this.#replaceWith(again))) this.#viewer.announce(strings.reloaded);
  }

  /**
   * Returns the current files. If the browser no longer grants access, the user is asked to pick them again; the result
   * is empty if they cancel.
   */
  async currentSources(): Promise<readonly Source[]> {
    const now = await Promise.all(
      this.#viewer.sources.map(async ({ path, blob }) => ({
        path,
        blob: (isLive(blob) && (await this.#tree.file(path).catch(reportUnlessShown))) || blob,
      })),
    );
    const tried = await Promise.allSettled(now.slice(0, MAX_TRIED).map(({ blob }) => blob.slice(0, 1).arrayBuffer()));
    const isRead = ({ status }: PromiseSettledResult<unknown>): boolean => status === "fulfilled";
    // Through handles, all files can be read that still exist.
    return (this.#tree.empty ? tried.every(isRead) : tried.some(isRead))
      ? now
      : pickFiles(now.some(({ path }) => path.includes("/")));
  }

  /**
   * Reports whether files may have changed without notice. In Firefox, a file that was chosen keeps its size and its
   * bytes, whatever happens on disk; a browser with file handles refuses to read one that changed.
   */
  async #mayBeStale(): Promise<boolean> {
    if (!this.#tree.empty || "showOpenFilePicker" in window) return false;
    const read = new Map((await this.#api?.files(-1))?.map(({ path, size }) => [path, size]));
    return this.#viewer.sources.every(({ path, blob }) => blob.size === (read.get(path) ?? blob.size));
  }

  #pickAgain(): Promise<readonly Source[]> {
    this.#viewer.announce(strings.pickAgain);
    return pickFiles(this.#viewer.sources.some(({ path }) => path.includes("/")));
  }

  // Polling

  #schedulePoll(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopped.signal.aborted) this.#timer = setTimeout(() => void this.#poll(), ms);
  }

  /** Only one poll runs at a time; two would read on in the same file. */
  async #poll(): Promise<void> {
    if (this.#polling) return; // the running poll schedules the next one
    const viewer = this.#viewer;
    if (!this.current) {
      this.stop();
      return viewer.requestUpdate();
    }
    if (this.#api !== viewer.api) this.#bind(); // the same files were read again
    this.#polling = true;
    try {
      if (this.#on && !viewer.busy && !this.#replacing) await this.#checkFiles();
    } catch (error) {
      reportUnlessParserLoss(error); // what could not be read is tried again
    } finally {
      this.#polling = false;
    }
    this.#schedulePoll(document.hidden ? INTERVAL_HIDDEN : INTERVAL);
  }

  async #checkFiles(): Promise<void> {
    const api = this.#api;
    if (api === undefined) return;
    const before = this.state;
    const shown = (this.#shown = await this.#shownPaths(api));
    if (this.state !== before) this.#viewer.requestUpdate();
    const grown: Source[] = [];
    const comparer = new FileComparer(api);
    const reported = new Set(this.#reported);
    this.#reported.clear();
    for (const path of new Set([...reported, ...shown.slice(0, MAX_SHOWN), ...this.#others(shown)])) {
      const known = this.#files.get(path);
      const file = await this.#tree.file(path).catch(rethrowUnlessUnreadable);
      if (known === undefined && reported.has(path) && typeof file === "object") grown.push({ path, blob: file });
      if (known === undefined || this.#tree.isUnreachable(path) || this.#changed.isIgnored(path)) continue;
      if (file === "unreadable") this.#onUnreadable(path, shown);
      else if (file === undefined) this.#onDeleted(path);
      else if (
        file.size !== known.size ||
        file.lastModified !== known.lastModified ||
        this.#gone.has(path) ||
        this.#changed.has(path)
      ) {
        const is = await comparer.compare(path, file).catch(rethrowUnlessUnreadable);
        if (this.#isOutdated(api)) return;
        if (is === "unreadable")
          this.#onUnreadable(path, shown); // go on with the other files
        else if (this.#continues(path, file, is)) grown.push({ path, blob: file });
      }
    }
    if (this.#round++ % FOLDER_ROUNDS === 0) grown.push(...(await this.#newFiles.find(shown[0])));
    if (this.#isOutdated(api)) return;
    if (grown.length > 0) await this.fresh.whileGrowing(() => this.#readOn(api, grown, shown));
  }

  /** Reports whether a round no longer matters: other files are loaded, or these are read again. */
  #isOutdated(api: ParserApi): boolean {
    return this.#stopped.signal.aborted || this.#replacing || api !== this.#viewer.api;
  }

  /** Handles a file that changed in a way, and reports whether it has new bytes to read. */
  #continues(path: string, file: LiveFile, is: Comparison): boolean {
    if (is === "emptied" && !this.#emptied.has(path)) {
      this.#emptied.add(path); // it may be about to be rewritten
      return false;
    }
    this.#emptied.delete(path);
    if (is !== "same" && is !== "grown") {
      this.#gone.delete(path);
      this.#changed.set(path, is);
      return false;
    }
    this.#onRestored(path);
    if (is === "grown") return true;
    this.#failures.delete(path);
    this.#files.set(path, file);
    return false;
  }

  /**
   * Reads the new bytes of files. A file that could not be read to its end keeps its previous state and is tried again
   * next time.
   */
  async #readOn(api: ParserApi, grown: readonly Source[], shown: readonly string[]): Promise<void> {
    const whole = new Set(await readOn(api, grown));
    for (const source of grown) {
      const { path, blob } = source;
      if (!whole.has(source)) this.#onUnreadable(path, shown);
      else {
        this.#failures.delete(path);
        if (this.#tree.watch === undefined) this.#newFiles.noteGrowth(path); // others report new files themselves
        if (isLive(blob)) this.#files.set(path, blob);
      }
    }
    await this.#viewer.filesGrown([...whole].map(({ path }) => path));
  }

  /** Returns the files of the current session, the main one first. */
  async #shownPaths(api: ParserApi): Promise<readonly string[]> {
    const shown = this.#viewer.shown?.conversation.session;
    if (shown === undefined) return [];
    const files = (await ignoreParserLoss(api.files(shown))) ?? []; // its parser may have stopped while others go on
    const paths = files.map(({ path }) => path);
    // If there are many, the most recently changed ones are most likely to grow.
    return [
      ...paths.slice(0, 1),
      ...paths
        .slice(1)
        .sort((a, b) => (this.#files.get(b)?.lastModified ?? 0) - (this.#files.get(a)?.lastModified ?? 0)),
    ];
  }

  /** Returns the next of the other files in rotation. */
  #others(shown: readonly string[]): readonly string[] {
    const all = [...this.#files.keys()];
    const from = this.#rotation % Math.max(1, all.length);
    this.#rotation = from + MAX_OTHERS >= all.length ? 0 : from + MAX_OTHERS;
    const skip = new Set(shown.slice(0, MAX_SHOWN));
    return all.slice(from, from + MAX_OTHERS).filter((path) => !skip.has(path));
  }

  /** Reads all files again after some of them changed. */
  async #reloadChanged(): Promise<void> {
    if (this.#replacing) return;
    this.#replacing = true;
    try {
      const sources = await this.#changedSources();
      this.#changed.clear();
      this.fresh.clear();
      if (await this.#replaceWith(sources)) this.#viewer.announce(strings.reloaded);
    } finally {
      this.#replacing = false;
    }
  }

  /** Returns all files: those that changed in their current state, and those that were added later. */
  async #changedSources(): Promise<readonly Source[]> {
    const now = new Map<string, FileContent>(this.#files);
    for (const path of this.#changed.paths) {
      const file = await copyOf(() => this.#tree.file(path));
      if (file !== undefined) now.set(path, file);
    }
    const before = this.#viewer.sources;
    const known = new Set(before.map(({ path }) => path));
    const came = [...now].flatMap(([path, blob]) => (known.has(path) ? [] : [{ path, blob }]));
    return [
      ...before.map((source) => ({
        ...source,
        blob: (!this.#tree.isUnreachable(source.path) && now.get(source.path)) || source.blob,
      })),
      ...came,
    ];
  }

  /**
   * Loads these files and watches them from then on. Returns false if that failed or other files were loaded meanwhile;
   * those are not watched.
   */
  async #replaceWith(sources: readonly Source[]): Promise<boolean> {
    this.#first = sources[0];
    const read = await this.#viewer.reload(sources);
    if (this.current) this.#bind();
    return read;
  }

  /** Counts a failed read of a file, and reports it after several in a row. */
  #onUnreadable(path: string, shown: readonly string[]): void {
    const times = (this.#failures.get(path) ?? 0) + 1;
    this.#failures.set(path, times);
    if (times === REPORTED_FAILURES && shown.includes(path)) this.#viewer.announce(strings.unreadLines(baseName(path)));
  }

  /** Reports whether a file is the main one of the current session, or the only one. */
  #isShown(path: string): boolean {
    return path === this.#shown[0] || this.#files.size === 1;
  }

  #onDeleted(path: string): void {
    if (this.#gone.has(path)) return;
    this.#gone.add(path);
    if (this.#isShown(path)) this.#changed.set(path, "deleted");
    else this.#changed.delete(path);
    this.#viewer.requestUpdate();
  }

  #onRestored(path: string): void {
    this.#changed.delete(path);
    if (!this.#gone.delete(path)) return;
    if (this.#isShown(path)) this.#viewer.announce(strings.back);
    this.#viewer.requestUpdate();
  }
}
