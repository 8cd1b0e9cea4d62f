import { LitElement, type PropertyDeclarations, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import type { Choices } from "../render/choices";
import { markStyles } from "../render/mark-styles";
import type { Renderers } from "../render/renderers";
import type { RowContext } from "../rows/context";
import { rowSheets } from "../rows/styles";
import { assetsAt } from "../worker/assets";
import { type ParserFactory, type ParserHandle, createParser } from "../worker/client";
import { failure, isFailure, toFailure } from "../worker/failure";
import type { Link, Row, SessionInfo, Summary } from "../worker/model";
import { isDocument, isPrices, mainFiles } from "../worker/order";
import type { Failure, ParserApi, Progress, Source } from "../worker/protocol";
import { showsRows } from "../worker/shown";
import { words } from "../words";
import type { Conversation } from "./conversation";
import { Dates } from "./format";
import { type Header, buttonStyles } from "./header";
import { hostStyles } from "./host-styles";
import { LateCode } from "./late";
import { ListElement } from "./list";
import { listStyles } from "./list-styles";
import { type OpenConversation, openConversation } from "./opened";
import type { Handles } from "../panes/live/handles";
import type { Look } from "../panes/look";
import type { Panes } from "../panes/panes";
import type { UnspoolDetails } from "./public";
import { Selecting } from "./selecting";
import { type FileFetcher, ownFiles } from "./files";
import { type Arrived, type Loadable, fetchSources, toSources } from "./sources";
import { empty, failed, fetching, fillBar, progressBar, stateStyles, troubled } from "./states";
import { tokens } from "./tokens";

/** What is on the screen. */
export type Screen =
  | { readonly kind: "empty" }
  | { readonly kind: "waiting" }
  | { readonly kind: "fetching"; readonly arrived: Arrived }
  | { readonly kind: "chooser" }
  | { readonly kind: "reading"; readonly session: number; readonly context: RowContext }
  | { readonly kind: "failed"; readonly failure: Failure };

/** The events of the element, and what their `detail` holds; those that are not public are for the pages of the viewer. */
export interface SessionEvents extends UnspoolDetails {
  /** The reader looks at something else: what an address can hold of it. */
  "unspool-look": Look;
  /** Another session, or the list of them (undefined), is on the screen. */
  "unspool-show": { readonly session: SessionInfo | undefined };
}

/** What was read, for who keeps it. */
export interface Held {
  readonly api: ParserApi;
  readonly sessions: readonly SessionInfo[];
  /** The one on the screen; undefined if that is the list of them. */
  readonly shown: SessionInfo | undefined;
  /** The uuid of the record where the reader is. */
  readonly at: string;
  /** A table of prices that was read along. */
  readonly prices: readonly Source[];
}

const SESSIONS_EVERY = 700; // ms between two looks at the list of sessions while loading
const NOTICE_FOR = 3_000;

/**
 * `<unspool-session>` reads Claude Code sessions. Everything of one viewer is
 * held in here: several may stand on one page.
 */
export class UnspoolSession extends LitElement {
  static override properties: PropertyDeclarations = {
    src: { type: String, useDefault: true },
    assets: { type: String, useDefault: true },
    theme: { type: String, reflect: true, useDefault: true },
    parserFactory: { attribute: false },
    files: { attribute: false },
    renderers: { attribute: false },
    linkTo: { attribute: false },
    screen: { state: true },
    progress: { state: true },
    sessions: { state: true },
    trouble: { state: true },
    notice: { state: true },
    panes: { state: true },
  };
  /** Address of a transcript, or of a list of files (`{"name": …, "files": […]}`). */
  declare src: string;
  /** Folder with the viewer's own files, where they are not beside its code. */
  declare assets: string;
  /** "auto", "light" or "dark". */
  declare theme: string;
  /** Makes parsers. */
  declare parserFactory: ParserFactory;
  /** How files come from addresses. */
  declare files: FileFetcher;
  /** What the page draws of formulas and diagrams, which are shown as their source else. */
  declare renderers: Renderers;
  /** Gives the address of a record; a page that has none for records leaves it out. */
  declare linkTo: ((uuid: string) => string) | undefined;
  declare protected screen: Screen;
  declare private progress: Progress | undefined;
  declare protected sessions: readonly SessionInfo[];
  declare private notice: string;
  /** What stands around and over the conversation, once its code is here. */
  declare protected panes: Panes | undefined;
  /** Why reading ended, when there is something to be read all the same. */
  declare private trouble: Failure | undefined;

  #parser: ParserHandle | undefined;
  #spare: ParserHandle | undefined;
  #sources: readonly Source[] = [];
  #abort = new AbortController();
  #loading: AbortController | undefined;
  #conversations = new Map<number, OpenConversation>();
  readonly #late = new LateCode(() => this.renderRoot, () => this.wholeOnPaper);
  readonly #choices: Choices = { wrap: false, split: false };
  readonly #selecting = new Selecting({ list: () => this.list(), say: (said) => this.say(said) }, () => this.#late.selection());
  #listening = new AbortController();
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  /** Dates and times in the reader's language. */
  protected dates = new Dates();
  #looked = 0;
  #focused = false; // before it was drawn

  constructor() {
    super();
    this.src = this.assets = "";
    this.theme = "auto";
    this.parserFactory = createParser;
    this.files = ownFiles;
    this.renderers = {};
    this.linkTo = undefined;
    this.screen = { kind: "empty" };
    this.progress = undefined;
    this.sessions = [];
    this.trouble = undefined;
    this.notice = "";
    this.panes = undefined;
  }

  // For the page

  /** Starts the parser ahead of a load; resolves when it is there, or cannot be. */
  async prepare(): Promise<void> {
    if (this.#spare !== undefined) return;
    try {
      this.#spare = this.parserFactory(assetsAt(this.assets));
      await this.#spare.api.sessions();
    } catch {
      // Said when something is loaded.
    }
  }

  /** Reads files; replaces what was read before. Resolves when all is read, rejects with a Failure. */
  async load(input: Loadable): Promise<void> {
    const given = toSources(input);
    // Prices alone are for what is on the screen.
    const sources = given.every(isPrices) ? [...this.#sources.filter((source) => !isPrices(source)), ...given] : given;
    await this.#run(sources, this.#begin());
  }

  /** What `unspool inspect` prints for the session on the screen, or for the first one. */
  async summary(): Promise<Summary> {
    if (this.#parser === undefined) throw failure("empty");
    return this.#parser.api.summary(this.screen.kind === "reading" ? this.screen.session : 0);
  }

  /** Shows the row of a record; false if there is none. */
  async goTo(uuid: string): Promise<boolean> {
    const shown = this.shown();
    if (shown === undefined) return false;
    const index = await shown.conversation.api.find(shown.conversation.session, uuid);
    if (index < 0) return false;
    shown.conversation.refresh();
    await this.list()?.goTo(index);
    return true;
  }

  /** Whether there is something on the screen to be read. */
  get reading(): boolean {
    const { screen } = this;
    return screen.kind === "reading" ? screen.context.conversation.total > 0 : screen.kind === "chooser" && this.sessions.length > 0;
  }

  /** All that was read; undefined before it is. */
  get held(): Held | undefined {
    const { screen, sessions } = this;
    const there = screen.kind === "reading" || screen.kind === "chooser";
    if (this.#parser === undefined || !there || this.progress !== undefined) return undefined;
    return {
      api: this.#parser.api,
      sessions,
      shown: screen.kind === "reading" ? this.info(screen.session) : undefined,
      at: uuidOf(this.#readKey() ?? ""),
      prices: this.#sources.filter(isPrices),
    };
  }

  /** Says something for a moment. */
  say(said: string): void {
    this.notice = said;
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => (this.notice = ""), NOTICE_FOR);
  }

  /** Follows the files as they grow, by their handles where the browser gave some. */
  follow(handles?: Handles): void {
    void this.#withPanes((panes) => panes.follow(handles));
  }

  /** Lets go of everything that was loaded. */
  dispose(): void {
    this.#clear();
    this.#unprepare();
    this.screen = { kind: "empty" };
  }

  #unprepare(): void {
    this.#spare?.terminate();
    this.#spare = undefined;
  }

  /** Lets go of the parser and of all that was drawn, but not of the files: `again` reads them once more. */
  protected rest(): void {
    const sources = this.#sources;
    this.dispose();
    this.#sources = sources;
  }

  /** The files that are read, or were. */
  protected get sources(): readonly Source[] {
    return this.#sources;
  }

  /** The parser that reads them. */
  protected get api(): ParserApi | undefined {
    return this.#parser?.api;
  }

  override focus(options?: FocusOptions): void {
    void this.updateComplete.then(() => {
      const inside = this.renderRoot.querySelector<HTMLElement>("unspool-list, .chooser .entry, .chooser");
      if (inside === null) super.focus(options);
      else inside.focus(options);
    });
  }

  // Loading

  #clear(): void {
    this.#loading?.abort();
    this.#abort.abort();
    this.#abort = new AbortController();
    for (const { end } of this.#conversations.values()) end();
    this.#conversations.clear();
    this.#parser?.terminate();
    this.#parser = undefined;
    this.#sources = [];
    this.progress = undefined;
    this.sessions = [];
    this.panes?.close();
    this.trouble = undefined;
    this.#looked = 0;
  }

  #begin(): AbortController {
    this.#clear();
    const loading = new AbortController();
    this.#loading = loading;
    this.screen = { kind: "waiting" };
    return loading;
  }

  async #run(sources: readonly Source[], loading: AbortController): Promise<void> {
    let reading = true; // then its end is told below
    try {
      this.#sources = sources;
      const parser = this.#spare ?? this.parserFactory(assetsAt(this.assets));
      this.#spare = undefined;
      this.#parser = parser;
      void parser.ended.then((why) => {
        if (this.#parser === parser && why !== undefined && !reading) this.fail(why);
      });
      // Only at its end is it known whether a document is one session or an export of many.
      const document = isDocument(sources);
      const several = document || mainFiles(sources) > 1;
      // Words are the first to be needed, so their code comes while the file is read.
      this.#late.formatted().catch(() => undefined); // then they stay plain
      const list = several ? this.loadPanes().then((panes) => panes.fetchLibrary()) : undefined;
      list?.catch(() => undefined); // told below
      await parser.api.load(sources, (progress) => {
        if (!loading.signal.aborted) void this.#onProgress(progress, several, document);
      });
      if (loading.signal.aborted) return;
      this.sessions = await parser.api.sessions();
      reading = false;
      if (loading.signal.aborted) return;
      this.progress = undefined;
      if (this.screen.kind === "waiting") this.present(several && this.sessions.length > 1 ? undefined : (this.sessions[0]?.index ?? 0));
      await list?.catch(() => this.say(words.render.notLoaded));
      this.shown()?.conversation.refresh();
      await this.updateComplete;
      await this.list()?.settled();
      if (loading.signal.aborted) return;
      this.tell("unspool-ready", { sessions: this.sessions });
    } catch (error) {
      if (loading.signal.aborted) return;
      const why = toFailure(error, "crashed");
      this.fail(why);
      throw why;
    }
  }

  async #onProgress(progress: Progress, several: boolean, document: boolean): Promise<void> {
    const parser = this.#parser;
    this.progress = progress;
    this.tell("unspool-progress", progress);
    if (this.screen.kind === "waiting" && !document && (several ? progress.sessions > 0 : progress.rows > 0)) {
      this.present(several ? undefined : 0);
    }
    const conversation = this.shown()?.conversation;
    if (conversation?.session === 0) conversation.grow(progress.rows);
    else conversation?.refresh();
    const now = performance.now();
    if (parser === undefined || now - this.#looked < SESSIONS_EVERY) return;
    this.#looked = now;
    const sessions = await parser.api.sessions().catch(() => undefined);
    if (sessions !== undefined && this.#parser === parser) this.sessions = sessions;
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
      if (!loading.signal.aborted && this.screen.kind !== "failed") this.fail(toFailure(error, "unreadable", address));
    }
  }

  /** Fetches all files that an address stands for. */
  protected fetchSources(address: string, signal: AbortSignal, onProgress: (arrived: Arrived) => void): Promise<readonly Source[]> {
    return fetchSources(address, this.files, signal, onProgress);
  }

  /** What was read is not taken away again: only where there is nothing of it, or it is not what was asked for, the failure takes its place. */
  protected fail(why: Failure): void {
    this.progress = undefined;
    if (this.reading && why.code !== "options") {
      this.trouble = why;
      for (const { context } of this.#conversations.values()) context.conversation.end();
    } else {
      this.screen = { kind: "failed", failure: why };
      // There is nothing left to ask them.
      this.#loading?.abort();
      this.#parser?.terminate();
      this.#unprepare();
    }
    this.tell("unspool-error", why);
  }

  protected tell<K extends keyof SessionEvents>(name: K, detail: SessionEvents[K]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  // What is shown

  /** Shows a session, or the list of them. */
  protected present(session: number | undefined): void {
    const parser = this.#parser;
    if (parser === undefined) return;
    if (session === undefined) {
      this.screen = { kind: "chooser" };
      return;
    }
    let known = this.#conversations.get(session);
    if (known === undefined) {
      known = openConversation(parser.api, session, this.#late, assetsAt(this.assets), this.#abort.signal, {
        project: () => this.info(session)?.project ?? "",
        dates: () => this.dates,
        renderers: () => this.renderers,
        choices: this.#choices,
        toggle: (conversation, row) => void this.#toggle(conversation, row),
        visit: (link) => void this.#visit(link),
        say: (said) => this.say(said),
        goTo: (address) => void (this.panes?.desk ?? this).goTo(address),
        about: (context, row, from) => void this.#about(context, row, from),
      });
      this.#conversations.set(session, known);
      this.opened(known.context);
    }
    this.screen = { kind: "reading", session, context: known.context };
  }

  /** A conversation is about to be shown for the first time. */
  protected opened(_context: RowContext): void {
    // As it is.
  }

  /** Opens another session, at the record where the two meet if that is known. */
  async #visit(link: Link): Promise<void> {
    if (link.index < 0) return;
    this.present(link.index);
    await this.updateComplete;
    if (link.at !== "") await this.goTo(link.at);
  }

  async #about(context: RowContext, row: Row, from: HTMLButtonElement): Promise<void> {
    const { signal } = this.#abort;
    const card = await this.#late.about().catch(() => this.say(words.render.notLoaded));
    if (!signal.aborted) card?.show({ context, row, from, linkTo: this.linkTo, signal });
  }

  /** What stands around the conversation; rejects where its code cannot be loaded. */
  protected async loadPanes(): Promise<Panes> {
    const { Panes } = await this.#late.panes();
    return (this.panes ??= new Panes(this, {
      api: () => this.#parser?.api,
      sessions: () => this.sessions,
      sources: () => this.#sources,
      renew: () => this.#renew(),
      reload: (sources) => this.again(sources),
      list: () => this.list(),
      shown: () => this.shown(),
      dates: () => this.dates,
      busy: () => this.progress !== undefined,
      present: (session) => this.present(session),
      goTo: (address) => this.goTo(address),
      say: (said) => this.say(said),
      update: () => this.requestUpdate(),
      looked: (look) => this.tell("unspool-look", look),
      selectAll: (list) => void this.#selecting.everything(list),
      linkTo: () => this.linkTo,
      prints: this.wholeOnPaper,
      fillsPage: this.fillsPage,
    }));
  }

  async #withPanes(use: (panes: Panes) => unknown): Promise<void> {
    const panes = await this.loadPanes().catch(() => this.say(words.render.notLoaded));
    if (panes !== undefined) use(panes);
  }

  protected shown(): RowContext | undefined {
    return this.screen.kind === "reading" ? this.screen.context : undefined;
  }

  protected info(session: number): SessionInfo | undefined {
    return this.sessions.find((info) => info.index === session);
  }

  protected list(): ListElement | undefined {
    const list = this.renderRoot.querySelector("unspool-list");
    return list instanceof ListElement ? list : undefined;
  }

  async #toggle(conversation: Conversation, row: Row): Promise<void> {
    try {
      const shown = showsRows(row);
      if (shown !== undefined) await conversation.expand(row, !shown);
      else if (row.link !== null) await this.#visit(row.link);
      else conversation.setOpen(row, !conversation.isOpen(row));
    } catch (error) {
      this.say(words.row.failedBody(isFailure(error) ? error.detail : String(error)));
    }
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#listening = new AbortController();
    this.listen(this.#listening.signal);
  }

  /** Follows what the reader does, until the signal. */
  protected listen(signal: AbortSignal): void {
    this.#selecting.start(this, signal);
    void this.#withPanes((panes) => {
      if (!signal.aborted) signal.addEventListener("abort", panes.followKeys(this));
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#listening.abort();
    this.left();
  }

  /** It was taken out of the page. Moved within it, it is connected again at once. */
  protected left(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.dispose();
    });
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("src")) this.srcChanged();
    this.#focused = this.matches(":focus-within");
  }

  protected override render(): TemplateResult {
    return html`${this.content()}
      ${this.trouble === undefined ? nothing : troubled(this.trouble, () => void this.again())}
      ${this.progress !== undefined || this.screen.kind === "waiting" ? progressBar(this.progress) : nothing}
      <div class="notice-box" role="status">${this.notice === "" ? nothing : html`<p>${this.notice}</p>`}</div>
      ${this.panes?.dialog() ?? nothing}`;
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
        return html`${failed(screen.failure, this.#sources.length === 0 && this.src === "" ? undefined : () => void this.again())}<slot></slot>`;
      case "chooser":
        return html`${this.strip(undefined)} ${this.panes?.chooser() ?? html`<div class="state"></div>`}`;
      case "reading": {
        const info = this.info(screen.session);
        return html`${this.strip({
            info,
            back: this.sessions.length > 1 ? () => this.present(undefined) : undefined,
            dates: this.dates,
            help: () => void this.#withPanes((panes) => panes.open({ kind: "keys" })),
            details: () => void this.#withPanes((panes) => panes.details()),
            findings: info !== undefined && info.damaged > 0 ? () => void this.#withPanes((panes) => panes.findings()) : undefined,
          })}
        ${this.conversation(screen.context)}`;
      }
    }
  }

  protected conversation(context: RowContext): TemplateResult {
    return html`<unspool-list
      part="list"
      .context=${context}
      ?busy=${this.progress !== undefined}
      ?paper=${this.wholeOnPaper}
      @row-select=${this.#onSelect}
      @row-sight=${() => this.panes?.sighted()}
    ></unspool-list>`;
  }

  /** What stands above a conversation, or (undefined) above the list of them: for each kind of page its own. */
  protected strip(_use: Header | undefined): TemplateResult {
    return html``;
  }

  /** Whether printing the page prints the conversation to its ends, and not what is in sight of it. */
  protected get wholeOnPaper(): boolean {
    return true;
  }

  /** Whether the viewer is all of its page. */
  protected get fillsPage(): boolean {
    return false;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("progress") || changed.has("sessions")) this.panes?.tell("data");
    fillBar(this.renderRoot, this.progress);
    const { screen } = this;
    if (!changed.has("screen") || (screen.kind !== "chooser" && screen.kind !== "reading")) return;
    this.#focusContent(changed.get("screen"));
    this.tell("unspool-show", { session: screen.kind === "reading" ? this.info(screen.session) : undefined });
  }

  /** Going to a session and back, the focus goes along; it is never taken from the page around. */
  #focusContent(before: unknown): void {
    const wasInside = typeof before === "object" && before !== null && "kind" in before && (before.kind === "chooser" || before.kind === "reading");
    if (wasInside && this.#focused) requestAnimationFrame(() => this.focus());
  }

  /** The row that is read. */
  #readKey(): string | undefined {
    const list = this.list();
    return list?.context?.conversation.row(list.readIndex())?.key;
  }

  /** More was read of the files. */
  async #renew(): Promise<void> {
    this.sessions = (await this.#parser?.api.sessions()) ?? [];
    for (const { context } of this.#conversations.values()) context.conversation.refresh();
  }

  /** Reads the same files once more, and goes back to where the reader was. */
  protected async again(sources = this.#sources): Promise<void> {
    const { screen } = this;
    const key = this.#readKey();
    if (sources.length === 0) return this.open(this.src);
    try {
      await this.load(sources);
      if (screen.kind !== "reading") return;
      this.present(screen.session);
      await this.updateComplete;
      if (key !== undefined) await this.goTo(key);
    } catch {
      // It is shown.
    }
  }

  readonly #onSelect = (event: CustomEvent<Row>): void => {
    const { key, turn, kind } = event.detail;
    this.panes?.selected(event.detail);
    this.tell("unspool-select", { uuid: uuidOf(key), turn, kind });
  };

  static override styles = [
    tokens,
    hostStyles,
    markStyles,
    buttonStyles,
    listStyles,
    ...rowSheets,
    stateStyles,
  ];
}

/** The record's uuid in a row's key: without the kind or the file before it, and the block behind it. */
function uuidOf(key: string): string {
  return key.replace(/^(attempts|branch|copy|mode|model|restart|series):/, "").replace(/^@\d+\//, "").replace(/#\d+$/, "");
}
