import { LitElement, type PropertyDeclarations, type PropertyValues } from "lit";
import { assetsAt } from "../parser/assets";
import { type ParserFactory, type ParserHandle, createParser } from "../parser/client";
import { failure } from "../parser/failure";
import { createPool } from "../parser/pool/pool";
import type { Page, SessionInfo, Summary } from "../parser/model";
import { isDocument, isMany, isPrices, mainFiles } from "../parser/order";
import type { Failure, ParserApi, Progress, Source } from "../parser/protocol";
import type { SessionEvents } from "./events";
import { type FileFetcher, ownFiles } from "./sources/file-fetcher";
import type { RowStore } from "./row-store";
import { type FetchProgress, type Loadable, fetchSources, toSources } from "./sources/sources";
import { settled } from "../base/report-error";
import { ignoreParserGone, reportUnlessGone, reportedFailure } from "../parser/parser-gone";
import { notLoaded } from "./not-loaded";

/** What shows a session: its rows, and more that only the viewer knows. */
export interface Shown {
  readonly conversation: RowStore;
}

/** What is on the screen. */
export type Screen<Context extends Shown> =
  | { readonly kind: "empty" }
  | { readonly kind: "waiting" }
  | { readonly kind: "fetching"; readonly arrived: FetchProgress }
  | { readonly kind: "chooser" }
  | { readonly kind: "reading"; readonly session: number; readonly context: Context }
  | { readonly kind: "failed"; readonly failure: Failure };

const SESSIONS_EVERY = 700; // ms between two looks at the list of sessions while loading

/**
 * An element that loads sessions: it has the files and their parser, and says what is to be on
 * the screen while they come in. One load at a time: the next takes its place.
 */
export abstract class SessionLoaderElement<Context extends Shown> extends LitElement {
  static override properties: PropertyDeclarations = {
    src: { useDefault: true },
    assets: { useDefault: true },
    parserFactory: { attribute: false },
    files: { attribute: false },
    screen: { state: true },
    progress: { state: true },
    sessions: { state: true },
    failure: { state: true },
  };
  /** Address of a transcript, or of a list of files (`{"name": …, "files": […]}`). */
  declare src: string;
  /** Folder with the viewer's own files, where they are not beside its code. */
  declare assets: string;
  /** Makes parsers. */
  declare parserFactory: ParserFactory;
  /** How files come from addresses. */
  declare files: FileFetcher;
  declare protected screen: Screen<Context>;
  declare protected progress: Progress | undefined;
  declare protected sessions: readonly SessionInfo[];
  /** Why reading ended, when there is something to be read all the same. */
  declare protected failure: Failure | undefined;

  /** The files that are read, or were. */
  protected sources: readonly Source[] = [];
  #parser: ParserHandle | undefined;
  #spare: ParserHandle | undefined;
  #loading: AbortController | undefined;
  #looked = -Infinity; // at the sessions; the page may be young

  constructor() {
    super();
    this.src = this.assets = "";
    this.parserFactory = createParser;
    this.files = ownFiles;
    this.screen = { kind: "empty" };
    this.sessions = [];
  }

  // What shows it

  /** Shows a session, or the list of them. */
  protected abstract present(session: number | undefined): void;

  /** The conversation on the screen. */
  protected abstract shown(): Context | undefined;
  /** All is read for now. */
  protected abstract complete(): void;

  /** Fetches the code that shows what is about to be read. */
  protected abstract fetchCode(several: boolean): Promise<unknown> | undefined;

  protected abstract list(): { settled(): Promise<unknown> } | undefined;

  /** No more will be read: of these sessions, or of any. */
  protected abstract cut(sessions?: readonly number[]): void;

  /** Says something for a moment. */
  abstract announce(text: string): void;

  // For the page

  /** Starts the parser ahead of a load; resolves when it is there, or cannot be. */
  async prepare(): Promise<void> {
    if (this.#spare !== undefined) return;
    try {
      this.#spare = this.parserFactory(assetsAt(this.assets));
      await this.#spare.api.sessions();
    } catch (error) {
      reportUnlessGone(error); // what is gone is said when something is loaded
    }
  }

  /**
   * Reads files; replaces what was read before. True when all is read, false where something else took its place
   * meanwhile; rejects with a Failure.
   */
  async read(input: Loadable): Promise<boolean> {
    const given = toSources(input);
    // Prices alone are for what is on the screen.
    const sources = given.every(isPrices) ? [...this.sources.filter((source) => !isPrices(source)), ...given] : given;
    return this.#run(sources, this.#begin());
  }

  /** What `unspool inspect` prints for the session on the screen, or for the first one. */
  async summary(): Promise<Summary> {
    if (this.#parser === undefined) throw failure("empty");
    return this.#parser.api.query("summary", { session: this.screen.kind === "reading" ? this.screen.session : 0 });
  }

  /** Whether there is something on the screen to be read. */
  get reading(): boolean {
    const { screen } = this;
    return screen.kind === "reading"
      ? screen.context.conversation.total > 0
      : screen.kind === "chooser" && this.sessions.length > 0;
  }

  /** Lets go of everything that was loaded. */
  dispose(): void {
    this.clear();
    this.#unprepare();
    this.screen = { kind: "empty" };
  }

  #unprepare(): void {
    this.#spare?.terminate();
    this.#spare = undefined;
  }

  /** Lets go of the parser and of all that was drawn, but not of the files: `again` reads them once more. */
  protected suspend(): void {
    const { sources } = this;
    this.dispose();
    this.sources = sources;
  }

  /** The parser that reads them. */
  protected get api(): ParserApi | undefined {
    return this.#parser?.api;
  }

  // Loading

  /** Lets go of the files, and of all that came of them. */
  protected clear(): void {
    this.#loading?.abort();
    this.#parser?.terminate();
    this.#parser = undefined;
    this.sources = [];
    this.progress = undefined;
    this.sessions = [];
    this.failure = undefined;
    this.#looked = -Infinity;
  }

  #begin(): AbortController {
    this.clear();
    const loading = new AbortController();
    this.#loading = loading;
    this.screen = { kind: "waiting" };
    return loading;
  }

