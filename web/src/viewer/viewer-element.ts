import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { markStyles } from "../content/mark-styles";
import type { Renderers } from "../content/markdown/renderers";
import type { RowContext } from "../rows/context";
import { rowSheets } from "../rows/styles";
import { assetsAt } from "../parser/assets";
import type { Link, Page, Row, SessionInfo, Summary } from "../parser/model";
import { type ParserFactory, createParser } from "../parser/client";
import type { ParserApi, Progress, Source } from "../parser/protocol";
import { Dates } from "../session/format";
import type { Header } from "../session/header";
import { toolButtonStyles } from "../ui/common-styles";
import { hostStyles } from "../ui/host-styles";
import { type ContentCode, loadContent, loadPanes, loadRereading } from "./late-code";
import { ListElement, type ScrollPosition } from "../list/conversation-list";
import { listStyles } from "../list/list-styles";
import type { SessionEvents } from "../session/events";
import { FailureController } from "../session/failure-controller";
import { type ExportSource, type LoaderHost, type LoaderScreen, SessionLoader } from "../session/session-loader";
import { type FileFetcher, ownFiles } from "../session/sources/file-fetcher";
import type { LoadInput } from "../session/sources/sources";
import { Conversations } from "./conversations";
import type { Handles } from "../session/sources/file-handles";
import type { Panes } from "./layout/pane-manager";
import type { WatchedViewer } from "./live/file-watcher";
import type { PaneViewer } from "../panes/session-controller";
import { openingAddress, uuidIn } from "../parser/row-key";
import { ErrorLine } from "./error-line";
import { FocusController } from "./focus-controller";
import { Notice } from "./notice";
import { empty, fetching, fillBar, progressBar, stateStyles } from "./states";
import { failureState, partialFailureBar, failureStyles } from "./failure-view";
import { tokens } from "../ui/tokens";
import { notLoaded } from "../session/not-loaded";
import { reportUnlessParserLoss } from "../parser/parser-loss";
import { baseStyles } from "../ui/base-styles";

/**
 * `<unspool-session>` reads Claude Code sessions. The element contains all state of one viewer, so a page can have
 * several.
 */
export class ViewerElement extends LitElement implements LoaderHost, PaneViewer, WatchedViewer {
  /** The address of a transcript, or of a list of files (`{"name": …, "files": […]}`). */
  @property({ useDefault: true }) src = "";
  /** The folder of the viewer's own files if they are not beside its code. */
  @property({ useDefault: true }) assets = "";
  @property({ attribute: false }) parserFactory: ParserFactory = createParser;
  /** Fetches files from addresses. */
  @property({ attribute: false }) fileFetcher: FileFetcher = ownFiles;
  /** "auto", "light" or "dark". */
  @property({ reflect: true, useDefault: true }) theme = "auto";
  /** The page's renderers for formulas and diagrams, which are otherwise shown as source. */
  @property({ attribute: false }) renderers: Renderers = {};
  /** Returns the address of a record in the session with an ID; undefined if the page has no addresses for records. */
  @property({ attribute: false }) linkTo: ((uuid: string, session: string) => string) | undefined;
  /** The panes and dialogs around the conversation, once their code is loaded. */
  @state() protected panes: Panes | undefined;

