import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { type Dates, folder } from "../../session/format";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import { strings } from "./strings";
import { strings as rowStrings } from "../../rows/strings";
import type { Match, SessionInfo } from "../../parser/model";
import type { ParserApi } from "../../parser/protocol";
import { definePane } from "../pane";
import { type EntryUse, entry, loneAgents, shapeOf } from "./entry";
import {
  type LibrarySections,
  type LibraryItem,
  type LibraryQuery,
  gather,
  listedAtFirst,
  keysOf,
  sectionsOf,
  sortings,
  totalWords,
} from "./group-sessions";
import { type HeatMap, heatMap, heatMapOf } from "./heat-map";
import { LibrarySearch } from "./library-search";
import type { SkippedFiles } from "./skipped-files";
import { VirtualList } from "../../ui/virtual-list";

const ESTIMATE = 64; // px, the height of an item until one of its shape is measured

const beginning: LibraryQuery = {
  sorting: "newest",
  words: "",
  day: "",
  project: undefined,
  byProject: true,
  silent: false,
  open: new Set(),
};

/**
 * The list of the sessions that were read, by project. One element lives as long as its viewer,
 * so that scroll position, filter, order and focus are kept while a session is shown.
 */
export class LibraryElement extends LitElement {
  @property({ attribute: false }) sessions: readonly SessionInfo[] = [];
  @property({ attribute: false }) dates!: Dates;
  /** The state of the files. */
  @property({ attribute: false }) live: TemplateResult | typeof nothing = nothing;
  /** Files that contain no session. */
  @property({ attribute: false }) skipped: SkippedFiles | undefined;
  @property({ attribute: false }) busy = false; // files are being read
  @state() private query: LibraryQuery = beginning;
  /** Shows a session. */
  choose: (info: SessionInfo) => void = () => undefined;
  /** Returns why a session is not loaded. */
  whyLost: EntryUse["whyLost"] = () => "";
  /** Shows a session with the results of a search in it, at a match. */
  openMatch: (info: SessionInfo, words: string, match: Match | undefined) => void = () => undefined;
  /** Searches the sessions. */
  api: ParserApi | undefined;
  /** The button that opens the palette. */
  palette: TemplateResult | typeof nothing = nothing;

