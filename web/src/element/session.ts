import { LitElement, type PropertyDeclarations, type PropertyValues, type TemplateResult, adoptStyles, css, html, nothing } from "lit";
import { createRenderClient } from "../render/env";
import { renderStyles } from "../render/styles";
import type { PartDrawer, RowContext } from "../rows/context";
import { rowSheets } from "../rows/styles";
import { type ParserFactory, type ParserHandle, createParser } from "../worker/client";
import { failure, isFailure, toFailure } from "../worker/failure";
import type { Row, SessionInfo, Summary } from "../worker/model";
import { mainFiles } from "../worker/order";
import type { Failure, Progress, Source } from "../worker/protocol";
import { count, words } from "../words";
import { chooser, chooserStyles } from "./chooser";
import { Conversation } from "./conversation";
import { header, headerStyles } from "./header";
import { bindKeys } from "./keys";
import { Shelf } from "./later";
import { ListElement, listStyles } from "./list";
import { type Panel, panel, panelStyles } from "./panel";
import { type Loadable, fetchSources, toSources } from "./sources";
import { empty, failed, fillBar, progressBar, stateStyles } from "./states";
import { tokens } from "./tokens";

/** What is on the screen. */
type View =
  | { readonly kind: "empty" }
  | { readonly kind: "waiting" }
  | { readonly kind: "fetching"; readonly done: number; readonly all: number }
  | { readonly kind: "chooser" }
  | { readonly kind: "reading"; readonly session: number; readonly context: RowContext }
  | { readonly kind: "failed"; readonly failure: Failure };

/** The events of the element, and what their `detail` holds. */
export interface SessionEvents {
  "unspool-ready": { readonly sessions: readonly SessionInfo[] };
  "unspool-progress": Progress;
  "unspool-error": Failure;
  "unspool-select": { readonly key: string; readonly uuid: string };
}

const SESSIONS_EVERY = 700; // ms between two looks at the list of sessions while loading
const NOTICE_FOR = 3_000;

/**
 * `<unspool-session>` reads Claude Code sessions. Everything of one viewer is
 * held in here: several may stand on one page.
 */
export class UnspoolSession extends LitElement {
  static override properties: PropertyDeclarations = {
    src: { type: String },
    theme: { type: String, reflect: true },
    view: { state: true },
    progress: { state: true },
    sessions: { state: true },
    panel: { state: true },
    notice: { state: true },
  };
  /** Address of a transcript, or of a list of files (`{"name": …, "files": […]}`). */
  declare src: string;
  /** "auto", "light" or "dark". */
  declare theme: string;
  declare private view: View;
  declare private progress: Progress | undefined;
  declare private sessions: readonly SessionInfo[];
  declare private panel: Panel | undefined;
  declare private notice: string;

  /** Makes parsers; pages that forbid workers can set another. */
  parserFactory: ParserFactory = createParser;

  #parser: ParserHandle | undefined;
  #spare: ParserHandle | undefined;
  #sources: readonly Source[] = [];
  #abort = new AbortController();
  #loading: AbortController | undefined;
  #conversations = new Map<number, { readonly conversation: Conversation; readonly context: RowContext; readonly end: () => void }>();
  /** Drawers of bodies come with the first body that is opened. */
  readonly #parts = new Shelf<PartDrawer>(1, () => this.#shown()?.conversation.redraw());
  #unbind: (() => void) | undefined;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  #looked = 0;

  constructor() {
    super();
    this.src = "";
    this.theme = "auto";
    this.view = { kind: "empty" };
    this.progress = undefined;
    this.sessions = [];
    this.panel = undefined;
    this.notice = "";
  }

  // For the page

