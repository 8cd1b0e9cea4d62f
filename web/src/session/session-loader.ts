import { signal } from "@preact/signals-core";
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { updateOn } from "../base/signals";
import { assetsAt } from "../parser/assets";
import type { ParserFactory, ParserHandle } from "../parser/client";
import { failure, isUnreadable } from "../parser/failure";
import type { Page, SessionInfo, Summary } from "../parser/model";
import { isDocument, isMany, isPrices, mainFiles } from "../parser/order";
import type { Failure, LoadResult, ParserApi, Progress, Source } from "../parser/protocol";
import type { SessionEvents } from "./events";
import type { FailureController } from "./failure-controller";
import type { FileFetcher } from "./sources/file-fetcher";
import type { Handles } from "./sources/file-handles";
import type { RowStore } from "./row-store";
import { refusalOf } from "./sources/refusal";
import { AppliedPrices, withCopiedPrices } from "./applied-prices";
import { type FetchProgress, type LoadInput, fetchSources, toSources } from "./sources/sources";
import { unpackArchives } from "./sources/unpack";
import { reportUnlessNotLoaded, settled } from "../base/report-error";
import { tick } from "../base/schedule";
import { ignoreParserLoss, reportUnlessParserLoss, reportedFailure } from "../parser/parser-loss";
import { notLoaded } from "./not-loaded";

type PoolCode = typeof import("../parser/pool/pool");

/** A session on the screen: its rows, and more that only the viewer knows. */
interface ShownSession {
  readonly conversation: RowStore;
}

export type LoaderScreen<Context extends ShownSession> =
  | { readonly kind: "empty" }
  | { readonly kind: "waiting" }
  | { readonly kind: "fetching"; readonly arrived: FetchProgress }
  | { readonly kind: "chooser" }
  | { readonly kind: "session"; readonly session: number; readonly context: Context }
  | { readonly kind: "failed"; readonly failure: Failure };

/** The loaded session and its sources, as input for an export. */
export interface ExportSource {
  readonly api: ParserApi;
  readonly sessions: readonly SessionInfo[];
  /** The session on the screen; undefined if that is the list of sessions. */
  readonly shown: SessionInfo | undefined;
  /** The uuid of the current record. */
  readonly at: string;
  /** The price table that applies, unless that is the built-in one. */
  readonly prices: readonly Source[];
}

/** The element that a SessionLoader loads for. */
export interface LoaderHost extends ReactiveControllerHost {
  readonly isConnected: boolean;
  readonly assets: string;
  readonly parserFactory: ParserFactory;
  readonly fileFetcher: FileFetcher;
  readonly failures: FailureController;
  /** Whether the element decides itself when to dispose of a session after it was disconnected. */
  readonly disposesItself: boolean;
  emit<K extends keyof SessionEvents>(name: K, detail: SessionEvents[K]): void;
  /** Shows a text for a moment. */
  announce(text: string): void;
  /** Shows a session, or the list of sessions. */
  present(session: number | undefined): void;
  /** Called at the start of a load, after everything from the previous load was cleared. */
  onBegin(reading: Promise<unknown>): void;
  /** Releases everything that was made from the loaded files. */
  onClear(): void;
  /** Called at the end of a load: every file was read. `first` are the first rows of the first session. */
  complete(first?: Page): void;
  /** Ends the conversations of these sessions, or of all: no more of them will be read. */
  endConversations(sessions?: readonly number[]): void;
  /** Fetches the code that shows the files about to be read. */
  fetchCode(mayHaveSeveralSessions: boolean): Promise<unknown> | undefined;
  /** Fetches the code that opens changed files again. */
  loadRereading(): Promise<typeof import("./sources/read-on")>;
  /** Resolves when the rows on the screen are rendered. */
  whenRendered(): Promise<unknown> | undefined;
  dispose(): void;
}

const SESSIONS_EVERY = 700; // ms between two updates of the list of sessions while loading
const LISTING = 9; // and at least this many times as long as an update takes

/**
 * Loads sessions for an element: it owns the files and their parser, and decides what is on the screen while they are
 * read. Each load replaces the one before.
 */
export class SessionLoader<Context extends ShownSession> implements ReactiveController {
  readonly screen = signal<LoaderScreen<Context>>({ kind: "empty" });
  readonly progress = signal<Progress | undefined>(undefined);
  readonly sessions = signal<readonly SessionInfo[]>([]);
  /** Fetches all files of an address. */
  fetchSources = fetchSources;
  /** The files that are being read or were read. */
  sources: readonly Source[] = [];
  readonly #host: LoaderHost;
  #parser: ParserHandle | undefined;
  #spare: ParserHandle | undefined;
  #loading: AbortController | undefined;
  #handles: Handles = Promise.resolve([]); // of the files on disk
  readonly #prices = new AppliedPrices();
  #sessionsUpdated = -Infinity; // when the list of sessions was last updated