  async #run(sources: readonly Source[], loading: AbortController): Promise<boolean> {
    let reading = true; // then its end is told below
    const spare = this.#spare;
    try {
      this.sources = sources;
      const one = spare ?? this.parserFactory(assetsAt(this.assets));
      this.#spare = undefined;
      const parser = isMany(sources) ? this.#pool(one, loading.signal) : one;
      this.#parser = parser;
      void parser.ended.then((why) => {
        if (this.#parser === parser && why !== undefined && !reading) this.fail(why);
      });
      // Only at its end is it known whether a document is one session or an export of many.
      const document = isDocument(sources);
      const several = document || mainFiles(sources) > 1;
      const code = this.fetchCode(several);
      if (code !== undefined) void settled(code); // told below
      if (!several) this.#looked = performance.now(); // the first rows come first
      const missed = await parser.api.load(sources, (progress, first) => {
        if (!loading.signal.aborted) void this.#onProgress(progress, several, document, first);
      });
      if (loading.signal.aborted) return false;
      this.sessions = await parser.api.sessions();
      reading = false;
      if (loading.signal.aborted) return false;
      this.progress = undefined;
      this.failure ??= missed;
      if (this.screen.kind === "waiting")
        this.present(several && this.sessions.length > 1 ? undefined : (this.sessions[0]?.index ?? 0));
      await code?.catch((error: unknown) => notLoaded(this, error));
      this.complete();
      await this.updateComplete;
      await this.list()?.settled();
      if (loading.signal.aborted) return false;
      this.emit("unspool-ready", { sessions: this.sessions });
      return true;
    } catch (error) {
      if (loading.signal.aborted) return false;
      const why = reportedFailure(error, "crashed");
      // One that died before it was needed is no fault of the files.
      if (spare !== undefined && why.code === "worker" && why.path === "" && !this.reading)
        return this.#run(sources, loading);
      this.fail(why);
      throw why;
    }
  }

  /** Several parsers that answer as one. */
  #pool(first: ParserHandle, signal: AbortSignal): ParserHandle {
    const look = async (): Promise<void> => {
      const sessions = await this.api?.sessions();
      if (sessions === undefined || signal.aborted) return;
      this.sessions = sessions;
      this.shown()?.conversation.refresh();
    };
    return createPool(first, {
      make: () => this.parserFactory(assetsAt(this.assets)),
      lost: (why, sessions) => {
        if (signal.aborted) return;
        this.failure = why;
        this.cut(sessions);
        this.emit("unspool-error", why);
        void look();
      },
      found: (progress) => {
        if (signal.aborted) return;
        this.progress = progress;
        if (progress !== undefined) this.failure = undefined;
        void look();
      },
    });
  }

  async #onProgress(progress: Progress, several: boolean, document: boolean, first: Page | undefined): Promise<void> {
    const parser = this.#parser;
    this.progress = progress;
    this.emit("unspool-progress", progress);
    if (this.screen.kind === "waiting" && !document && (several ? progress.sessions > 0 : progress.rows > 0)) {
      this.present(several ? undefined : 0);
    }
    if (progress.done) return; // all of it is looked at anew
    const conversation = this.shown()?.conversation;
    if (conversation?.session === 0 && progress.rows > 0) conversation.onProgress(progress.rows, first);
    else conversation?.refresh();
    const now = performance.now();
    if (parser === undefined || now - this.#looked < SESSIONS_EVERY) return;
    this.#looked = now;
    const sessions = await ignoreParserGone(parser.api.sessions());
    if (sessions !== undefined && this.#parser === parser) this.sessions = sessions;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("src")) this.srcChanged();
  }

  /** Another address is set. */
  protected srcChanged(): void {
    if (this.src !== "") void this.open(this.src);
  }

  /** Reads what is at an address; what goes wrong is shown and told. */
  protected async open(address: string): Promise<void> {
    const loading = this.#begin();
    try {
      const sources = await this.fetchSources(address, loading.signal, (arrived) => {
        if (!loading.signal.aborted) this.screen = { kind: "fetching", arrived };
      });
      if (loading.signal.aborted) return;
      this.screen = { kind: "waiting" };
      await this.#run(sources, loading);
    } catch (error) {
      if (!loading.signal.aborted && this.screen.kind !== "failed")
        this.fail(reportedFailure(error, "unreadable", address));
    }
  }

  /** Fetches all files that an address stands for. */
  protected fetchSources(
    address: string,
    signal: AbortSignal,
    onProgress: (arrived: FetchProgress) => void,
  ): Promise<readonly Source[]> {
    return fetchSources(address, this.files, signal, onProgress);
  }

  /**
   * What was read is not taken away again: only where there is nothing of it, or it is not what was asked for, the
   * failure takes its place.
   */
  protected fail(why: Failure): void {
    this.progress = undefined;
    if (this.reading && why.code !== "options") {
      this.failure = why;
      this.cut();
    } else {
      this.screen = { kind: "failed", failure: why };
      // There is nothing left to ask them.
      this.#loading?.abort();
      this.#parser?.terminate();
      this.#unprepare();
    }
    // Told once it can be read.
    void this.updateComplete.then(() => {
      if (this.failure === why || (this.screen.kind === "failed" && this.screen.failure === why))
        this.emit("unspool-error", why);
    });
  }

  protected emit<K extends keyof SessionEvents>(name: K, detail: SessionEvents[K]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}
