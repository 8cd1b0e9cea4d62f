import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { type Dates, folder } from "../../session/format";
import { marked, visible } from "../../content/visible-text";
import { strings } from "./strings";
import { strings as rowStrings } from "../../rows/strings";
import type { SessionInfo } from "../../parser/model";
import { definePane } from "../pane";
import { type EntryUse, entry, loneAgents } from "./entry";
import {
  type LibrarySections,
  type LibraryItem,
  type LibraryQuery,
  gather,
  keysOf,
  sortings,
  totalWords,
} from "./group-sessions";
import { ItemLayout, type ItemRange } from "./shelf";
import type { SkippedFiles } from "./skipped-files";

interface LibrarySection {
  readonly key: string;
  readonly project: string;
  readonly items: readonly LibraryItem[];
}

const beginning: LibraryQuery = {
  sorting: "newest",
  words: "",
  project: undefined,
  byProject: true,
  silent: false,
  open: new Set(),
};

/**
 * The sessions that were read, by project. Of many only those around what is in
 * sight are in the page. One element lives as long as its viewer, and comes back
 * with all as the reader left it: scroll, filter, order, focus.
 */
export class LibraryElement extends LitElement {
  @property({ attribute: false }) sessions: readonly SessionInfo[] = [];
  @property({ attribute: false }) dates!: Dates;
  /** How it stands with the files. */
  @property({ attribute: false }) live: TemplateResult | typeof nothing = nothing;
  /** Files that hold no session. */
  @property({ attribute: false }) skipped: SkippedFiles | undefined;
  @state() private query: LibraryQuery = beginning;
  /** Shows a session. */
  choose: (info: SessionInfo) => void = () => undefined;
  /** The button of what finds sessions and commands by their names. */
  palette: TemplateResult | typeof nothing = nothing;