  /** Starts the parser ahead of a load. */
  prepare(): void {
    if (this.#spare !== undefined) return;
    try {
      this.#spare = this.parserFactory();
    } catch {
      // Said when something is loaded.
    }
  }

  /** Reads files; replaces what was read before. Resolves when all is read, rejects with a Failure. */
  async load(input: Loadable): Promise<void> {
    const loading = this.#begin();
    await this.#run(toSources(input), loading);
  }

  /** What `unspool inspect` prints for the session on the screen, or for the first one. */
  async summary(): Promise<Summary> {
    if (this.#parser === undefined) throw failure("empty");
    return this.#parser.api.summary(this.view.kind === "reading" ? this.view.session : 0);
  }

  /** Shows the row of a record; false if there is none. */
  async goTo(uuid: string): Promise<boolean> {
    const shown = this.#shown();
    if (shown === undefined) return false;
    const index = await shown.conversation.api.find(shown.conversation.session, uuid);
    if (index < 0) return false;
    shown.conversation.refresh();
    await this.#list()?.goTo(index);
    return true;
  }

  /** Lets go of everything that was loaded. */
  dispose(): void {
    this.#clear();
    this.#spare?.terminate();
    this.#spare = undefined;
    this.view = { kind: "empty" };
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
    for (const { conversation, end } of this.#conversations.values()) {
      conversation.dispose();
      end();
    }
    this.#conversations.clear();
    this.#parser?.terminate();
    this.#parser = undefined;
    this.#sources = [];
    this.progress = undefined;
    this.sessions = [];
    this.panel = undefined;
    this.#looked = 0;
  }

  #begin(): AbortController {
    this.#clear();
    const loading = new AbortController();
    this.#loading = loading;
    this.view = { kind: "waiting" };
    return loading;
  }

  async #run(sources: readonly Source[], loading: AbortController): Promise<void> {
    try {
      this.#sources = sources;
      const parser = this.#spare ?? this.parserFactory();
      this.#spare = undefined;
      this.#parser = parser;
      void parser.ended.then((why) => {
        if (this.#parser === parser && why !== undefined) this.#fail(why);
      });
      const several = mainFiles(sources) > 1;
      await parser.api.load(sources, (progress) => {
        if (!loading.signal.aborted) void this.#onProgress(progress, several);
      });
      if (loading.signal.aborted) return;
      this.sessions = await parser.api.sessions();
      if (loading.signal.aborted) return;
      this.progress = undefined;
      if (this.view.kind === "waiting") this.#show(several && this.sessions.length > 1 ? undefined : 0);
      this.#shown()?.conversation.refresh();
      await this.updateComplete;
      await this.#list()?.settled();
      if (loading.signal.aborted) return;
      this.#tell("unspool-ready", { sessions: this.sessions });
    } catch (error) {
      if (loading.signal.aborted) return;
      const why = toFailure(error, "crashed");
      this.#fail(why);
      throw why;
    }
  }

  async #onProgress(progress: Progress, several: boolean): Promise<void> {
    const parser = this.#parser;
    this.progress = progress;
    this.#tell("unspool-progress", progress);
    if (this.view.kind === "waiting" && (several ? progress.sessions > 0 : progress.rows > 0)) {
      this.#show(several ? undefined : 0);
    }
    this.#shown()?.conversation.refresh();
    const now = performance.now();
    if (parser === undefined || now - this.#looked < SESSIONS_EVERY) return;
    this.#looked = now;
    const sessions = await parser.api.sessions().catch(() => undefined);
    if (sessions !== undefined && this.#parser === parser) this.sessions = sessions;
  }

  async #fetch(address: string): Promise<void> {
    const loading = this.#begin();
    try {
      const sources = await fetchSources(address, loading.signal, (done, all) => {
        if (!loading.signal.aborted) this.view = { kind: "fetching", done, all };
      });
      if (loading.signal.aborted) return;
      this.view = { kind: "waiting" };
      await this.#run(sources, loading);
    } catch (error) {
      if (!loading.signal.aborted && this.view.kind !== "failed") this.#fail(toFailure(error, "unreadable", address));
    }
  }

  #fail(why: Failure): void {
    this.progress = undefined;
    this.view = { kind: "failed", failure: why };
    this.#tell("unspool-error", why);
  }

  #tell<K extends keyof SessionEvents>(name: K, detail: SessionEvents[K]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  // What is shown

  /** Shows a session, or the list of them. */
  #show(session: number | undefined): void {
    const parser = this.#parser;
    if (parser === undefined) return;
    if (session === undefined) {
      this.view = { kind: "chooser" };
      return;
    }
    let known = this.#conversations.get(session);
    if (known === undefined) {
      const conversation = new Conversation(parser.api, session);
      const worker = createRenderClient();
      const context: RowContext = {
        conversation,
        env: { worker, signal: this.#abort.signal },
        project: () => this.#info(session)?.project ?? "",
        parts: () => this.#parts.get("", () => this.#loadParts()),
        toggle: (row) => void this.#toggle(conversation, row),
      };
      known = { conversation, context, end: () => worker.dispose() };
      this.#conversations.set(session, known);
    }
    this.view = { kind: "reading", session, context: known.context };
  }