  constructor(host: LoaderHost) {
    this.#host = host;
    host.addController(this);
    // An embedded viewer is rendered even while it is disconnected, so this outlives a disconnection.
    updateOn(host, this.screen, this.progress, this.sessions);
  }

  /**
   * Disposes of everything once the element is removed. If it was only moved within its page, it is connected again at
   * once.
   */
  hostDisconnected(): void {
    queueMicrotask(() => {
      if (!this.#host.isConnected && !this.#host.disposesItself) this.#host.dispose();
    });
  }

  /** Starts the parser ahead of a load; resolves when it is ready or has failed. */
  async prepare(): Promise<void> {
    if (this.#spare !== undefined) return;
    try {
      this.#spare = this.#make();
      await this.#spare.api.sessions();
    } catch (error) {
      reportUnlessParserLoss(error); // a missing parser is reported by the next load
    }
  }

  /**
   * Reads files in place of what was loaded before. Resolves to true when everything is read, and to false if another
   * load replaced it meanwhile; rejects with a Failure. Files that change while they are being read are opened again
   * through the handles; "unchanged" handles are those of the last call.
   */
  async read(input: LoadInput, handles: Handles | "unchanged" = Promise.resolve([])): Promise<boolean> {
    if (handles !== "unchanged") this.#handles = handles;
    const added = toSources(input);
    const isOnlyPrices = added.every(isPrices);
    if (!isOnlyPrices) this.#prices.use([], []);
    // Prices alone apply to what is on the screen. If they are invalid, the previous ones still do.
    const sources = isOnlyPrices
      ? [...this.sources.filter((source) => !isPrices(source)), ...added, ...this.#prices.sources]
      : added;
    return this.#started(this.#run(sources, this.#begin()));
  }

  #started<T>(reading: Promise<T>): Promise<T> {
    this.#host.onBegin(reading);
    return reading;
  }

  /** Returns what `unspool inspect` prints for the session on the screen, or for the first one. */
  async summary(): Promise<Summary> {
    return this.requireApi().query("summary", { session: this.session ?? 0 });
  }

  /** Whether there is content on the screen. */
  get hasContent(): boolean {
    const screen = this.screen.value;
    return screen.kind === "session"
      ? screen.context.conversation.total > 0
      : screen.kind === "chooser" && this.sessions.value.length > 0;
  }

  /** The session on the screen. */
  get session(): number | undefined {
    return this.screen.value.kind === "session" ? this.screen.value.session : undefined;
  }

  /** The conversation on the screen. */
  get shown(): Context | undefined {
    return this.screen.value.kind === "session" ? this.screen.value.context : undefined;
  }

  /** Why there is nothing on the screen. */
  get failed(): Failure | undefined {
    return this.screen.value.kind === "failed" ? this.screen.value.failure : undefined;
  }

  info(session: number): SessionInfo | undefined {
    return this.sessions.value.find(({ index }) => index === session);
  }

  /** Releases everything that was loaded. */
  dispose(): void {
    this.#clear();
    this.#unprepare();
    this.#handles = Promise.resolve([]);
    this.#prices.use([], []);
    this.screen.value = { kind: "empty" };
  }

  /** Removes the files and everything else, and shows why. */
  stop(why: Failure): void {
    this.screen.value = { kind: "failed", failure: why };
    this.#loading?.abort();
    this.#parser?.terminate();
    this.#unprepare();
  }

  /** Returns why files contain no session; undefined if they contain one. What was loaded stays. */
  async refusal(sources: readonly Source[]): Promise<Failure | undefined> {
    const probe = this.#spare ?? this.#make();
    this.#spare = undefined; // a load that begins meanwhile takes another one
    let isUsed = false;
    const why = await refusalOf(sources, {
      peek: (files) => probe.api.peek(files),
      load: (files, onProgress) => {
        isUsed = true; // a parser loads only once
        return probe.api.load(files, onProgress);
      },
    });
    if (isUsed || this.#spare !== undefined) probe.terminate();
    else this.#spare = probe;
    return why;
  }

  #make(): ParserHandle {
    return this.#host.parserFactory(assetsAt(this.#host.assets));
  }

  #unprepare(): void {
    this.#spare?.terminate();
    this.#spare = undefined;
  }

  get api(): ParserApi | undefined {
    return this.#parser?.api;
  }

  /** Returns the parser's API; throws a Failure if nothing was loaded. */
  requireApi(): ParserApi {
    if (this.#parser === undefined) throw failure("empty");
    return this.#parser.api;
  }

  /** Everything that was loaded; undefined while files are being read. `at` is the current record. */
  exportSource(at: string): ExportSource | undefined {
    const { api, session } = this;
    const { kind } = this.screen.value;
    if (api === undefined || (kind !== "session" && kind !== "chooser") || this.progress.value !== undefined)
      return undefined;
    return {
      api,
      sessions: this.sessions.value,
      shown: session === undefined ? undefined : this.info(session),
      at,
      prices: this.#prices.sources,
    };
  }

  // Loading

  /** Releases the files, and everything that was made from them. */
  #clear(): void {
    this.#host.onClear();
    this.#loading?.abort();
    this.#parser?.terminate();
    this.#parser = undefined;
    this.sources = [];
    this.#prices.name(undefined);
    this.progress.value = undefined;
    this.sessions.value = [];
    this.#host.failures.clear();
    this.#sessionsUpdated = -Infinity;
  }

  #begin(): AbortController {
    this.#clear();
    const loading = new AbortController();
    this.#loading = loading;
    this.screen.value = { kind: "waiting" };
    return loading;
  }

