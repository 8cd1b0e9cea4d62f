import { type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { state } from "lit/decorators.js";
import { onChange, updateOn } from "../../base/signals";
import { icon } from "../../ui/icon";
import { title } from "../../session/header";
import { markStyles } from "../../content/mark-styles";
import { strings } from "./strings";
import type { SessionController } from "../session-controller";
import { menuStyles } from "../menu";
import { Pane, definePane } from "../pane";
import { PaneLoader } from "../pane-loader";
import { isNarrow } from "../../ui/breakpoints";
import { revealMatch, placesOf, rowAt, show } from "./reveal-match";
import { type FacetName, facets } from "./facets";
import { findStyles } from "./find-styles";
import { flagButton, toolButton } from "./buttons";
import { Finder } from "../../session/search/finder";
import { type CurrentMatch, ResultLines } from "./lines";
import { OpenedForMatch } from "./opened-for-match";
import { Marks } from "./marks";
import { patterns } from "./pattern";
import { ResultsElement } from "./results";
import { foundWords, moreWords } from "./status-text";
import {
  MAX_CHARACTERS,
  type SearchQuery,
  everywhere,
  isNarrowed,
  viewStateFrom,
  queryFrom,
  sameQuery,
  toggled,
} from "../../session/search/search-query";
import { baseStyles } from "../../ui/base-styles";
import { toolButtonStyles } from "../../ui/common-styles";

const TYPING = 10; // ms; debounce time of changes of the query: a search that is replaced ends soon

export function draw(controller: SessionController): TemplateResult {
  return html`<unspool-find .controller=${controller} ?data-fills=${controller.viewer.fillsPage}></unspool-find>`;
}

/** The search field, and the results beside the conversation. */
class FindElement extends Pane {
  /** Reports whether the results are shown. */
  @state() private listed = true;
  @state() private menu: FacetName | undefined;

  readonly #finder = new Finder(() => this.#grown());
  #query: SearchQuery = queryFrom({});
  #lines = new ResultLines(undefined, false);
  #marks: Marks | undefined;
  #current: CurrentMatch | undefined;
  readonly #opened = new OpenedForMatch();
  #focusedBefore: Element | null = null; // what had the focus before the field
  #going = new AbortController();
  readonly #loader = new PaneLoader(this, (_signal, isReload) => this.#search(isReload));
  #nextStep: 1 | -1 | undefined; // requested before the results of the query were there
  #visit: (() => void) | undefined; // ends waiting for the other session that is being opened which has a match

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopGoing();
    this.#finder.stop();
    this.#unmark();
    this.controller.setShowsMatches(false);
    if (!this.controller.isOpen("find") && this.controller.state.q !== undefined)
      this.controller.changeState(viewStateFrom(queryFrom({})));
  }

  // Changes from outside

  protected override sessionChanged(): void {
    if (this.#visit === undefined) this.#seek(queryFrom(this.controller.state));
    else this.controller.changeState(viewStateFrom(this.#query));
    this.#visit?.();
  }

  protected override follow(controller: SessionController): readonly (() => void)[] {
    controller.find = this;
    const looked = (): void => {
      const query = queryFrom(controller.state);
      if (!sameQuery(query, this.#query)) this.#seek(query);
    };
    return [
      onChange(controller.viewState, looked),
      onChange(controller.dataVersion, () => this.#searchAgain()),
      updateOn(this, controller.panesVersion),
      () => {
        if (controller.find === this) controller.find = undefined;
      },
    ];
  }

  // Searching

  #seek(query: SearchQuery): void {
    this.#query = query;
    this.#stopGoing();
    this.#current = this.#nextStep = undefined;
    this.listed = true;
    if (query.text.trim() !== "") this.#loader.load(TYPING);
    else {
      this.#loader.stop();
      this.#finder.stop();
    }
  }

  /** Searches again when the session has changed; the results stay until there are new ones. */
  #searchAgain(): void {
    if (this.#query.text.trim() !== "") this.#loader.reload();
  }

  async #search(quietly: boolean): Promise<void> {
    const { session, viewer, api } = this.controller;
    const others = this.#query.flags.has("all") ? viewer.sessions.filter(({ index }) => index !== session) : [];
    const loaded = others.flatMap(({ index, state }) => (state === "lost" ? [] : index));
    const scope = {
      sessions: [session, ...loaded],
      notLoaded: others.length - loaded.length,
      // Nothing more of a session is read if no files are being read.
      isRead: (one: number) => !viewer.busy || viewer.sessions.find(({ index }) => index === one)?.state === "read",
    };
    await this.#finder.run(api, scope, this.#query, quietly);
    const step = this.#nextStep;
    this.#nextStep = undefined;
    if (step !== undefined) await this.#step(step);
  }

  #grown(): void {
    this.#lines = new ResultLines(this.#finder.found, this.#several);
    this.requestUpdate();
    this.#mark();
  }

  get #several(): boolean {
    return this.#query.flags.has("all") && this.controller.viewer.sessions.length > 1;
  }

  #change(change: Partial<SearchQuery>): void {
    this.controller.changeState(viewStateFrom({ ...this.#query, ...change }));
  }

  #mark(): void {
    const list = this.controller.viewer.list();
    if (this.#marks?.list !== list) this.#unmark();
    if (list === undefined || !this.isConnected) return;
    const { found } = this.#finder;
    if (found === undefined) return this.#unmark();
    this.#marks ??= new Marks(list);
    const hasMatch = this.#lines.rowsWithMatches(this.controller.session);
    const all = found.loaded < found.places;
    this.#marks.show(patterns(found.query), (row) => all || hasMatch(row));
  }

  #unmark(): void {
    this.#marks?.dispose();
    this.#marks = undefined;
  }

  // Navigating between matches

  focusField(): void {
    void this.#toField();
  }

  next(): void {
    void this.#step(1);
  }

  previous(): void {
    void this.#step(-1);
  }

  hideList(): void {
    this.listed = false;
  }

  /** Focuses the field. A view in place of the conversation is closed, since it hides the field. */
  async #toField(): Promise<void> {
    const { controller } = this;
    if (controller.state.view !== undefined) {
      controller.changeState({ view: "" });
      await controller.viewer.updateComplete;
    }
    const root = this.getRootNode();
    const focused = root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
    if (focused !== this) this.#focusedBefore = focused;
    const field = this.renderRoot.querySelector("input");
    field?.focus();
    field?.select();
  }

  get #nth(): number {
    const { session, file, offset } = this.#current ?? {};
    return this.#lines.matches.findIndex(
      (line) => line.session === session && line.match.file === file && line.match.offset === offset,
    );
  }

  /** Goes to the next occurrence in the row, otherwise to the next match; after the last one, the first one follows. */
  async #step(by: 1 | -1): Promise<void> {
    const { found } = this.#finder;
    if (found === undefined || !sameQuery(found.query, this.#query)) {
      this.#nextStep = by;
      return;
    }
    const { length } = this.#lines.matches;
    if (length === 0) return;
    if (await this.#withinRow(by)) return;
    const nth = this.#nth;
    const to = nth < 0 ? this.#fromHere(by) : nth + by;
    if (to < 0 || to >= length) this.controller.viewer.announce(by > 0 ? strings.fromStart : strings.fromEnd);
    await this.#go((to + length) % length, by < 0);
  }

  /** Returns the match that the search goes to first: forward, the best one in or after the current turn. */
  #fromHere(by: 1 | -1): number {
    const { session, currentRow, viewer } = this.controller;
    if (by < 0) return -1;
    return this.#lines.best(session, (viewer.list()?.visibleCurrentIndex() ?? 0) > 0 ? (currentRow?.turn ?? 0) : 0);
  }

  async #withinRow(by: 1 | -1): Promise<boolean> {
    const marks = this.#marks;
    const line = this.#lines.matches[this.#nth];
    if (marks?.current === undefined || line?.session !== this.controller.session) return false;
    const index = this.controller.context.conversation.indexOf(line.match.key);
    const row = index < 0 ? undefined : rowAt(marks.list, index);
    if (row === undefined) return false;
    const places = placesOf({ marks, match: line.match }, row);
    const here = places.indexOf(marks.current);
    const next = places[here + by];
    if (here < 0 || next === undefined) return false;
    marks.current = next;
    await show(marks.list, index, row, next, this.#opened);
    return true;
  }

  async #go(nth: number, last = false): Promise<void> {
    const line = this.#lines.matches[nth];
    if (line === undefined) return;
    this.#stopGoing();
    const { signal } = (this.#going = new AbortController());
    this.#current = { session: line.session, file: line.match.file, offset: line.match.offset };
    this.listed &&= !isNarrow(); // the results cover the conversation then
    this.requestUpdate();
    let text: string = strings.matchNotLoaded; // unless the parser answers
    const there = await this.controller.move(async () => {
      const isShown = await this.#lead(line, last, signal);
      text = strings.filtered;
      return isShown;
    }, true);
    if (!there) this.controller.viewer.announce(text);
  }

  /** Returns false if no row shows the match now. */
  async #lead(
    { session, match }: ResultLines["matches"][number],
    last: boolean,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (!(await this.#present(session, signal)) || signal.aborted) return true;
    this.#mark();
    return (
      this.#marks === undefined ||
      revealMatch({
        controller: this.controller,
        marks: this.#marks,
        match,
        patterns: patterns(this.#query),
        opened: this.#opened,
        last,
        signal,
      })
    );
  }

  #stopGoing(): void {
    this.#going.abort();
    this.#visit = undefined;
  }

  /** Shows another session, and leaves the focus where it is. Returns false if something else was chosen meanwhile. */
  async #present(session: number, signal: AbortSignal): Promise<boolean> {
    if (this.controller.session === session) return true;
    const focused = this.shadowRoot?.activeElement;
    const isShown = new Promise<void>((resolve) => {
      this.#visit = resolve;
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    this.controller.viewer.present(session);
    await isShown;
    if (signal.aborted) return false;
    this.#visit = undefined;
    await new Promise(requestAnimationFrame); // the viewer gives the focus to the conversation a frame later
    if (focused instanceof HTMLElement) focused.focus();
    return this.controller.session === session;
  }

  // Rendering

  protected override render(): TemplateResult {
    const { found } = this.#finder;
    const none = this.#lines.matches.length === 0;
    const flag = (name: "case" | "whole" | "phrase"): TemplateResult =>
      flagButton(name, this.#query.flags.has(name), () => this.#change({ flags: toggled(this.#query.flags, name) }));
    return html`<search class="bar" @keydown=${this.#onKey}>
        <div class="field focus-box">
          ${icon("search")}
          <input
            type="text"
            name="find"
            aria-label=${strings.field}
            placeholder=${strings.field}
            autocomplete="off"
            spellcheck="false"
            maxlength=${MAX_CHARACTERS}
            .value=${this.#query.text}
            @input=${this.#onInput}
          />
          ${flag("case")} ${flag("whole")} ${flag("phrase")}
        </div>
        <span class="count" role="status">${foundWords(this.#finder, this.#nth)}</span>
        <span class="buttons">
          ${toolButton({ name: "previous", disabled: none, press: () => void this.#step(-1) })}
          ${toolButton({ name: "next", disabled: none, press: () => void this.#step(1) })}
          ${toolButton({
            name: "list",
            disabled: found === undefined,
            pressed: found !== undefined && this.listed,
            press: () => (this.listed = !this.listed),
          })}
          ${toolButton({ name: "close", press: this.#close })}
        </span>
      </search>
      ${found === undefined || !(this.listed || found.failure !== undefined) ? nothing : this.#results()}`;
  }

  #results(): TemplateResult {
    const { found, running } = this.#finder;
    const { viewer } = this.controller;
    const text = moreWords(this.#finder);
    const narrowed = found?.places === 0 && this.#finder.complete && isNarrowed(this.#query);
    return html`<section class="found" aria-label=${strings.results} aria-busy=${running} @keydown=${this.#onEscape}>
      ${facets({
        query: this.#query,
        found,
        agents: (this.controller.info?.agents ?? 0) > 0,
        sessions: viewer.sessions.length,
        change: (change) => this.#change(change),
        open: this.menu,
        toggled: (name, open) => (this.menu = open ? name : this.menu === name ? undefined : this.menu),
        close: (name) => this.renderRoot.querySelector<HTMLElement>(`#${name}`)?.hidePopover(),
      })}
      <progress max="1" .value=${found?.done ?? 0} aria-label=${strings.looking} ?hidden=${!running}></progress>
      ${
        text === "" && !narrowed
          ? nothing
          : html`<p class="more">
              ${text}
              ${narrowed ? html`<button type="button" class="quiet" @click=${this.#everywhere}>${strings.everywhere}</button>` : nothing}
            </p>`
      }
      <unspool-found
        .lines=${this.#lines}
        .current=${this.#nth}
        .dates=${this.controller.dates}
        .titleOf=${(session: number) => this.#titleOf(session)}
        .choose=${(nth: number) => void this.#go(nth)}
      ></unspool-found>
    </section>`;
  }

  readonly #everywhere = (): void => this.#change(everywhere(this.#query));

  #titleOf(session: number): string {
    const info = this.controller.viewer.sessions.find(({ index }) => index === session);
    return info === undefined ? "" : title(info);
  }

  readonly #onInput = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement) this.#change({ text: target.value });
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const typing = event.target instanceof HTMLInputElement;
    if (event.isComposing) return;
    if (event.key === "Escape") void this.#cancel();
    else if (typing && event.key === "Enter") void this.#step(event.shiftKey ? -1 : 1);
    else if (typing && event.key === "ArrowDown") this.renderRoot.querySelector<HTMLElement>("unspool-found")?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** A menu closes by itself. */
  readonly #onEscape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || this.menu !== undefined) return;
    void this.#cancel();
    event.preventDefault();
    event.stopPropagation();
  };

  /** Closes the search, and leaves open what was opened to show matches. */
  readonly #close = (): void => {
    this.#opened.keep();
    this.controller.setOpen("find", false);
    this.controller.viewer.list()?.focus({ preventScroll: true });
  };

  /** Closes the search and what was opened to show matches. The focus returns to where it was. */
  async #cancel(): Promise<void> {
    const list = this.controller.viewer.list();
    const line = this.#lines.matches[this.#nth];
    const isClosed = this.#opened.closeAll();
    this.controller.setOpen("find", false);
    const before = this.#focusedBefore;
    const isGone = !(before instanceof HTMLElement) || !before.isConnected || list?.contains(before) === true;
    (isGone ? list : before)?.focus({ preventScroll: true }); // the list knows which of its rows had the focus
    if (!isClosed || line?.session !== this.controller.session) return;
    const index = this.controller.context.conversation.indexOf(line.match.key);
    if (index >= 0) await list?.goTo(index, "nearest", false); // the row is shorter now
  }

  protected override firstUpdated(): void {
    if (this.#query.text === "") void this.#toField(); // opened by the user, not by an address
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const listed = this.#finder.found !== undefined && this.listed;
    this.toggleAttribute("data-listed", listed);
    this.controller.setShowsMatches(listed);
  }

  static override styles = [baseStyles, toolButtonStyles, markStyles, menuStyles, findStyles];
}

definePane("unspool-found", ResultsElement);
definePane("unspool-find", FindElement);