  readonly #search = new LibrarySearch((matches) => (this.query = { ...this.query, matches }));
  readonly #list = new VirtualList(this, { container: ".library-items" });
  #heatMap: HeatMap | undefined;
  #gathered: LibrarySections = gather([], beginning);
  #indexes: ReadonlyMap<string, number> = new Map(); // of the items, by key
  #savedTop: number | undefined; // scroll position to restore after the files were read again
  #again = false; // the files were read again, and the user has not scrolled since
  #current = ""; // key of the session that has, or had, the focus
  #wantFocus = false;
  #listening = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.classList.add("chooser");
    this.tabIndex = -1;
    const { signal } = (this.#listening = new AbortController());
    this.addEventListener("keydown", this.#onKey, { signal });
    this.addEventListener("focusin", this.#onFocus, { signal });
    for (const event of ["wheel", "keydown", "pointerdown"])
      this.addEventListener(event, this.#onMove, { passive: true, signal });
    if (this.#savedTop !== undefined) this.#list.scrollTo(this.#savedTop);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#listening.abort();
  }

  /** Focuses the session where the user was, otherwise the first one. */
  override focus(): void {
    this.#wantFocus = true;
    this.requestUpdate();
  }

  /** Resets everything but the order, for other files. */
  reset(): void {
    const { sorting, byProject } = this.query;
    this.#search.stop();
    this.query = { ...beginning, sorting, byProject };
    this.skipped = undefined;
    this.#current = "";
    this.#list.scrollTo(0);
    this.#onMove();
    this.setAttribute("data-quiet", ""); // the focus is set by script: its ring appears with the first key
  }

  /** Keeps the scroll position while the same files are read again. */
  again(): void {
    this.#savedTop ??= this.#list.top;
    this.#again = true;
  }

  /** Returns the listed session after or before another one. */
  neighbor(info: SessionInfo | undefined, by: 1 | -1): SessionInfo | undefined {
    const { sessions } = gather(this.sessions, this.query);
    const at = sessions.findIndex(({ index }) => index === info?.index);
    return at < 0 ? sessions[0] : sessions[at + by];
  }

  /** Makes this session the one that regains the focus. */
  remember(info: SessionInfo): void {
    this.#current = keysOf(this.sessions).get(info) ?? "";
  }

  // Rendering

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("sessions")) this.#heatMap = heatMapOf(this.sessions);
    if (changed.has("query") || changed.has("sessions")) {
      const anchor = changed.has("query") ? undefined : this.#anchor();
      this.#gathered = gather(this.sessions, this.query);
      const { items } = this.#gathered;
      const shapes = items.map(shapeOf);
      this.#indexes = new Map(items.map(({ key }, index) => [key, index]));
      this.#list.layout.setItems(
        items.length,
        () => ESTIMATE,
        (index) => shapes[index],
      );
      const index = this.#indexes.get(anchor?.key ?? "");
      if (this.#savedTop !== undefined) this.#list.scrollTo(this.#savedTop);
      else if (anchor !== undefined && index !== undefined) this.#list.scrollToIndex(index, { align: anchor.below });
    }
    if (!this.#wantFocus) return;
    if (!this.#indexes.has(this.#current)) this.#current = this.#tabStop;
    if (!this.#again) this.#reveal(this.#current);
  }

  protected override update(changed: PropertyValues): void {
    // Removing the item with the focus would lose the focus.
    const { from, to } = this.#list.range;
    const index = this.#indexes.get(this.#current) ?? -1;
    if ((index < from || index >= to) && this.querySelector("li:focus-within") !== null)
      super.focus({ preventScroll: true });
    super.update(changed);
  }

  protected override render(): TemplateResult {
    const { totals, items } = this.#gathered;
    const { skipped } = this;
    return html`<div class="inner">
      <div class="name-line">
        <h2>${strings.title}</h2>
        ${this.live}${this.palette}
      </div>
      <p class="note" role=${this.query.words === "" ? nothing : "status"}>${totalWords(totals, strings.loneAgents)}</p>
      ${this.#tools()}
      ${this.#search.line({
        words: this.query.words,
        sessions: listedAtFirst(this.sessions).filter(({ lone }) => !lone).length,
        isFilterEmpty: items.length === 0,
        search: this.#searchAll,
        clear: () => this.#change({ words: "", project: undefined, day: "" }),
      })}
      ${
        this.#heatMap === undefined
          ? nothing
          : heatMap(this.#heatMap, {
              dates: this.dates,
              chosen: this.query.day,
              choose: (day) => this.#change({ day }),
            })
      }
      <div class="library-items">
        ${repeat(
          sectionsOf(items.slice(this.#list.range.from, this.#list.range.to)),
          ({ project }) => project,
          (section) => this.#section(section),
        )}
      </div>
      ${
        skipped === undefined
          ? nothing
          : html`<details class="no-match skipped-files">
              <summary>${strings.skipped(skipped.count)}</summary>
              <p>${markInvisible(skipped.names)}</p>
            </details>`
      }
    </div>`;
  }

  #section({ project, items }: ReturnType<typeof sectionsOf>[number]): TemplateResult {
    const [first] = items;
    const name = project === "" ? strings.noProject : folder(project);
    const entries = items.filter((item) => item.kind !== "project");
    return html`<section aria-label=${this.query.byProject ? stripInvisible(name) : strings.title}>
      ${
        first?.kind !== "project"
          ? nothing
          : html`<h3 data-index=${this.#indexes.get(first.key)} title=${stripInvisible(project)}>
              <span class="name ellipsis">${project === "" ? name : markInvisible(name)}</span>
              <span class="sum">${totalWords(first.totals, rowStrings.agents)}</span>
            </h3>`
      }
      ${
        entries.length === 0
          ? nothing
          : html`<ul>
              ${repeat(
                entries,
                ({ key }) => key,
                (item) =>
                  html`<li
                    data-index=${this.#indexes.get(item.key)}
                    ?data-under=${item.kind === "session" && item.under}
                    aria-setsize=${item.of}
                    aria-posinset=${item.place}
                  >
                    ${item.kind === "agents" ? loneAgents(item, this.#use(item)) : entry(item, this.#use(item))}
                  </li>`,
              )}
            </ul>`
      }
    </section>`;
  }

  /** Searches the content of all sessions: the filter compares only what the list shows. */
  readonly #searchAll = (): void => {
    if (this.api !== undefined && this.query.words.trim() !== "")
      this.#search.run(this.api, this.sessions, this.query.words);
  };

  #use({ key }: LibraryItem): EntryUse {
    return {
      dates: this.dates,
      choose: (info) => {
        this.#current = key;
        this.choose(info);
      },
      whyLost: this.whyLost,
      openMatch: (info, match) => {
        this.#current = key;
        this.openMatch(info, this.query.words, match);
      },
      unfold: (fold) => this.#unfold(fold),
      current: key === this.#tabStop,
      byProject: this.query.byProject,
    };
  }

  #tools(): TemplateResult {
    const { words, project, sorting, byProject, silent } = this.query;
    const { projects, silent: quiet } = this.#gathered;
    const chosen = (event: Event): string =>
      event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement ? event.target.value : "";
    return html`<div class="library-tools">
        <input
          class="framed"
          type="search"
          name="words"
          aria-label=${strings.filter}
          placeholder=${strings.filterHint}
          autocomplete="off"
          spellcheck="false"
          .value=${words}
          @input=${(event: Event) => this.#change({ words: chosen(event) })}
        />
        ${
          projects.length < 2
            ? nothing
            : html`<select
                  class="framed"
                  name="project"
                  aria-label=${strings.project}
                  @change=${(event: Event) => this.#change({ project: projects[Number(chosen(event))] })}
                >
                  <option value="-1" .selected=${project === undefined}>${strings.allProjects}</option>
                  ${projects.map(
                    (name, at) =>
                      html`<option value=${at} .selected=${project === name}>
                        ${name === "" ? strings.noProject : stripInvisible(folder(name))}
                      </option>`,
                  )}
                </select>
                <button
                  type="button"
                  class="framed toggle"
                  aria-pressed=${byProject}
                  @click=${() => this.#change({ byProject: !byProject })}
                >
                  ${strings.byProject}
                </button>`
        }
        <select
          class="framed"
          name="sorting"
          aria-label=${strings.sort}
          @change=${(event: Event) => this.#change({ sorting: sortings.find((name) => name === chosen(event)) ?? "newest" })}
        >
          ${sortings.map((name) => html`<option value=${name} .selected=${sorting === name}>${strings.sortings[name]}</option>`)}
        </select>
      </div>
      ${
        quiet === 0
          ? nothing
          : html`<p class="silent-ones">
              <button type="button" class="quiet" @click=${() => this.#change({ silent: !silent })}>
                ${silent ? strings.hideSilent : strings.silent(quiet)}
              </button>
            </p>`
      }`;
  }

  protected override updated(): void {
    if (!this.#list.isMeasured) return;
    const isRead = !this.busy && this.sessions.length > 0; // until then, sessions can appear and move
    if (isRead && this.#list.top >= Math.floor(this.#savedTop ?? 0)) this.#savedTop = undefined;
    if (!this.#wantFocus) return;
    this.#wantFocus = false;
    const button = this.querySelector<HTMLElement>(`:is(.entry, .lone)[tabindex="0"]`);
    if (button === null) super.focus({ preventScroll: true });
    else button.focus({ preventScroll: true });
  }

  /** The key of the item that Tab moves the focus to. */
  get #tabStop(): string {
    if (this.#indexes.has(this.#current)) return this.#current;
    return this.#gathered.items.find(({ kind }) => kind !== "project")?.key ?? "";
  }

  #itemOf(element: Element | null | undefined): LibraryItem | undefined {
    return this.#gathered.items[Number(element?.closest("li")?.dataset.index ?? -1)];
  }

  /**
   * Returns the item that keeps its position while sessions arrive: the one under the pointer, with the focus, or at
   * the top.
   */
  #anchor(): { readonly key: string; readonly below: number } | undefined {
    const { layout, top } = this.#list;
    const target = this.querySelector("li:hover") ?? this.querySelector("li:focus-within");
    const index = this.#indexes.get(this.#itemOf(target)?.key ?? "") ?? (top > layout.before ? layout.at(top) : -1);
    const key = this.#gathered.items[index]?.key;
    return key === undefined ? undefined : { key, below: layout.start(index) - top };
  }

  #reveal(key: string): void {
    const index = this.#indexes.get(key);
    if (index === undefined) return;
    const { layout, top } = this.#list;
    // The toolbar stays at the upper edge, and covers what is there.
    const above = this.querySelector<HTMLElement>(".library-tools")?.offsetHeight ?? 0;
    // The title is above the first item, and is shown as well.
    if (index <= 1 && layout.start(index) - above < top) this.#list.scrollTo(0);
    else this.#list.scrollToIndex(index, { above });
  }

  // Input

  #change(change: Partial<LibraryQuery>): void {
    if (change.words !== undefined) this.#search.stop();
    this.query = { ...this.query, ...change };
    // Another order is shown from its beginning.
    if (this.#list.top > this.#list.layout.before) this.#list.scrollTo(0);
  }

  #unfold(key: string): void {
    const open = new Set(this.query.open);
    if (!open.delete(key)) open.add(key);
    this.query = { ...this.query, open };
    this.#current = key;
  }

  readonly #onMove = (): void => {
    this.#savedTop = undefined;
    this.#again = false;
  };

  readonly #onFocus = (event: FocusEvent): void => {
    const key = event.target instanceof Element ? this.#itemOf(event.target)?.key : undefined;
    if (key === undefined || key === this.#current) return;
    this.#current = key;
    this.requestUpdate();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    this.removeAttribute("data-quiet");
    const field = this.querySelector<HTMLInputElement>("input");
    const { target, key } = event;
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || target instanceof HTMLSelectElement)
      return;
    if (target === field) {
      if (key === "Escape") event.preventDefault(); // it would clear the field
      if (key === "ArrowDown") this.#go(event, 0);
      else if (key === "Enter") this.#searchAll();
      else if (key === "Escape" && this.#search.isActive) this.#search.stop();
      else if (key === "Escape" && this.query.words !== "") this.#change({ words: "" });
      else if (key === "Escape") this.#go(event, 0);
      return;
    }
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
    const step = steps[key];
    if (step !== undefined) this.#go(event, step);
    // Text that is typed anywhere goes into the filter; "?" opens the help.
    else if (key.length === 1 && key !== " " && key !== "?") {
      if (key === "/") event.preventDefault();
      event.stopPropagation();
      field?.focus();
    }
  };

  /** Moves the focus by a number of entries; 0 moves it to where it was. */
  #go(event: KeyboardEvent, step: number): void {
    event.preventDefault();
    const entries = this.#gathered.items.filter(({ kind }) => kind !== "project");
    const now = entries.findIndex(({ key }) => key === this.#current);
    const next = Math.min(Math.max(Math.max(now, 0) + (now < 0 && step > 0 ? 0 : step), 0), entries.length - 1);
    this.#current = entries[next]?.key ?? "";
    this.focus();
  }
}

/** Another version of the viewer may have defined the element on the page before. */
export function createLibrary(): LibraryElement {
  definePane("unspool-library", LibraryElement);
  return document.createElement("unspool-library");
}

declare global {
  interface HTMLElementTagNameMap {
    "unspool-library": LibraryElement;
  }
}