  readonly #notice = new Notice(this);
  readonly #focus = new FocusController(this);
  readonly #errorLine = new ErrorLine(this);
  readonly failures: FailureController = new FailureController(this);
  readonly loader: SessionLoader<RowContext> = new SessionLoader<RowContext>(this);
  readonly loadRereading = loadRereading;
  readonly conversations: Conversations = new Conversations({
    renderRoot: () => this.renderRoot,
    content: () => this.#content(),
    assets: () => assetsAt(this.assets),
    info: (session) => this.loader.info(session),
    dates: () => this.dates,
    renderers: () => this.renderers,
    linkTo: () => this.linkTo,
    inspector: (from) => this.panes?.inspector(from),
    announce: (text) => this.announce(text),
    goTo: (address) => void (this.panes?.controller ?? this).goTo(address),
    openLink: (link) => this.#openLink(link),
  });
  #listening = new AbortController();
  #awaitsPanes: AbortSignal | undefined; // ends the listeners of the panes, which start once their code is loaded
  /** Dates and times in the user's language. */
  dates = new Dates();
  #rendered: Partial<{
    screen: LoaderScreen<RowContext>;
    progress: Progress | undefined;
    sessions: readonly SessionInfo[];
  }> = {};

  // API for the page

  /** Starts the parser ahead of a load. Resolves when it is ready or has failed. */
  prepare(): Promise<void> {
    return this.loader.prepare();
  }

  /** Replaces what was loaded before; see SessionLoader.read. */
  read(input: LoadInput, handles?: Handles | "unchanged"): Promise<boolean> {
    return this.loader.read(input, handles);
  }

  /** Returns what `unspool inspect` prints for the session on the screen, or for the first one. */
  summary(): Promise<Summary> {
    return this.loader.summary();
  }

  /** Releases everything that was loaded. */
  dispose(): void {
    this.loader.dispose();
  }

  get sessions(): readonly SessionInfo[] {
    return this.loader.sessions.value;
  }

  get sources(): readonly Source[] {
    return this.loader.sources;
  }

  get api(): ParserApi | undefined {
    return this.loader.api;
  }

  protected get screen(): LoaderScreen<RowContext> {
    return this.loader.screen.value;
  }

  /** The conversation on the screen. */
  get shown(): RowContext | undefined {
    return this.loader.shown;
  }

  /** Whether files are being read. */
  get busy(): boolean {
    return this.loader.progress.value !== undefined;
  }

  /** Shows the row of a record; returns false if there is none. */
  async goTo(uuid: string): Promise<boolean> {
    const shown = this.shown;
    if (shown === undefined) return false;
    const { api, session } = shown.conversation;
    const index = await shown.conversation.resolveIndex(api.query("find", { session, address: uuid }));
    if (index === null || this.shown !== shown) return false; // the user went elsewhere meanwhile
    if ((await this.list()?.goTo(index, "reach")) !== true) return false;
    this.panes?.highlightTarget();
    return true;
  }

  /** Everything that was loaded; undefined while files are being read. */
  get exportSource(): ExportSource | undefined {
    return this.loader.exportSource(openingAddress(this.#readKey() ?? ""));
  }

  announce(text: string): void {
    this.#notice.show(text);
  }

  /** Follows the files as they grow, through their handles if the browser provides them. */
  follow(handles?: Handles | "unchanged"): void {
    const { sources } = this;
    void this.#withPanes((panes) => panes.live.follow(sources, handles));
  }

  override focus(options?: FocusOptions): void {
    void this.updateComplete.then(() => {
      if (!this.#focus.focusContent(options)) super.focus(options);
    });
  }

  present(session: number | undefined): void {
    const { api } = this;
    if (api === undefined) return;
    if (session !== undefined && !this.conversations.canOpen(session)) return this.conversations.announceUnread();
    this.conversations.suspendExcept(session);
    if (session === undefined) {
      this.loader.screen.value = { kind: "chooser" };
      return;
    }
    const file = this.loader.info(session)?.file ?? -1;
    const context = this.conversations.open(api, session, file, (opened) => this.onOpened(opened));
    this.loader.screen.value = { kind: "session", session, context };
    this.panes?.addSession(context);
  }

  readonly disposesItself: boolean = false;

  onBegin(_reading: Promise<unknown>): void {
    // Overridden by elements that wait for a load.
  }

  onClear(): void {
    this.conversations.clear();
    this.panes?.close();
  }

  endConversations(sessions?: readonly number[]): void {
    this.conversations.end(sessions);
  }

  fetchCode(mayHaveSeveralSessions: boolean): Promise<unknown> | undefined {
    // Text is needed first, so its code is fetched while the file is read.
    this.#content().catch((error: unknown) => notLoaded(this, error)); // text then stays plain
    return mayHaveSeveralSessions ? this.loadPanes() : undefined;
  }

  /** Loads the code for the content of rows. After a failure, the next call tries again. */
  #content(): Promise<ContentCode> {
    return loadContent(() => this.renderRoot, this.printsAllRows);
  }

  /** Called before a conversation is shown for the first time. */
  protected onOpened(_context: RowContext): void {
    // Overridden by elements that prepare conversations.
  }

  /** Opens the linked session, at the record where the two meet if it is known. */
  async #openLink(link: Link): Promise<void> {
    if (link.index === null) return;
    this.present(link.index);
    await this.updateComplete;
    if (link.at !== "" && this.loader.session === link.index) await this.goTo(link.at);
  }

  /** Loads the panes and dialogs; rejects if their code cannot be loaded. */
  protected async loadPanes(): Promise<Panes> {
    const { Panes } = await loadPanes(() => this.renderRoot);
    const panes = (this.panes ??= new Panes(this));
    if (this.#awaitsPanes?.aborted === false) this.#awaitsPanes.onabort = panes.listen(this);
    this.#awaitsPanes = undefined;
    return panes;
  }

  /** Uses the panes once their code is loaded. Errors are reported. */
  async #withPanes(use: (panes: Panes) => unknown): Promise<void> {
    const panes = await this.loadPanes().catch((error: unknown) => notLoaded(this, error));
    if (panes === undefined) return;
    try {
      await use(panes);
    } catch (error) {
      reportUnlessParserLoss(error);
    }
  }

  /** The session on the screen as listed among the sessions. */
  protected get info(): SessionInfo | undefined {
    const { session } = this.loader;
    return session === undefined ? undefined : this.loader.info(session);
  }

  /** The list on the screen. A disconnected list has no size and never settles, so nothing may wait for it. */
  list(): ListElement | undefined {
    return this.isConnected ? this.#renderedList : undefined;
  }

  get #renderedList(): ListElement | undefined {
    const list = this.renderRoot.querySelector("unspool-list");
    return list instanceof ListElement ? list : undefined;
  }

  selectAll(list: ListElement): void {
    this.panes?.selectAll(list);
  }

  /** The scroll position of the list, even if it has just been disconnected. */
  get scrollPosition(): ScrollPosition | undefined {
    return this.#renderedList?.scrollPosition;
  }

  whenRendered(): Promise<unknown> | undefined {
    return this.list()?.whenRendered();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#listening = new AbortController();
    this.listen();
  }

  /** Starts the listeners that are active while the element is connected. */
  protected listen(): void {
    this.#awaitsPanes = this.#listening.signal;
    void this.#withPanes(() => undefined);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#listening.abort();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("src")) this.srcChanged();
  }

  protected srcChanged(): void {
    if (this.src !== "") void this.loader.open(this.src);
  }

  protected override render(): TemplateResult {
    const failure = this.failures.partialFailure.value;
    const progress = this.loader.progress.value;
    return html`${this.content()}
    ${failure === undefined ? nothing : partialFailureBar(failure, () => void this.reload())}
    ${this.#errorLine.render()}
    ${progress !== undefined || this.screen.kind === "waiting" ? progressBar(progress) : nothing}
    ${this.#notice.render()} ${this.panes?.dialog() ?? nothing}`;
  }

  protected content(): TemplateResult {
    const { screen } = this;
    switch (screen.kind) {
      case "empty":
        return html`<slot>${empty()}</slot>`;
      case "waiting":
        return html`<div class="state"></div>`;
      case "fetching":
        return html`${this.strip(undefined)}${fetching(screen.arrived)}`;
      case "failed":
        return html`${failureState(
            screen.failure,
            this.sources.length === 0 && this.src === "" ? undefined : () => void this.reload(),
          )}<slot></slot>`;
      case "chooser":
        return html`${this.strip(undefined)} ${this.panes?.chooser() ?? html`<div class="state"></div>`}`;
      case "session": {
        const { info } = this;
        return html`${this.strip({
          info,
          back: this.sessions.length > 1 ? () => this.present(undefined) : undefined,
          dates: this.dates,
          help: () => void this.#withPanes((panes) => panes.open({ kind: "keys" })),
          details: () => void this.#withPanes((panes) => panes.details()),
          findings:
            info !== undefined && info.damaged > 0
              ? () => void this.#withPanes((panes) => panes.findings())
              : undefined,
        })}
        ${this.conversation(screen.context)}`;
      }
    }
  }

  protected conversation(context: RowContext): TemplateResult {
    return html`<unspool-list
      part="list"
      .context=${context}
      ?busy=${this.busy}
      ?paper=${this.printsAllRows}
      @row-select=${this.#onSelect}
      @row-sight=${() => this.panes?.viewportChanged()}
    ></unspool-list>`;
  }

  /**
   * Renders the line above a conversation, or (undefined) above the list of sessions. Each kind of page has its own.
   */
  protected strip(_use: Header | undefined): TemplateResult {
    return html``;
  }

  /** Whether printing the page prints the whole conversation, and not only the visible part. */
  get printsAllRows(): boolean {
    return true;
  }

  /** Whether the viewer fills its page. */
  get fillsPage(): boolean {
    return false;
  }

  protected override updated(_changed: PropertyValues): void {
    const { screen } = this;
    const progress = this.loader.progress.value;
    const before = this.#rendered;
    this.#rendered = { screen, progress, sessions: this.sessions };
    if (progress !== before.progress || this.sessions !== before.sessions) this.panes?.dataChanged();
    fillBar(this.renderRoot, progress);
    if (screen === before.screen || (screen.kind !== "chooser" && screen.kind !== "session")) return;
    if (before.screen?.kind === "chooser" || before.screen?.kind === "session") this.#focus.contentReplaced();
    this.emit("unspool-show", { session: this.info });
  }

  emit<K extends keyof SessionEvents>(name: K, detail: SessionEvents[K]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** The key of the current row. */
  #readKey(): string | undefined {
    const list = this.list();
    return list?.context?.conversation.row(list.visibleCurrentIndex())?.key;
  }

  /** Updates the sessions after more of the files was read. */
  async filesGrown(whole: readonly string[]): Promise<void> {
    this.failures.filesRead(whole);
    const { api } = this;
    const sessions = (await api?.sessions()) ?? [];
    if (api !== this.api) return; // other files were opened meanwhile
    this.loader.sessions.value = sessions;
    this.complete();
  }

  complete(first?: Page): void {
    this.conversations.complete(first);
  }

  /**
   * Reads the same files again, or the given ones instead, and goes back to the current position. Returns whether they
   * were read. If there are none, the address is opened again.
   */
  async reload(replacement?: readonly Source[]): Promise<boolean> {
    // Files that are no longer available must not replace what is on the screen.
    const sources = replacement ?? (await this.panes?.live.watcher?.currentSources()) ?? this.sources;
    if (sources.length === 0 && this.sources.length > 0) return false;
    const { screen } = this;
    const key = this.#readKey();
    try {
      if (sources.length === 0) await this.loader.open(this.src);
      else if (await this.read(sources, "unchanged")) {
        const { api } = this;
        if (screen.kind === "session") {
          this.present(screen.session);
          await this.updateComplete;
          if (key !== undefined && api === this.api) await this.goTo(key);
        }
        return api === this.api;
      }
    } catch (error) {
      if (this.screen.kind !== "failed") reportUnlessParserLoss(error);
    }
    return false;
  }

  readonly #onSelect = (event: CustomEvent<Row>): void => {
    const { key, turn, prompt, kind } = event.detail;
    this.panes?.currentRowChanged();
    this.emit("unspool-select", { uuid: uuidIn(key), turn, prompt, kind });
  };

  static override styles = [
    tokens,
    baseStyles,
    hostStyles,
    markStyles,
    toolButtonStyles,
    listStyles,
    ...rowSheets,
    stateStyles,
    failureStyles,
  ];
}
