import { type PropertyDeclarations, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { Dates } from "../element/format";
import type { Place } from "../element/list";
import type { Header } from "../element/header";
import { title } from "../element/header";
import type { SessionEvents } from "../element/events";
import { UnspoolSession } from "../element/session";
import { empty, failed, fetching } from "../element/states";
import type { RowContext } from "../rows/context";
import { visible } from "../rows/marked";
import type { Summary } from "../worker/model";
import { failure, toFailure } from "../worker/failure";
import type { FailureCode, Source } from "../worker/protocol";
import { type Hits, search } from "../worker/search";
import { embedWords, words } from "../words";
import type { UnspoolSession as Public } from "../element/public";
import type { Arrived, Loadable } from "../element/sources";
import { addressesIn } from "./addresses";
import { anyFiles } from "./any-files";
import { type Sleeper, awake } from "./awake";
import { Edges, edgeStyles } from "./edges";
import { embedStyles } from "./embed-styles";
import { boxHeight } from "./height";
import { type LinkFor, Links } from "./links";
import { nameBar, toolbar, toolbarStyles } from "./toolbar";

/** So far beyond the edges of what is in sight a viewer begins to read, as a share of that. */
const AHEAD = "100% 0px";
/** So long a viewer that was taken out of its page keeps what it has read, in ms. */
const LINGERS = 1_000;

/**
 * How far a viewer is: with nothing to read, with an address that waits to be
 * opened, reading, with all of it read, with its parser let go after that, and
 * reading the same files once more.
 */
type Stage = "nothing" | "due" | "reading" | "read" | "asleep" | "waking";

/** What frameworks also set to a number, or to nothing. */
const texts = ["src", "at", "turns", "view", "show", "hide", "expand", "height", "toolbar", "lang", "assets"] as const;

/** Where a reader is. */
interface Whereabouts {
  readonly session: number | undefined; // undefined in the list of them
  readonly place: Place | undefined; // undefined at the top
}

/** What can be done about these is said to those who drop files, not to visitors of a page. */
const helpIsForReaders: ReadonlySet<FailureCode> = new Set<FailureCode>(["empty", "not-a-transcript", "no-sessions", "unreadable", "prices", "address"]);

/** Something else was loaded, or all of it let go, before there was an answer. */
const replaced = { code: "replaced", detail: "", path: "" } as const;

/**
 * `<unspool-session>` in somebody else's page: one session, or several, in a box
 * of a height of its own. It reads when it comes near what is in sight, and
 * leaves nothing behind when it is taken out.
 */
export class EmbeddedSession extends UnspoolSession implements Public, Sleeper {
  static override properties: PropertyDeclarations = {
    at: { useDefault: true },
    turns: { useDefault: true },
    view: { useDefault: true },
    show: { useDefault: true },
    hide: { useDefault: true },
    expand: { useDefault: true },
    height: { useDefault: true },
    toolbar: { useDefault: true },
    lang: { reflect: true, useDefault: true },
    preload: { type: Boolean },
    linkFor: { attribute: false },
    summed: { state: true },
  };
  // What these are says element/public.ts. An attribute can hold any text.
  declare at: string;
  declare turns: string;
  declare view: Public["view"];
  declare show: string;
  declare hide: string;
  declare expand: Public["expand"];
  declare theme: Public["theme"];
  declare height: string;
  declare toolbar: Public["toolbar"];
  declare lang: string;
  declare preload: boolean;
  declare linkFor: LinkFor | undefined;
  declare private summed: Summary | undefined; // for the view of details

  #connected: AbortSignal | undefined; // it is in the page, and follows nothing yet
  #begun = false; // something was read in here once
  #near = false;
  #touched = false; // the reader has done something in here
  #stage: Stage = "nothing";
  #told = false; // that it is ready
  #where: Whereabouts | undefined; // to go back to
  #reading: Promise<void> = Promise.resolve(); // what was begun last; never rejects
  #reached = ""; // the record of `at`, once it was shown
  #seeking = false;
  readonly #sought = new Set<number>(); // sessions without it, as far as they were read
  #done: Promise<void> | undefined; // what was read to its end last
  #asked = 0; // methods that have not answered yet
  #leaving: ReturnType<typeof setTimeout> | undefined;
  #nearness: IntersectionObserver | undefined;
  #links: Links | undefined;
  readonly #opened = new Set<RowContext>(); // conversations that were shown since it was read
  readonly #box = boxHeight();
  readonly #edges = new Edges(() => this.list());

  constructor() {
    super();
    this.at = this.turns = this.view = this.show = this.hide = "";
    this.expand = "none";
    this.height = "";
    this.toolbar = "full";
    this.lang = "";
    this.preload = false;
    this.files = anyFiles;
    this.addEventListener("keydown", (event) => this.#edges.onKey(event));
    for (const event of ["pointerdown", "wheel", "keydown"]) {
      this.addEventListener(event, () => (this.#touched = true), { passive: true });
    }
  }

  // For the page

  /** Reads files, bytes, or the text of a transcript; replaces what was read before. Resolves when all is read. */
  override load(input: Loadable): Promise<void> {
    return this.#answer(async () => {
      const read = this.#begin(super.load(input));
      const reading = this.#reading;
      await read;
      if (reading === this.#done) return;
      throw reading === this.#reading && this.screen.kind === "failed" ? this.screen.failure : replaced;
    });
  }

  /** What `unspool inspect` prints for the session on the screen, or for the first one; reads it if that was not done yet. */
  override summary(): Promise<Summary> {
    return this.#answer(() => this.#ofAll(() => super.summary()));
  }

  /** Finds words in the session on the screen, or in the first one: in all that is recorded of it, at most 100 places. */
  search(text: string): Promise<Hits> {
    return this.#answer(() =>
      this.#ofAll(async () => {
        if (this.api === undefined) throw failure("empty");
        return search(this.api, this.screen.kind === "reading" ? this.screen.session : 0, text);
      }),
    );
  }

  /** Shows the row of a record, of whichever session; false if there is none. The focus stays where it is, unless it is in here. */
  override goTo(uuid: string): Promise<boolean> {
    // What keeps it from being found at once is told when all is read.
    return this.#answer(async () => (await this.#lead(uuid).catch(() => false)) || this.#ofAll(() => this.#lead(uuid)));
  }

  override dispose(): void {
    super.dispose();
    awake.delete(this);
    this.#stage = "nothing";
    this.#reading = Promise.resolve();
    this.#opened.clear();
    this.summed = undefined;
  }

  // When it reads

  override connectedCallback(): void {
    super.connectedCallback();
    clearTimeout(this.#leaving);
    this.#nearness = new IntersectionObserver((entries) => this.#moved(entries.at(-1)?.isIntersecting === true), { rootMargin: AHEAD });
    this.#nearness.observe(this);
    // What scrolls is at its start again when it was moved within the page.
    const where = this.#where;
    if (where === undefined || this.#stage === "asleep") return;
    this.#where = undefined;
    void this.updateComplete.then(() => this.#goBack(where));
  }

  protected override left(): void {
    this.#nearness?.disconnect();
    this.#near = false;
    this.#where ??= this.#whereabouts();
    this.#linger();
  }

  /** In no page, and with nothing asked of it, it lets go of what it has read. */
  #linger(): void {
    if (!this.isConnected && this.#asked === 0) this.#leaving = setTimeout(() => this.sleep(), LINGERS);
  }

  /** What is drawn in no page has no size, and comes to no rest: nothing may wait for that. */
  protected override list(): ReturnType<UnspoolSession["list"]> {
    return this.isConnected ? super.list() : undefined;
  }

  /** Nothing is followed, and no code for it loaded, before something is read. */
  protected override listen(signal: AbortSignal): void {
    if (this.#begun) super.listen(signal);
    else this.#connected = signal;
  }

  #moved(near: boolean): void {
    this.#near = near;
    if (!near) awake.settle();
    else this.#start();
  }

  /** Begins what was put off. */
  #start(): void {
    if (this.#stage === "asleep") this.#wake();
    else if (this.#stage === "due") void this.open(this.src);
  }

  protected override srcChanged(): void {
    this.dispose();
    this.#reached = "";
    this.#where = undefined;
    if (addressesIn(this.src).length === 0) return;
    this.#stage = "due";
    if (this.#near || this.preload) this.#start();
  }

  protected override async open(address: string): Promise<void> {
    this.prepare(); // side by side with the transcript
    await this.#begin(super.open(address));
  }

  protected override fetchSources(address: string, signal: AbortSignal, onProgress: (arrived: Arrived) => void): Promise<readonly Source[]> {
    const addresses = addressesIn(address);
    if (addresses.length === 1) return super.fetchSources(address.trim(), signal, onProgress);
    return import("./several").then(
      ({ fetchSeveral }) => fetchSeveral(addresses, this.files, signal, onProgress),
      () => Promise.reject(failure("blocked", words.render.notLoaded)),
    );
  }

  /** Something is read from now on. */
  #begin(reading: Promise<void>): Promise<void> {
    this.#stage = "reading";
    this.#told = false;
    this.#where = undefined;
    this.#begun = true;
    this.#opened.clear();
    this.#sought.clear();
    if (this.#connected?.aborted === false) super.listen(this.#connected);
    this.#connected = undefined;
    awake.add(this);
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  /** Answers the page, of what it has set until now, and wherever it keeps the element; rejects with an Error that is a Failure, too. */
  async #answer<T>(ask: () => Promise<T>): Promise<T> {
    this.#asked++;
    clearTimeout(this.#leaving);
    try {
      this.enableUpdating(true); // else nothing is drawn before it is put into a page
      this.performUpdate();
      return await ask();
    } catch (error) {
      const why = error === replaced ? replaced : toFailure(error, "crashed");
      throw Object.assign(new Error(why.detail || why.code), why);
    } finally {
      this.#asked--;
      this.#linger();
    }
  }

  /** Asks when all is read, for which it is begun if need be. */
  async #ofAll<T>(ask: () => Promise<T>): Promise<T> {
    let reading;
    do {
      this.#start();
      reading = this.#reading;
      await reading;
    } while (reading !== this.#reading);
    if (this.screen.kind === "failed") throw this.screen.failure;
    const { api } = this;
    try {
      return await ask();
    } catch (error) {
      throw api === this.api ? error : replaced;
    }
  }

  // Sleeping

  get idle(): boolean {
    return !this.#near && this.#stage === "read" && this.#asked === 0 && !this.sources.some(({ blob }) => blob instanceof File);
  }

  get touched(): boolean {
    return this.#touched;
  }

  /** Lets go of the parser and of all that is drawn. It reads the same files once more when it comes near what is in sight. */
  sleep(): void {
    awake.delete(this);
    const { kind } = this.screen;
    if (kind === "empty" || kind === "failed") return;
    const where = this.#where ?? this.#whereabouts();
    const read = this.sources.length > 0;
    if (this.height === "auto") this.#box.reserve(this.offsetHeight);
    this.rest();
    this.#stage = read ? "asleep" : "due";
    this.#where = where;
  }

  #wake(): void {
    const where = this.#where;
    const told = this.#told;
    const reading = this.#begin(super.load(this.sources));
    if (told) this.#stage = "waking";
    this.#told = told;
    const woken = async (): Promise<void> => {
      try {
        await reading;
        if (where !== undefined) await this.#goBack(where);
      } finally {
        if (this.#stage === "waking") this.#stage = "read";
        this.requestUpdate();
      }
    };
    this.#reading = woken().catch(() => undefined); // what went wrong is shown
  }

  #whereabouts(): Whereabouts | undefined {
    if (this.screen.kind === "chooser") return { session: undefined, place: undefined };
    return this.screen.kind === "reading" ? { session: this.screen.session, place: super.list()?.place } : undefined;
  }

  async #goBack(where: Whereabouts): Promise<void> {
    const { session, place } = where;
    if (this.screen.kind === "reading" ? this.screen.session !== session : session !== undefined) this.present(session);
    await this.updateComplete;
    if (!this.isConnected) this.#where = where;
    const conversation = this.shown()?.conversation;
    if (place === undefined || conversation === undefined) return;
    let index = conversation.indexOf(place.name);
    if (index < 0) {
      index = await conversation.api.find(conversation.session, place.name);
      conversation.refresh();
    }
    if (index >= 0) await this.list()?.putBack(index, place.within);
  }

  // What is shown

  protected override willUpdate(changed: PropertyValues): void {
    const given: Record<(typeof texts)[number], string | number | null | undefined> = this;
    for (const name of texts) if (typeof given[name] !== "string") given[name] = String(given[name] ?? "");
    super.willUpdate(changed);
    if (changed.has("lang") && (this.lang ?? "") !== (changed.get("lang") ?? "")) {
      this.dates = new Dates(this.lang);
      this.shown()?.conversation.redraw();
    }
    if (changed.has("height")) this.#box.set(this.height);
    if (changed.has("preload") && this.preload) this.#start();
    if (changed.has("at")) {
      this.#reached = "";
      this.#sought.clear();
    }
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
    if (changed.has("at") && this.#reached === "") {
      this.#touched = false;
      void this.#seek();
    }
    if (changed.has("expand") && changed.get("expand") !== undefined) for (const context of this.#opened) this.#expand(context);
    if (changed.has("view")) this.#viewChanged();
    if (["turns", "show", "hide"].some((name) => changed.has(name) && changed.get(name) !== undefined)) this.#sliceChanged();
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
      ?data-waking=${this.#stage === "waking"}
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
        return html`<div class="meanwhile" ?data-filled=${this.#filled}>
          ${this.#fallback()}
          ${screen.kind === "fetching" ? fetching(screen.arrived) : screen.kind !== "empty" || this.#stage !== "nothing" || this.#filled ? nothing : empty()}
        </div>`;
      case "failed": {
        const { failure } = screen;
        const again = this.sources.length > 0 ? () => void this.again() : this.src === "" ? undefined : () => void this.open(this.src);
        return html`<div class="refused" ?data-filled=${this.#filled}>
          ${failed(failure, again, !helpIsForReaders.has(failure.code))}
          ${this.#fallback()}
        </div>`;
      }
      default:
        return this.view === "details" && screen.kind === "reading"
          ? html`${this.#name(this.#title)}<div class="figures-of-it"><h2 class="unseen">${words.facts.title}</h2>${this.#details()}</div>`
          : super.content();
    }
  }

  protected override conversation(...given: Parameters<UnspoolSession["conversation"]>): TemplateResult {
    const nothingLeft = this.#stage === "read" && this.shown()?.conversation.total === 0;
    return html`${this.panes?.area("find") ?? nothing}${this.#edges.edge()}${nothingLeft ? this.#nothing() : nothing}${super.conversation(...given)}${this.#edges.edge()}`;
  }

  #nothing(): TemplateResult {
    const { screen } = this;
    return html`<p class="none" part="message" role="status">${embedWords.nothing((screen.kind === "reading" && this.info(screen.session)?.turns) || 0)}</p>`;
  }

  /** Of the session that is shown. */
  get #title(): string {
    const info = this.screen.kind === "reading" ? this.info(this.screen.session) : undefined;
    return info === undefined ? embedWords.label : visible(title(info));
  }

  /** What the page has put between the tags runs as the page does, unlike what the viewer says. */
  #fallback(): TemplateResult {
    return html`<slot dir=${getComputedStyle(this).direction} @slotchange=${() => this.requestUpdate()}></slot>`;
  }

  /** Whether the page has put something between the tags, to be shown while there is no session. */
  get #filled(): boolean {
    return [...this.childNodes].some((node) => (node instanceof Element ? node.slot === "" : node instanceof Text && node.data.trim() !== ""));
  }

  #details(): TemplateResult | typeof nothing {
    if (this.summed === undefined || this.panes === undefined) return nothing;
    return this.panes.ledger(
      this.summed,
      (address) => {
        this.view = "conversation";
        void this.updateComplete.then(() => this.goTo(address));
      },
    );
  }

  protected override strip(use: Header | undefined): TemplateResult {
    return use === undefined ? this.#name(embedWords.sessions) : this.toolbar === "none" ? html`` : toolbar(use);
  }

  /** Above what is no conversation there is nothing but its name. */
  #name(said: string): TemplateResult {
    return this.toolbar === "none" ? html`` : nameBar(said);
  }

  /** An article is printed with what is in sight of it, not with all of a session. */
  protected override get wholeOnPaper(): boolean {
    return false;
  }

  protected override present(session: number | undefined): void {
    const first = this.screen.kind === "waiting";
    if (first && this.view === "sessions") super.present(undefined);
    else if (first && this.view !== "" && session === undefined) super.present(this.sessions[0]?.index ?? 0);
    else super.present(session);
    if (this.screen.kind === "chooser") void this.loadPanes().catch(() => undefined); // what is missing is said by the box
  }

  #viewChanged(): void {
    const { kind } = this.screen;
    if (kind !== "reading" && kind !== "chooser") return;
    if (this.view === "sessions") this.present(undefined);
    else if (this.view !== "" && kind === "chooser") this.present(this.sessions[0]?.index ?? 0);
    if (this.view === "details") void this.#sum();
  }

  /** Fetches what the view of details shows. */
  async #sum(): Promise<void> {
    try {
      [this.summed] = await Promise.all([super.summary(), this.loadPanes()]);
    } catch {
      // What stopped the parser is told by it.
    }
  }

  protected override opened(context: RowContext): void {
    this.#opened.add(context);
    let had = false;
    context.conversation.subscribe(() => {
      if (had === (had = context.conversation.total > 0)) return;
      this.requestUpdate();
    });
    if (`${this.turns}${this.show}${this.hide}` !== "") void this.#narrow(context);
    if (this.expand !== "none") this.#expand(context);
  }

  #sliceChanged(): void {
    const { screen } = this;
    if (screen.kind === "failed" && screen.failure.code === "options") void this.again();
    else for (const context of this.#opened) void this.#narrow(context);
  }

  /** Leaves the rows that the page asks for. What it asks for wrongly is said in the box. */
  async #narrow({ conversation }: RowContext): Promise<void> {
    const { turns, show, hide } = this;
    try {
      await conversation.api.narrow(conversation.session, { turns, show, hide });
      conversation.refresh();
    } catch (error) {
      const why = toFailure(error, "options");
      if (why.code === "options") this.fail(why); // else it is told elsewhere
    }
  }

  #expand({ conversation }: RowContext): void {
    if (this.expand === "tools") conversation.openTools();
    else conversation.setAllOpen(this.expand === "all");
    conversation.api.expandAll(conversation.session, this.expand === "tools" || this.expand === "all").then(
      () => conversation.refresh(),
      () => undefined, // a parser that died is told elsewhere
    );
  }

  // The record to begin with

  /** Goes to the record of `at`, as soon as it is there and unless the reader has gone somewhere already. */
  async #seek(): Promise<void> {
    const { at } = this;
    if (at === "" || at === this.#reached || this.#touched || this.#seeking) return;
    this.#seeking = true;
    const stage = this.#stage;
    try {
      // While it is read on, only the one that is shown and those that are new are asked.
      if ((await this.#lead(at, stage === "reading" ? this.#sought : undefined)) && this.at === at) this.#reached = at;
    } catch {
      // A parser that died is told elsewhere.
    } finally {
      this.#seeking = false;
    }
    if (this.at !== at || this.#stage !== stage) void this.#seek();
  }

  async #lead(uuid: string, without?: Set<number>): Promise<boolean> {
    const { api } = this;
    const shown = this.screen.kind === "reading" ? this.screen.session : undefined;
    if (api === undefined || uuid === "") return false;
    const sessions = new Set([shown ?? 0, ...this.sessions.map((info) => info.index)]);
    for (const session of sessions) {
      if (session !== shown && without?.has(session) === true) continue;
      const index = await api.find(session, uuid);
      if (index < 0) {
        without?.add(session);
        continue;
      }
      if (shown !== session) this.present(session);
      await this.updateComplete;
      if (!this.isConnected) {
        this.#where = { session, place: { name: uuid, within: 0 } };
        return true;
      }
      const conversation = this.shown()?.conversation;
      const list = this.list();
      if (conversation === undefined || list === undefined) return false;
      conversation.refresh();
      await list.goTo(index, "start", this.matches(":focus-within"));
      const row = conversation.row(index);
      if (row === undefined) return false; // rows moved meanwhile
      list.marked = row.key;
      return true;
    }
    return false;
  }

  protected override tell<K extends keyof SessionEvents>(name: K, detail: SessionEvents[K]): void {
    if (name === "unspool-ready") {
      if (this.#stage === "reading") this.#stage = "read";
      this.requestUpdate();
      this.#done = this.#reading;
      this.#box.reserve(0);
      awake.settle();
      if (this.view === "details") void this.#sum();
    }
    if (name === "unspool-ready" || name === "unspool-progress") void this.#seek();
    // What is on the screen concerns who made the viewer, as embed.html does, and no page around.
    if (name === "unspool-show") this.dispatchEvent(new CustomEvent(name, { detail }));
    // What was told once is not told again when it wakes.
    else if (this.#stage !== "waking" || name === "unspool-error") super.tell(name, detail);
    if (name === "unspool-ready") this.#told = true;
  }

  static override styles = [...UnspoolSession.styles, toolbarStyles, edgeStyles, embedStyles];
}

export interface EmbeddedSession {
  addEventListener: Public["addEventListener"];
  removeEventListener: Public["removeEventListener"];
}
