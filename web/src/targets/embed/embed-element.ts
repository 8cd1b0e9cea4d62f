import { type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { computed } from "@preact/signals-core";
import { LatestRun } from "../../base/latest-run";
import { onChange } from "../../base/signals";
import { Dates } from "../../session/format";
import { failureState, helpIsForReaders } from "../../viewer/failure-view";
import type { Header } from "../../session/header";
import { title } from "../../session/header";
import { type SessionEvents, privateEvents } from "../../session/events";
import { ViewerElement } from "../../viewer/viewer-element";
import { empty, fetching } from "../../viewer/states";
import type { RowContext } from "../../rows/context";
import { stripInvisible } from "../../content/visible-text";
import type { Summary } from "../../parser/model";
import { toFailure } from "../../parser/failure";
import { filterFailure } from "../../parser/filter-failure";
import { type Hits, search } from "../../parser/search";
import type { ExportedFile } from "../../parser/exporter";
import type { SessionExport } from "../../parser/session-exporter";
import { strings as sessionStrings } from "../../session/strings";
import { strings } from "./strings";
import type { UnspoolSession as Public } from "../../session/public";
import type { LoadInput } from "../../session/sources/sources";
import { anyFiles } from "./any-files";
import { Edges, edgeStyles } from "./edges";
import { embedStyles } from "./embed-styles";
import { boxHeight } from "./height";
import { fetchAll } from "./fetch-multiple";
import { type LinkFor, Links } from "./links";
import { InitialRecord } from "./initial-record";
import { PlaybackController } from "./playback-controller";
import { SuspendController, type SuspendHost, replaced } from "./suspend-controller";
import { nameBar, toolbar, toolbarStyles } from "./toolbar";
import { reportUnlessNotLoaded, settled } from "../../base/report-error";
import { ignoreParserLoss, isParserLoss, reportUnlessParserLoss } from "../../parser/parser-loss";

/** Attributes that select rows. */
const filterAttributes = ["turns", "prompts", "show", "hide"] as const;

/** Attributes that frameworks also set to a number or to nothing. */
const texts = ["src", "at", ...filterAttributes, "view", "expand", "height", "toolbar", "lang", "assets"] as const;

/**
 * `<unspool-session>` in another site's page: one session, or several, in a box of its own height. It reads when it is
 * about to become visible, and releases everything when it is removed.
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- types events, adds nothing
export class EmbedElement extends ViewerElement implements Public, SuspendHost {
  // See session/public.ts for these properties. Attributes can contain any text.
  @property({ useDefault: true }) at = "";
  @property({ useDefault: true }) turns = "";
  @property({ useDefault: true }) prompts = "";
  @property({ useDefault: true }) view: Public["view"] = "";
  @property({ useDefault: true }) show = "";
  @property({ useDefault: true }) hide = "";
  @property({ useDefault: true }) expand: Public["expand"] = "none";
  declare theme: Public["theme"];
  @property({ useDefault: true }) height = "";
  @property({ useDefault: true }) toolbar: Public["toolbar"] = "full";
  @property({ reflect: true, useDefault: true }) override lang = "";
  @property({ type: Boolean }) preload = false;
  @property({ type: Boolean }) autoplay = false;
  @property({ type: Boolean }) controls = false;
  @property({ attribute: false }) linkFor: LinkFor | undefined;
  @state() private detailsSummary: Summary | undefined; // for the details view

  override readonly disposesItself = true;
  readonly #suspension = new SuspendController(this);
  readonly playbackOwner = new PlaybackController(this);
  #hasLoaded = false; // whether anything was ever read
  readonly #initialRecord = new InitialRecord(this, this.#suspension);
  readonly #detailsRun = new LatestRun();
  #links: Links | undefined;
  readonly #opened = new Set<RowContext>(); // conversations that were shown since the last load
  readonly #box = boxHeight();
  readonly #edges = new Edges(() => this.list());

  constructor() {
    super();
    this.fileFetcher = anyFiles;
    this.loader.fetchSources = fetchAll;
    this.addEventListener("keydown", (event) => this.#edges.onKey(event));
  }

  // API for the page

  /**
   * Reads files, bytes, or the text of a transcript, in place of what was loaded before. Resolves when everything is
   * read.
   */
  load(input: LoadInput): Promise<void> {
    return this.#call(async () => {
      const read = this.read(input);
      const { reading } = this.#suspension;
      if (await read) return;
      if (reading === this.#suspension.reading && this.loader.failed !== undefined) throw this.loader.failed;
      throw replaced;
    });
  }

  /**
   * Returns what `unspool inspect` prints for the session on the screen, or for the first one, and reads the files
   * first if necessary.
   */
  override summary(): Promise<Summary> {
    return this.#call(() => this.#suspension.whenRead(() => super.summary()));
  }

  /** Searches everything recorded in the session on the screen, or in the first one. Returns at most 100 matches. */
  search(text: string): Promise<Hits> {
    const find = (): Promise<Hits> => search(this.loader.requireApi(), this.loader.session ?? 0, text);
    return this.#call(() => this.#suspension.whenRead(find));
  }

  /** Exports the session on the screen, or the first one. The code for it is loaded now. */
  async export(options: SessionExport): Promise<readonly ExportedFile[]> {
    try {
      return await this.#call(() => this.#suspension.whenRead(() => this.#exported(options)));
    } catch (error) {
      options?.signal?.throwIfAborted?.(); // it may be something else
      throw error;
    }
  }

  async #exported(options: SessionExport): Promise<readonly ExportedFile[]> {
    const { loader } = this;
    const api = loader.requireApi();
    const { exportLoaded } = await import("../../parser/start-exporter");
    const files = await exportLoaded(api, loader.session ?? 0, this.assets, options);
    if (loader.api !== api) throw replaced;
    return files;
  }

  /**
   * Shows the row of a record in any session; resolves to false if there is none. The focus moves only if it is inside
   * the element.
   */
  override goTo(uuid: string): Promise<boolean> {
    // If it is not found at once, an error is reported when everything is read.
    return this.#call(
      async () =>
        (await settled(this.#initialRecord.goTo(uuid))) ||
        this.#suspension.whenRead(() => this.#initialRecord.goTo(uuid)),
    );
  }

  /** Answers a call from the page, with all properties set so far applied, even if the element is not in the page. */
  #call<T>(ask: () => Promise<T>): Promise<T> {
    return this.#suspension.answer(() => {
      this.enableUpdating(true); // otherwise nothing is rendered before it is connected
      this.performUpdate();
      return ask();
    });
  }

  override dispose(): void {
    super.dispose();
    this.#suspension.reset();
    this.#opened.clear();
    this.#detailsRun.stop();
    this.detailsSummary = undefined;
  }

  // Loading

  protected override srcChanged(): void {
    this.#initialRecord.reset();
    this.#suspension.srcChanged();
  }

  override onBegin(reading: Promise<unknown>): void {
    this.#opened.clear();
    this.#initialRecord.searchAgain();
    if (!this.#hasLoaded && this.isConnected) super.listen();
    this.#hasLoaded = true;
    this.#suspension.begin(reading);
  }

  /** Nothing is listened to, and no code loaded for it, before something is read. */
  protected override listen(): void {
    if (this.#hasLoaded) super.listen();
  }

  reserve(): void {
    if (this.height === "auto") this.#box.reserve(this.offsetHeight);
  }

  override emit<K extends keyof SessionEvents>(name: K, detail: SessionEvents[K]): void {
    if (privateEvents.has(name)) return void this.dispatchEvent(new CustomEvent(name, { detail }));
    const resuming = this.#suspension.stage === "resuming";
    if (name === "unspool-ready") {
      this.#box.reserve(0);
      this.#suspension.end();
    }
    if (name === "unspool-ready" || name === "unspool-progress") {
      if (name === "unspool-ready" && this.view === "details") void this.#loadDetails();
      void this.#initialRecord.show();
    }
    if (name === "unspool-ready") void this.#openPlayback(!resuming);
    // Reading again after suspension does not repeat events.
    if (!resuming || name === "unspool-error") super.emit(name, detail);
  }

  // Rendering

  protected override willUpdate(changed: PropertyValues): void {
    const fields = this as Record<(typeof texts)[number], string | number | null | undefined>;
    for (const name of texts) if (typeof fields[name] !== "string") fields[name] = String(fields[name] ?? "");
    super.willUpdate(changed);
    if (changed.has("lang") && (this.lang ?? "") !== (changed.get("lang") ?? "")) {
      this.dates = new Dates(this.lang);
      this.shown?.conversation.redraw();
    }
    if (changed.has("height")) this.#box.set(this.height);
    if (changed.has("preload") && this.preload) this.#suspension.start();
    if (changed.has("at")) this.#initialRecord.reset();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    if (root instanceof ShadowRoot) {
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#box.sheet];
      this.#links = new Links(root, () => this.linkFor);
    }
    return root;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (changed.has("linkFor")) this.#links?.changed();
    if (changed.has("at") && !this.#initialRecord.wasShown) {
      this.#suspension.hasInteraction = false;
      void this.#initialRecord.show();
    }
    if ((changed.has("controls") && this.controls) || (changed.has("autoplay") && this.autoplay))
      void this.#openPlayback(true);
    if (changed.has("controls") && !this.controls) this.panes?.controller?.setOpen("play", false);
    if (changed.has("expand") && changed.get("expand") !== undefined)
      for (const context of this.#opened) this.#expand(context);
    if (changed.has("view")) this.#viewChanged();
    if (filterAttributes.some((name) => changed.has(name) && changed.get(name) !== undefined)) this.#sliceChanged();
  }

  protected override render(): TemplateResult {
    return html`<div
      class="embed"
      part="frame"
      role="group"
      lang="en"
      dir="ltr"
      aria-label=${this.#title}
      aria-busy=${this.screen.kind === "waiting" || this.screen.kind === "fetching"}
      ?data-resuming=${this.#suspension.stage === "resuming"}
    >
      ${super.render()}
    </div>`;
  }

  protected override content(): TemplateResult {
    const { screen } = this;
    switch (screen.kind) {
      case "empty":
      case "waiting":
      case "fetching":
        return html`<div class="meanwhile" ?data-filled=${this.#hasFallback}>
          ${this.#fallback()}
          ${
            screen.kind === "fetching"
              ? fetching(screen.arrived)
              : screen.kind !== "empty" || this.#suspension.stage !== "nothing" || this.#hasFallback
                ? nothing
                : empty()
          }
        </div>`;
      case "failed": {
        const { failure } = screen;
        const again =
          this.sources.length > 0
            ? () => void this.reload()
            : this.src === ""
              ? undefined
              : () => void this.loader.open(this.src);
        return html`<div class="refused" ?data-filled=${this.#hasFallback}>
          ${failureState(failure, again, !helpIsForReaders.has(failure.code))} ${this.#fallback()}
        </div>`;
      }
      default:
        return this.view === "details" && screen.kind === "session"
          ? html`${this.#name(this.#title)}
              <div class="figures-of-it">
                <h2 class="unseen">${sessionStrings.aboutSession}</h2>
                ${this.#details()}
              </div>`
          : super.content();
    }
  }

  protected override conversation(context: RowContext): TemplateResult {
    const nothingLeft = this.#suspension.stage === "read" && this.shown?.conversation.total === 0;
    return html`${this.panes?.pane("find") ?? nothing}${this.panes?.pane("play") ?? nothing}${this.#edges.edge()}${
      nothingLeft ? this.#nothing() : nothing
    }${super.conversation(context)}${this.#edges.edge()}`;
  }

  #nothing(): TemplateResult {
    return html`<p class="none" part="message" role="status">${strings.nothing(this.info?.typedPrompts ?? 0)}</p>`;
  }

  /** The title of the session on the screen. */
  get #title(): string {
    return this.info === undefined ? strings.label : stripInvisible(title(this.info));
  }

  /** The page's own content between the tags keeps the page's text direction. */
  #fallback(): TemplateResult {
    return html`<slot dir=${getComputedStyle(this).direction} @slotchange=${() => this.requestUpdate()}></slot>`;
  }

  /** Whether the page has content between the tags, which is shown while there is no session. */
  get #hasFallback(): boolean {
    return [...this.childNodes].some((node) =>
      node instanceof Element ? node.slot === "" : node instanceof Text && node.data.trim() !== "",
    );
  }

  #details(): TemplateResult | typeof nothing {
    if (this.detailsSummary === undefined || this.panes === undefined) return nothing;
    return this.panes.sessionDetails(this.detailsSummary, (address) => {
      this.view = "conversation";
      void this.updateComplete.then(() => this.goTo(address));
    });
  }

  protected override strip(use: Header | undefined): TemplateResult {
    return use === undefined ? this.#name(strings.sessions) : this.toolbar === "none" ? html`` : toolbar(use);
  }

  /** Renders the name above anything but a conversation. */
  #name(text: string): TemplateResult {
    return this.toolbar === "none" ? html`` : nameBar(text);
  }

  /** Printing an article includes only the visible part of a session. */
  override get printsAllRows(): boolean {
    return false;
  }

  override present(session: number | undefined): void {
    const first = this.screen.kind === "waiting";
    if (first && this.view === "sessions") super.present(undefined);
    else if (first && this.view !== "" && session === undefined) super.present(this.sessions[0]?.index ?? 0);
    else super.present(session);
    // The element shows what is missing.
    if (this.screen.kind === "chooser") void this.loadPanes().catch(reportUnlessNotLoaded);
  }

  #viewChanged(): void {
    const { kind } = this.screen;
    if (kind !== "session" && kind !== "chooser") return;
    if (this.view === "sessions") this.present(undefined);
    else if (this.view !== "" && kind === "chooser") this.present(this.sessions[0]?.index ?? 0);
    if (this.view === "details") void this.#loadDetails();
  }

  /** Fetches the content of the details view. */
  async #loadDetails(): Promise<void> {
    const run = this.#detailsRun.begin();
    try {
      const [summary] = await Promise.all([super.summary(), this.loadPanes()]);
      if (!run.aborted) this.detailsSummary = summary;
    } catch (error) {
      if (!isParserLoss(error)) reportUnlessNotLoaded(error);
    }
  }

  protected override onOpened(context: RowContext): void {
    this.#opened.add(context);
    const { conversation } = context;
    const isEmpty = computed(() => conversation.rowsVersion.value === 0 || conversation.total === 0);
    onChange(isEmpty, () => this.requestUpdate(), context.signal);
    if (filterAttributes.some((name) => this[name] !== "")) void this.#applyFilter(context);
    if (this.expand !== "none") this.#expand(context);
    void this.#openPlayback(false);
  }

  #sliceChanged(): void {
    const { screen } = this;
    if (screen.kind === "failed" && screen.failure.code === "options") void this.reload();
    else for (const context of this.#opened) void this.#applyFilter(context);
  }

  /** Applies the page's filter. Invalid ones are reported in the element, unless they have changed meanwhile. */
  async #applyFilter({ conversation, signal }: RowContext): Promise<void> {
    const { turns, prompts, show, hide } = this;
    const filter = { turns, prompts, show, hide };
    const isLatest = (): boolean => !signal.aborted && filterAttributes.every((name) => this[name] === filter[name]);
    try {
      const invalid = await conversation.api.query("narrow", { session: conversation.session, ...filter });
      if (!isLatest()) return;
      if (invalid !== null) throw filterFailure(invalid);
      conversation.refresh();
      this.panes?.dataChanged();
    } catch (error) {
      const why = toFailure(error, "options");
      if (why.code !== "options") reportUnlessParserLoss(error);
      else if (isLatest()) this.failures.fail(why);
    }
  }

  #expand({ conversation }: RowContext): void {
    if (this.expand === "tools") conversation.openTools();
    else conversation.setAllOpen(this.expand === "all");
    const open = this.expand === "tools" || this.expand === "all";
    const expanded = conversation.api.query("expandAll", { session: conversation.session, open });
    void ignoreParserLoss(expanded.then(() => conversation.refresh()));
  }

  /** Opens the playback of what was read, if the page asks for it; `isFirst` is false for a session that was played. */
  async #openPlayback(isFirst: boolean): Promise<void> {
    if ((!this.autoplay && !this.controls) || !["read", "resuming"].includes(this.#suspension.stage)) return;
    const panes = await this.loadPanes().catch(reportUnlessNotLoaded);
    if (panes?.controller !== undefined) this.playbackOwner.open(panes.controller, this.autoplay && isFirst);
  }

  static override styles = [...ViewerElement.styles, toolbarStyles, edgeStyles, embedStyles];
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- types events, adds nothing
export interface EmbedElement {
  addEventListener: Public["addEventListener"];
  removeEventListener: Public["removeEventListener"];
}