  /** With `reopening`, files on disk are opened again. */
  async #run(given: readonly Source[], loading: AbortController, reopening = false): Promise<boolean> {
    let reading = true; // reported below
    const spare = this.#spare;
    try {
      this.sources = given;
      const files = await withCopiedPrices(reopening ? await this.#reopened(given) : given);
      if (loading.signal.aborted) return false;
      const { sources, note } = await unpackArchives({ sources: files }, { signal: loading.signal });
      if (loading.signal.aborted) return false;
      this.sources = sources;
      this.#prices.name(sources.find(isPrices));
      this.#host.failures.partialFailure.value =
        note === undefined ? sources.find(({ incomplete }) => incomplete)?.incomplete : failure("incomplete", note);
      // Without the code of the pool, one parser reads all files.
      const poolCode = isMany(sources) ? await import("../parser/pool/pool").catch(reportUnlessNotLoaded) : undefined;
      if (loading.signal.aborted) return false;
      const firstParser = spare ?? this.#make();
      this.#spare = undefined;
      const parser = poolCode === undefined ? firstParser : this.#pool(poolCode, firstParser, loading.signal);
      this.#parser = parser;
      void parser.stopped.then((why) => {
        if (this.#parser === parser && why !== undefined && !reading) this.#host.failures.fail(why);
      });
      // Only at its end is it known whether a document is one session or an export of many.
      const isSingleDocument = isDocument(sources);
      const mayHaveSeveralSessions = isSingleDocument || mainFiles(sources) > 1;
      const viewerCode = this.#host.fetchCode(mayHaveSeveralSessions);
      if (viewerCode !== undefined) void settled(viewerCode); // reported below
      if (!mayHaveSeveralSessions) this.#sessionsUpdated = performance.now(); // the first rows come first
      const loaded = await parser.api.load(sources, (progress, first) => {
        // In Firefox and WebKit the last one may arrive after the reply.
        if ((reading || progress.done) && !loading.signal.aborted)
          void this.#onProgress(progress, mayHaveSeveralSessions, isSingleDocument, first);
      });
      const { missed, sessions, first } = await this.#readChanged(parser.api, loaded, loading.signal);
      reading = false;
      if (loading.signal.aborted) return false;
      this.sessions.value = sessions;
      this.progress.value = undefined;
      this.#host.failures.showMissed(missed);
      this.#prices.use(sources, missed); // all rows are rendered again below
      if (this.screen.value.kind === "waiting")
        this.#host.present(
          mayHaveSeveralSessions && this.sessions.value.length > 1 ? undefined : (this.sessions.value[0]?.index ?? 0),
        );
      this.#host.complete(first);
      await viewerCode?.catch((error: unknown) => notLoaded(this.#host, error));
      await this.#host.updateComplete;
      await this.#host.whenRendered();
      if (loading.signal.aborted) return false;
      this.#host.emit("unspool-ready", { sessions: this.sessions.value });
      return true;
    } catch (error) {
      if (loading.signal.aborted) return false;
      const why = reportedFailure(error, "crashed");
      // A spare parser that stopped before it was needed is not the fault of the files.
      if (spare !== undefined && why.code === "worker" && why.path === "" && !this.hasContent)
        return this.#run(given, loading);
      // The files may have changed since they were dropped; through their handles they can be opened again.
      if (isUnreadable(why) && !reopening && (await this.#handles).length > 0) {
        if (loading.signal.aborted) return false;
        this.#parser?.terminate();
        return this.#run(given, loading, true);
      }
      this.#host.failures.fail(why);
      throw why;
    }
  }

  /** Opens files again, as far as there are handles for them. */
  async #reopened(sources: readonly Source[]): Promise<readonly Source[]> {
    const handles = await this.#handles;
    const code = await this.#host.loadRereading().catch(reportUnlessNotLoaded);
    const paths = sources.map(({ path }) => path);
    const opened = await code?.reopen(handles, paths);
    return sources.map((source) => ({ ...source, blob: opened?.get(source.path) ?? source.blob }));
  }

  /** Reads on in files that changed while they were being read. */
  async #readChanged(api: ParserApi, loaded: LoadResult, signal: AbortSignal): Promise<LoadResult> {
    if (!loaded.missed.some(isUnreadable)) return loaded;
    const handles = await this.#handles;
    const code = await this.#host.loadRereading().catch(reportUnlessNotLoaded);
    // If one parser of a pool stops meanwhile, the others go on.
    const missed =
      (code && (await ignoreParserLoss(code.readChanged(api, handles, loaded.missed, signal)))) ?? loaded.missed;
    return { missed, sessions: await api.sessions(), first: undefined };
  }

  /** Combines several parsers into one. */
  #pool({ createPool }: PoolCode, first: ParserHandle, signal: AbortSignal): ParserHandle {
    const refresh = async (): Promise<void> => {
      const { api } = this;
      const sessions = api && (await ignoreParserLoss(api.sessions()));
      if (sessions === undefined || signal.aborted) return;
      this.sessions.value = sessions;
      this.shown?.conversation.refresh();
    };
    return createPool(first, {
      make: () => this.#make(),
      onStopped: (why, sessions) => {
        if (signal.aborted) return;
        this.#host.failures.partialFailure.value = why;
        this.#host.endConversations(sessions);
        this.#host.emit("unspool-error", why);
        void refresh();
      },
      onListed: () => void refresh(),
      onReadAgain: (progress) => {
        if (signal.aborted) return;
        this.progress.value = progress;
        if (progress !== undefined) this.#host.failures.partialFailure.value = undefined;
        void refresh();
      },
    });
  }