  readonly #layout = new ItemLayout();
  #gathered: LibrarySections = gather([], beginning);
  #rendered: ItemRange = { from: 0, to: 0 };
  #top = 0; // how far it is scrolled
  #targetTop: number | undefined; // where to scroll once the items are placed
  #savedTop: number | undefined; // how far it was scrolled when all was read anew, until it is there again
  #again = false; // all was read anew, and the reader has not moved since
  #current = ""; // key of the session that has, or had, the focus
  #wantFocus = false;
  #width = 0;
  readonly #sizes = new ResizeObserver(() => this.#resized());
  #listening = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.classList.add("chooser");
    this.tabIndex = -1;
    const { signal } = (this.#listening = new AbortController());
    this.addEventListener("scroll", this.#onScroll, { passive: true, signal });
    this.addEventListener("keydown", this.#onKey, { signal });
    this.addEventListener("focusin", this.#onFocus, { signal });
    for (const event of ["wheel", "keydown", "pointerdown"])
      this.addEventListener(event, this.#onMove, { passive: true, signal });
    this.#sizes.observe(this);
    this.#targetTop = this.#savedTop ?? this.#top;
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#listening.abort();
    this.#sizes.disconnect();
  }

  /** The session where the reader was, else the first one. */
  override focus(): void {
    this.#wantFocus = true;
    this.requestUpdate();
  }

  /** Begins anew with other files; the order is the reader's. */
  reset(): void {
    const { sorting, byProject } = this.query;
    this.query = { ...beginning, sorting, byProject };
    this.skipped = undefined;
    this.#current = "";
    this.#top = this.#targetTop = 0;
    this.#onMove();
    this.setAttribute("data-quiet", ""); // the focus is given, not asked for: its ring waits for the first key
  }

  /** Stays as it is while the same files are read anew. */
  again(): void {
    this.#savedTop ??= this.#top;
    this.#again = true;
  }

  /** The session after or before one, as they are listed. */
  neighbor(info: SessionInfo | undefined, by: 1 | -1): SessionInfo | undefined {
    const { sessions } = gather(this.sessions, this.query);
    const at = sessions.findIndex(({ index }) => index === info?.index);
    return at < 0 ? sessions[0] : sessions[at + by];
  }

  /** Sees to it that the reader comes back to this session. */
  remember(info: SessionInfo): void {
    this.#current = keysOf(this.sessions).get(info) ?? "";
  }

  // Drawing

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("query") || changed.has("sessions")) {
      const anchor = changed.has("query") ? undefined : this.#anchor();
      this.#gathered = gather(this.sessions, this.query);
      this.#layout.arrange(this.#gathered.items);
      const place = anchor === undefined ? -1 : this.#layout.placeOf(anchor.key);
      if (this.#savedTop !== undefined) this.#targetTop = this.#savedTop;
      else if (anchor !== undefined && place >= 0) this.#targetTop = this.#layout.start(place) - anchor.above;
    }
    if (this.#wantFocus && this.#layout.placeOf(this.#current) < 0)
      this.#current = this.#gathered.items.find(({ kind }) => kind !== "project")?.key ?? "";
    if (this.#wantFocus && !this.#again) this.#reveal(this.#current);
    this.#rendered = this.#layout.around((this.#targetTop ?? this.#top) - this.#before, this.clientHeight);
    // An entry with the focus that goes out of the page would take it along.
    const place = this.#layout.placeOf(this.#current);
    if (
      this.contains(this.#focused) &&
      this.#focused?.closest("li") != null &&
      (place < this.#rendered.from || place >= this.#rendered.to)
    )
      super.focus({ preventScroll: true });
  }

  protected override render(): TemplateResult {
    const { totals, items } = this.#gathered;
    const { skipped } = this;
    return html`<div class="inner">
      <div class="name-line">
        <h2>${strings.title}</h2>
        ${this.live}${this.palette}
      </div>
      <p class="note" role=${this.query.words === "" ? nothing : "status"}>
        ${totalWords(totals, strings.loneAgents)}${
          skipped === undefined || this.query.words !== "" ? nothing : ` · ${strings.skipped(skipped.count)}`
        }
      </p>
      ${this.#tools()}
      ${
        items.length === 0 && this.query.words !== ""
          ? html`<p class="no-match">
              ${strings.none}
              <button type="button" class="quiet" @click=${() => this.#change({ words: "", project: undefined })}>
                ${strings.clear}
              </button>
            </p>`
          : nothing
      }
      <div class="shelves">
        ${repeat(
          this.#sections(),
          ({ key }) => key,
          (section) => this.#section(section),
        )}
      </div>
      ${skipped === undefined ? nothing : html`<p class="no-match strays">${marked(skipped.names)}</p>`}
    </div>`;
  }

  /** What is drawn, by project. */
  #sections(): readonly LibrarySection[] {
    const sections: { readonly key: string; readonly project: string; readonly items: LibraryItem[] }[] = [];
    for (const item of this.#gathered.items.slice(this.#rendered.from, this.#rendered.to)) {
      const last = sections.at(-1);
      if (last?.project !== item.project) sections.push({ key: item.project, project: item.project, items: [item] });
      else last.items.push(item);
    }
    return sections;
  }

  #section({ project, items }: LibrarySection): TemplateResult {
    const [first] = items;
    const name = project === "" ? strings.noProject : folder(project);
    const entries = items.filter((item) => item.kind !== "project");
    return html`<section aria-label=${this.query.byProject ? visible(name) : strings.title}>
      ${
        first?.kind !== "project"
          ? nothing
          : html`<h3 data-item=${first.key} title=${visible(project)}>
              <span class="name ellipsis">${project === "" ? name : marked(name)}</span>
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
                    data-item=${item.key}
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

  #use({ key }: LibraryItem): EntryUse {
    return {
      dates: this.dates,
      choose: (info) => this.#choose(key, info),
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
                        ${name === "" ? strings.noProject : visible(folder(name))}
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
    const scroller = this.#scroller;
    if (scroller === null) return;
    const { from, to } = this.#rendered;
    scroller.style.paddingBlockStart = `${this.#layout.start(from)}px`;
    scroller.style.paddingBlockEnd = `${this.#layout.height - this.#layout.start(to)}px`;
    if (this.#layout.measured(this.#measures())) {
      this.requestUpdate();
      return;
    }
    if (this.#targetTop !== undefined) {
      this.scrollTop = this.#targetTop;
      this.#top = this.scrollTop;
      this.#targetTop = undefined;
      if (this.#savedTop !== undefined && this.#top >= Math.floor(this.#savedTop)) this.#savedTop = undefined;
    }
    if (!this.#wantFocus) return;
    this.#wantFocus = false;
    const button = this.querySelector<HTMLElement>(`:is(.entry, .lone)[tabindex="0"]`);
    if (button === null) super.focus({ preventScroll: true });
    else button.focus({ preventScroll: true });
  }

  *#measures(): Generator<readonly [number, number]> {
    for (const element of this.querySelectorAll<HTMLElement>("[data-item]")) {
      const height = element.getBoundingClientRect().height;
      if (height > 0) yield [this.#layout.placeOf(element.dataset.item ?? ""), height];
    }
  }

  // Where things are

  get #scroller(): HTMLElement | null {
    return this.querySelector<HTMLElement>(".shelves");
  }

  /** How far down the first item begins. */
  get #before(): number {
    const scroller = this.#scroller;
    return scroller === null ? 0 : scroller.offsetTop;
  }

  get #focused(): Element | null {
    const root = this.getRootNode();
    return root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
  }

  /** Key of the line that Tab comes to. */
  get #tabStop(): string {
    const { items } = this.#gathered;
    return this.#layout.placeOf(this.#current) >= 0
      ? this.#current
      : (items.find(({ kind }) => kind !== "project")?.key ?? "");
  }

  /** What must not move while sessions come in: what is pointed at, what has the focus, or what stands at the top. */
  #anchor(): { readonly key: string; readonly above: number } | undefined {
    const target = this.querySelector<HTMLElement>("li:hover") ?? this.querySelector<HTMLElement>("li:focus-within");
    const top = this.#top - this.#before;
    const key = target?.dataset.item ?? (top > 0 ? this.#gathered.items[this.#layout.at(top)]?.key : undefined);
    const place = key === undefined ? -1 : this.#layout.placeOf(key);
    return key === undefined || place < 0 ? undefined : { key, above: this.#layout.start(place) - this.#top };
  }

  /** Scrolls as little as need be to have an item in sight. */
  #reveal(key: string): void {
    const place = this.#layout.placeOf(key);
    if (place < 0) return;
    const start = this.#before + this.#layout.start(place);
    const end = start + this.#layout.size(place);
    const top = this.#targetTop ?? this.#top;
    // The first stands below the title, which is to be seen as well.
    if (start - this.#covered < top) this.#targetTop = place <= 1 ? 0 : start - this.#covered;
    else if (end > top + this.clientHeight) this.#targetTop = end - this.clientHeight;
  }

  /** What the tools, which stay at the upper edge, cover. */
  get #covered(): number {
    return this.querySelector<HTMLElement>(".library-tools")?.offsetHeight ?? 0;
  }

  // What the reader does

  #change(change: Partial<LibraryQuery>): void {
    this.query = { ...this.query, ...change };
    // Another order is looked at from its beginning.
    if (this.#top > this.#before) this.#targetTop = 0;
  }

  #unfold(key: string): void {
    const open = new Set(this.query.open);
    if (!open.delete(key)) open.add(key);
    this.query = { ...this.query, open };
    this.#current = key;
  }

  #choose(key: string, info: SessionInfo): void {
    this.#current = key;
    this.choose(info);
  }

  readonly #onMove = (): void => {
    this.#savedTop = undefined;
    this.#again = false;
  };

  readonly #onScroll = (): void => {
    this.#top = this.scrollTop;
    const { from, to } = this.#layout.around(this.#top - this.#before, this.clientHeight);
    if (from < this.#rendered.from || to > this.#rendered.to) this.requestUpdate();
  };

  #resized(): void {
    if (this.clientWidth !== this.#width) this.#layout.forget();
    this.#width = this.clientWidth;
    this.requestUpdate();
  }

  readonly #onFocus = (event: FocusEvent): void => {
    const key = event.target instanceof Element ? event.target.closest<HTMLElement>("li")?.dataset.item : undefined;
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
      if (key === "ArrowDown") this.#go(event, 0);
      else if (key === "Escape" && this.query.words !== "") this.#change({ words: "" });
      else if (key === "Escape") this.#go(event, 0);
      return;
    }
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
    const step = steps[key];
    if (step !== undefined) this.#go(event, step);
    // Words go into the filter wherever they are typed; "?" tells about keys.
    else if (key.length === 1 && key !== " " && key !== "?") {
      if (key === "/") event.preventDefault();
      event.stopPropagation();
      field?.focus();
    }
  };

  /** To an entry some places on, or (0) to the one where the reader was. */
  #go(event: KeyboardEvent, step: number): void {
    event.preventDefault();
    const places = this.#gathered.items.flatMap(({ kind }, place) => (kind === "project" ? [] : [place]));
    const now = places.indexOf(this.#layout.placeOf(this.#current));
    const next = Math.min(Math.max(Math.max(now, 0) + (now < 0 && step > 0 ? 0 : step), 0), places.length - 1);
    this.#current = this.#gathered.items[places[next] ?? -1]?.key ?? "";
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
