import { type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { paneWords } from "unspool:pane-words";
import { icon } from "../../element/icon";
import { toTurnNumbered } from "../../element/walk";
import { words } from "../../words";
import type { Entry } from "../../worker/model";
import type { Desk, DeskChange } from "../desk";
import { Pane, definePane } from "../pane";
import { isNarrow } from "../room";
import { Entries } from "./entries";
import { line } from "./line";
import { Places } from "./places";
import { outlineStyles } from "./styles";
import { type Shown, holds, linesOf, nameOf, wordsOf } from "./tree";
import { entryOf } from "./where";

const say = paneWords.outline;
/** Lines that are drawn beyond the edges of what is in sight. */
const BEYOND = 6;

/** The turns of the session, with what was started in them: a tree that goes along with what is read. */
class OutlineElement extends Pane {
  #entries: Entries | undefined;
  #shown: Shown = { lines: [], found: 0 };
  #places = new Places([]);
  readonly #turned = new Map<string, boolean>();
  #filter = "";
  #searched: string[] = []; // what an entry is found by, in small letters; made when it is first looked for
  #stale = true; // the lines have to be made anew
  #current = -1; // entry that is read
  #active: string | undefined; // name of the entry that keys act upon
  #awaited = false; // the row that is read
  #reveal: number | undefined; // line to be brought into sight
  readonly #sizes = new ResizeObserver(() => this.requestUpdate());

  protected override deskChanged(change: DeskChange): void {
    if (change === "data" || change === "look") this.#entries?.follow();
    if (change === "sight" || change === "row") this.#follow();
  }

  protected override sessionChanged(): void {
    this.#entries?.dispose();
    this.#entries = new Entries(this.desk.api, this.desk.session, () => this.#arrived());
    this.#entries.follow();
    this.#turned.clear();
    this.#filter = "";
    this.#current = -1;
    this.#active = undefined;
    this.#arrived();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    this.#entries?.dispose();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#watch();
  }

  /** What was read while the pane was closed is taken at once. */
  protected override firstUpdated(): void {
    this.#watch();
    if (this.desk.takesFocus("outline")) this.focus();
  }

  #watch(): void {
    if (this.#tree !== null) this.#sizes.observe(this.#tree);
    this.#entries?.follow();
  }

  override focus(options?: FocusOptions): void {
    this.#tree?.focus(options);
  }

  get #tree(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>("[role=tree]");
  }

  get #list(): readonly Entry[] {
    return this.#entries?.list ?? [];
  }

  #arrived(): void {
    this.#searched = [];
    this.#stale = true;
    this.#follow();
    this.requestUpdate();
  }

  // What is read

  /** Marks what is read, and brings it into sight where that is something else than before. */
  #follow(): void {
    if (this.desk.read === undefined) void this.#await();
    const current = entryOf(this.#list, this.desk, this.#current);
    if (current === this.#current) return;
    this.#current = current;
    this.#reveal = this.#lineOf(current);
    this.requestUpdate();
  }

  /** Rows that were scrolled to far away are still on their way. */
  async #await(): Promise<void> {
    const { context, viewer } = this.desk;
    const at = viewer.list()?.readIndex() ?? -1;
    if (this.#awaited || at < 0) return;
    this.#awaited = true;
    await context.conversation.ensure(at, at);
    this.#awaited = false;
    if (this.desk.read !== undefined) this.#follow();
  }

  /** The line of an entry, or of what it is folded into. */
  #lineOf(entry: number): number | undefined {
    this.#arrange();
    const { lines } = this.#shown;
    let from = 0;
    let to = lines.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((lines[middle]?.at ?? 0) <= entry) from = middle + 1;
      else to = middle;
    }
    for (let at = from - 1; at >= 0; at--) {
      const one = lines[at];
      if (one === undefined || one.at === entry || (one.entry.turn === this.#list[entry]?.turn && one.level === 1)) return one === undefined ? undefined : at;
      if (one.level === 1 && one.entry.kind === "turn") return undefined;
    }
    return undefined;
  }

  // The lines

  #arrange(): void {
    if (!this.#stale) return;
    this.#stale = false;
    const list = this.#list;
    const sought = wordsOf(this.#filter);
    this.#shown = linesOf(list, this.#turned, sought.length === 0 ? undefined : (at) => holds(this.#searchedOf(at), sought));
    this.#places = new Places(this.#shown.lines.map(({ entry }) => entry.kind));
  }

  #searchedOf(at: number): string {
    const { kind, text, name, turn } = this.#list[at] ?? { kind: "rest", text: "", name: "", turn: 0 };
    return (this.#searched[at] ??= `${name} ${text} ${kind === "turn" ? `#${turn}` : ""}`.toLocaleLowerCase());
  }

  protected override render(): TemplateResult {
    this.#arrange();
    const { lines, found } = this.#shown;
    const tree = this.#tree;
    const top = tree?.scrollTop ?? 0;
    const height = tree?.clientHeight ?? 800;
    const active = this.#activeLine();
    const indexes = this.#places.around(top, height, BEYOND);
    // The line that a screen reader is told of is always there.
    if (active >= 0 && !indexes.includes(active)) indexes.push(active);
    indexes.sort((a, b) => a - b);
    const current = this.#lineOf(this.#current);
    return html`<div class="top">
        <input
          type="search"
          name="outline-filter"
          .value=${this.#filter}
          placeholder=${say.filter}
          aria-label=${say.filter}
          autocomplete="off"
          spellcheck="false"
          @input=${this.#onFilter}
          @keydown=${this.#onFilterKey}
        />
        <button type="button" class="close" aria-label=${say.close} title=${say.close} @click=${() => this.#leave(true)}>${icon("close")}</button>
      </div>
      <p class="count" role="status">${this.#told(found)}</p>
      <div
        role="tree"
        tabindex="0"
        aria-label=${say.name}
        aria-activedescendant=${active < 0 ? nothing : `line-${lines[active]?.at ?? 0}`}
        @scroll=${() => this.requestUpdate()}
        @keydown=${this.#onKey}
        @click=${this.#onClick}
        @focus=${this.#onFocus}
      >
        <div class="lines" role="none">
          ${repeat(
            indexes,
            (at) => lines[at]?.at,
            (at) => {
              const one = lines[at];
              return one === undefined
                ? nothing
                : line(one, {
                    dates: this.desk.dates,
                    dearest: this.#entries?.dearest ?? 0,
                    before: this.#before(one.at),
                    current: at === current,
                    active: at === active,
                    id: `line-${one.at}`,
                  });
            },
          )}
        </div>
      </div>`;
  }

  /** When the turn before one began. */
  #before(at: number): number {
    for (let before = at - 1; before >= Math.max(0, at - 500); before--) {
      const entry = this.#list[before];
      if (entry?.kind === "turn" && entry.start > 0) return entry.start;
    }
    return 0;
  }

  #told(found: number): string {
    const list = this.#list;
    if (list.length === 0) return this.#entries?.whole === true && !this.desk.viewer.busy() ? say.empty : words.reading;
    if (wordsOf(this.#filter).length > 0) return found === 0 ? say.nothing : say.found(found, list.length);
    const { turns, agents } = count(list);
    return say.count(turns, agents);
  }

  protected override updated(_changed: PropertyValues): void {
    const tree = this.#tree;
    if (tree === null) return;
    const room = this.renderRoot.querySelector<HTMLElement>(".lines");
    if (room !== null) room.style.height = `${this.#places.total}px`;
    for (const one of this.renderRoot.querySelectorAll<HTMLElement>(".line")) {
      const at = this.#lineAt(Number(one.dataset["at"]));
      one.style.transform = `translateY(${this.#places.start(at)}px)`;
    }
    for (const bar of this.renderRoot.querySelectorAll<HTMLElement>(".bar")) bar.style.width = `${bar.dataset["share"] ?? 0}%`;
    const reveal = this.#reveal;
    this.#reveal = undefined;
    if (reveal !== undefined) this.#bringIntoSight(tree, reveal);
  }

  #lineAt(entry: number): number {
    const { lines } = this.#shown;
    let from = 0;
    let to = lines.length - 1;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((lines[middle]?.at ?? 0) < entry) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #bringIntoSight(tree: HTMLElement, at: number): void {
    const start = this.#places.start(at);
    const end = this.#places.start(at + 1);
    const margin = Math.min(60, tree.clientHeight / 4); // what is around it is seen, too
    if (start - margin < tree.scrollTop) tree.scrollTop = Math.max(0, start - margin);
    else if (end + margin > tree.scrollTop + tree.clientHeight) tree.scrollTop = end + margin - tree.clientHeight;
    else return;
    this.requestUpdate();
  }

  // What the reader does

  #activeLine(): number {
    if (this.#active === undefined) return -1;
    return this.#shown.lines.findIndex(({ entry }) => nameOf(entry) === this.#active);
  }

  #activate(at: number): void {
    const one = this.#shown.lines[Math.max(0, Math.min(at, this.#shown.lines.length - 1))];
    if (one === undefined) return;
    this.#active = nameOf(one.entry);
    this.#reveal = this.#lineAt(one.at);
    this.requestUpdate();
  }

  /** Keys begin where the reader is. */
  readonly #onFocus = (): void => {
    if (this.#activeLine() < 0) this.#activate(this.#lineOf(this.#current) ?? 0);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.#activeLine();
    const one = this.#shown.lines[at];
    const page = Math.max(1, Math.floor((this.#tree?.clientHeight ?? 0) / this.#places.usual) - 1);
    switch (event.key) {
      case "ArrowDown":
        this.#activate(at + 1);
        break;
      case "ArrowUp":
        this.#activate(at - 1);
        break;
      case "PageDown":
        this.#activate(at + page);
        break;
      case "PageUp":
        this.#activate(at - page);
        break;
      case "Home":
        this.#activate(0);
        break;
      case "End":
        this.#activate(this.#shown.lines.length - 1);
        break;
      case "ArrowRight":
        if (one?.open === false) this.#turn(one.entry, true);
        else if (one?.open === true) this.#activate(at + 1);
        break;
      case "ArrowLeft":
        if (one?.open === true) this.#turn(one.entry, false);
        else if (one !== undefined) this.#activate(this.#above(at));
        break;
      case "Enter":
      case " ":
        if (one !== undefined) void this.#go(one.entry);
        break;
      case "Escape":
        this.#leave(isNarrow());
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  /** The line that one stands below. */
  #above(at: number): number {
    const { lines } = this.#shown;
    const level = lines[at]?.level ?? 1;
    for (let before = at - 1; before >= 0; before--) {
      const one = lines[before];
      if (one !== undefined && one.level < level && one.entry.kind !== "compaction") return before;
    }
    return at;
  }

  #turn(entry: Entry, open: boolean): void {
    this.#turned.set(nameOf(entry), open);
    this.#stale = true;
    this.requestUpdate();
  }

  readonly #onClick = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target : null;
    const at = target?.closest<HTMLElement>(".line")?.dataset["at"];
    const one = at === undefined ? undefined : this.#shown.lines[this.#lineAt(Number(at))];
    if (one === undefined) return;
    this.#active = nameOf(one.entry);
    if (one.open !== undefined && target?.closest("[data-fold]") != null) this.#turn(one.entry, !one.open);
    else void this.#go(one.entry);
  };

  /** Leads to what an entry stands for. Where that row is left out, to what is shown of its turn. */
  async #go(entry: Entry): Promise<void> {
    const { desk } = this;
    if (isNarrow()) desk.setOpen("outline", false);
    if (entry.key !== "" && (await desk.goTo(entry.key))) return;
    const list = desk.viewer.list();
    if (entry.turn === 0 || list === undefined || !(await toTurnNumbered(list, entry.turn))) desk.viewer.say(say.notShown);
  }

  readonly #onFilter = (event: Event): void => {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.#filter = event.target.value;
    this.#stale = true;
    this.#arrange();
    this.#reveal = wordsOf(this.#filter).length > 0 ? 0 : this.#lineOf(this.#current);
    this.requestUpdate();
  };

  readonly #onFilterKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    switch (event.key) {
      case "ArrowDown":
      case "Enter": {
        const first = this.#shown.lines.findIndex(({ aside }) => !aside);
        if (first < 0) break;
        this.#activate(first);
        this.focus();
        const one = this.#shown.lines[first];
        if (event.key === "Enter" && one !== undefined) void this.#go(one.entry);
        break;
      }
      case "Escape":
        if (this.#filter === "") this.#leave(isNarrow());
        else {
          this.#filter = "";
          this.#stale = true;
          this.#reveal = this.#lineOf(this.#current);
          this.requestUpdate();
        }
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  /** Back to the conversation. */
  #leave(close: boolean): void {
    if (close) this.desk.setOpen("outline", false);
    this.desk.viewer.list()?.focus();
  }

  static override styles = outlineStyles;
}

function count(list: readonly Entry[]): { readonly turns: number; readonly agents: number } {
  let turns = 0;
  let agents = 0;
  for (const { kind } of list) {
    if (kind === "turn") turns++;
    else if (kind === "agent") agents++;
  }
  return { turns, agents };
}

definePane("unspool-outline", OutlineElement);

export function draw(desk: Desk): TemplateResult {
  return html`<unspool-outline .desk=${desk}></unspool-outline>`;
}