  async #loadParts(): Promise<PartDrawer> {
    const { part, bodySheets } = await import("../rows/part");
    const root = this.renderRoot;
    if (root instanceof ShadowRoot) adoptStyles(root, [...root.adoptedStyleSheets, ...bodySheets]);
    return part;
  }

  #shown(): RowContext | undefined {
    return this.view.kind === "reading" ? this.view.context : undefined;
  }

  #info(session: number): SessionInfo | undefined {
    return this.sessions.find((info) => info.index === session);
  }

  #list(): ListElement | undefined {
    const list = this.renderRoot.querySelector("unspool-list");
    return list instanceof ListElement ? list : undefined;
  }

  async #toggle(conversation: Conversation, row: Row): Promise<void> {
    try {
      if (row.run !== null && row.run.rows > 0) await conversation.expand(row, !row.run.open);
      else if (row.kind === "branch") await conversation.expand(row, !(row.fold?.open ?? false));
      else conversation.setOpen(row, !conversation.isOpen(row));
    } catch (error) {
      this.#say(words.row.failedBody(isFailure(error) ? error.detail : String(error)));
    }
  }

  #say(said: string): void {
    this.notice = said;
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => (this.notice = ""), NOTICE_FOR);
  }

  async #findings(session: number): Promise<void> {
    const list = await this.#parser?.api.diagnostics(session);
    if (list !== undefined) this.panel = { kind: "findings", list };
  }

  async #goToAddress(address: string): Promise<void> {
    const list = this.#list();
    if (list === undefined) return;
    const found = /^\d{1,7}$/.test(address) ? await list.turnNumbered(Number(address)) : await this.goTo(address);
    this.panel = found ? undefined : { kind: "goto", missing: true };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const onList = (act: (list: ListElement, conversation: Conversation) => void) => {
      const list = this.#list();
      const conversation = this.#shown()?.conversation;
      if (list !== undefined && conversation !== undefined) act(list, conversation);
    };
    const orSay = (found: Promise<boolean>, said: string): void => {
      void found.then((there) => {
        if (!there) this.#say(said);
      });
    };
    this.#unbind = bindKeys(this, {
      step: (by) => onList((list) => void list.step(by)),
      turn: (by) => onList((list) => orSay(list.turn(by), words.noMoreTurns)),
      error: (by) => onList((list) => orSay(list.error(by), words.noMoreErrors)),
      toggle: () =>
        onList((list) => {
          const row = list.currentRow();
          if (row !== undefined) this.#shown()?.toggle(row);
        }),
      all: (open) => onList((_list, conversation) => conversation.setAllOpen(open)),
      thinking: () =>
        onList((_list, conversation) => {
          conversation.thinking = !conversation.thinking;
          this.#say(conversation.thinking ? words.thinkingOpen : words.thinkingFolded);
        }),
      machinery: () =>
        onList((_list, conversation) => {
          conversation.machinery = !conversation.machinery;
          this.#say(conversation.machinery ? words.machineryShown : words.machineryHidden);
        }),
      goTo: () => onList(() => (this.panel = { kind: "goto", missing: false })),
      edge: (end) => onList((list) => void list.edge(end)),
      help: () => (this.panel = { kind: "keys" }),
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unbind?.();
    // Moved within the page, it is connected again at once.
    queueMicrotask(() => {
      if (!this.isConnected) this.dispose();
    });
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("src") && this.src !== "") void this.#fetch(this.src);
  }

  protected override render(): TemplateResult {
    return html`${this.#content()}
      ${this.progress !== undefined || this.view.kind === "waiting" ? progressBar(this.progress) : nothing}
      <div class="notice-box" role="status">${this.notice === "" ? nothing : html`<p>${this.notice}</p>`}</div>
      <dialog @close=${this.#closePanel} @click=${this.#clickAside}>
        ${this.panel === undefined
          ? nothing
          : panel(this.panel, { close: this.#closePanel, goTo: (address) => void this.#goToAddress(address) })}
      </dialog>`;
  }

  #content(): TemplateResult {
    const { view } = this;
    switch (view.kind) {
      case "empty":
        return html`<slot>${empty()}</slot>`;
      case "waiting":
        return html`<div class="state"></div>`;
      case "fetching":
        return html`<div class="state"><p>${words.landing.fetched(view.done, view.all)}</p></div>`;
      case "failed":
        return html`${failed(view.failure, this.#sources.length === 0 ? undefined : () => this.#again())}<slot></slot>`;
      case "chooser":
        return html`<header class="strip">
            <div class="about"><h2 class="heading">${count(this.sessions.length, "session")}</h2></div>
            <slot name="tools"></slot>
          </header>
          ${chooser(this.sessions, (info) => this.#show(info.index))}`;
      case "reading": {
        const info = this.#info(view.session);
        return html`${header({
            info,
            back: this.sessions.length > 1 ? () => this.#show(undefined) : undefined,
            help: () => (this.panel = { kind: "keys" }),
            findings: info !== undefined && info.damaged > 0 ? () => void this.#findings(view.session) : undefined,
          })}
          <unspool-list .context=${view.context} ?busy=${this.progress !== undefined} @row-select=${this.#onSelect}></unspool-list>`;
      }
    }
  }

  protected override updated(changed: PropertyValues): void {
    fillBar(this.renderRoot, this.progress);
    const dialog = this.renderRoot.querySelector("dialog");
    if (dialog !== null && changed.has("panel")) {
      if (this.panel === undefined) dialog.close();
      else if (!dialog.open) dialog.showModal();
    }
    if (changed.has("view") && (this.view.kind === "chooser" || this.view.kind === "reading")) this.#focusContent(changed.get("view"));
  }

  /** Going to a session and back, the focus goes along; it is never taken from the page around. */
  #focusContent(before: unknown): void {
    const wasInside = typeof before === "object" && before !== null && "kind" in before && (before.kind === "chooser" || before.kind === "reading");
    if (wasInside) requestAnimationFrame(() => this.focus());
  }

  #again(): void {
    const sources = this.#sources;
    this.load(sources).catch(() => undefined); // shown
  }

  readonly #closePanel = (): void => {
    this.panel = undefined;
  };

  readonly #clickAside = (event: MouseEvent): void => {
    if (event.target instanceof HTMLDialogElement) this.panel = undefined;
  };

  readonly #onSelect = (event: CustomEvent<Row>): void => {
    const { key } = event.detail;
    this.#tell("unspool-select", { key, uuid: key.replace(/#\d+$/, "") });
  };

  static override styles = [
    tokens,
    css`
      :host {
        position: relative;
        display: flex;
        flex-direction: column;
        height: 100%;
        min-height: 240px;
        overflow: hidden;
        background: var(--u-bg);
        color: var(--u-ink);
        font-family: var(--u-font);
        font-size: var(--u-size);
        line-height: var(--u-leading);
        -webkit-text-size-adjust: 100%;
        text-rendering: optimizeLegibility;
      }
      :host([hidden]) {
        display: none;
      }
      .icon {
        fill: none;
        stroke: currentColor;
        stroke-width: 1.75;
        stroke-linecap: round;
        stroke-linejoin: round;
      }
      .tool-button:focus-visible,
      .primary:focus-visible {
        outline: 2px solid var(--u-accent);
        outline-offset: 1px;
      }
      ::selection {
        background: light-dark(#cfe6e2, #24524d);
      }
      .notice-box {
        position: absolute;
        inset-inline: 0;
        bottom: var(--u-5);
        z-index: 2;
        display: grid;
        justify-items: center;
        pointer-events: none;
      }
      .notice-box p {
        margin: 0;
        padding: 6px var(--u-4);
        border-radius: var(--u-radius);
        background: light-dark(#26272a, #e8e7e3);
        color: light-dark(#fff, #17181a);
        font-size: var(--u-size-m);
        line-height: 20px;
      }
      @media (prefers-reduced-motion: reduce) {
        * {
          transition: none !important;
          animation: none !important;
        }
      }
    `,
    ...renderStyles,
    headerStyles,
    listStyles,
    ...rowSheets,
    chooserStyles,
    stateStyles,
    panelStyles,
  ];
}