  async #onProgress(
    progress: Progress,
    mayHaveSeveralSessions: boolean,
    isSingleDocument: boolean,
    first: Page | undefined,
  ): Promise<void> {
    const parser = this.#parser;
    if (!progress.done) this.progress.value = progress;
    this.#host.emit("unspool-progress", progress);
    if (progress.done) return; // the reply follows, with all sessions
    if (
      this.screen.value.kind === "waiting" &&
      !isSingleDocument &&
      (mayHaveSeveralSessions ? progress.sessions > 0 : progress.rows > 0)
    ) {
      this.#host.present(mayHaveSeveralSessions ? undefined : 0);
    }
    const conversation = this.shown?.conversation;
    if (conversation?.session === 0 && progress.rows > 0) conversation.onProgress(progress.rows, first);
    else conversation?.refresh();
    const now = performance.now();
    if (parser === undefined || now - this.#sessionsUpdated < SESSIONS_EVERY) return;
    this.#sessionsUpdated = now;
    const sessions = await ignoreParserLoss(parser.api.sessions());
    await tick(); // the list is rendered in a task of its own
    if (this.#parser !== parser || this.progress.value === undefined) return; // all of them are listed by now
    if (sessions !== undefined) this.sessions.value = sessions;
    await this.#host.updateComplete;
    this.#sessionsUpdated = performance.now() + LISTING * (performance.now() - now);
  }

  /** Reads the files at an address. Failures are shown and reported by an event. */
  open(src: string): Promise<void> {
    void this.prepare(); // in parallel with the transcript
    this.#handles = Promise.resolve([]);
    this.#prices.use([], []);
    return this.#started(this.#open(src, this.#begin()));
  }

  async #open(src: string, loading: AbortController): Promise<void> {
    const { signal } = loading;
    try {
      const sources = await this.fetchSources(src, this.#host.fileFetcher, signal, (arrived) => {
        if (!signal.aborted) this.screen.value = { kind: "fetching", arrived };
      });
      if (signal.aborted) return;
      this.screen.value = { kind: "waiting" };
      await this.#run(sources, loading);
    } catch (error) {
      if (!signal.aborted && this.failed === undefined)
        this.#host.failures.fail(reportedFailure(error, "unreadable", src));
    }
  }
}
