import { type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { onChange } from "../../base/signals";
import { cost, costNote, isLow } from "../../session/format";
import { icon } from "../../ui/icon";
import { toTurnNumbered } from "../../list/row-navigation";
import { strings } from "./strings";
import { strings as sessionStrings } from "../../session/strings";
import type { Entry } from "../../parser/model";
import { fieldStyles } from "../../ui/common-styles";
import type { SessionController } from "../session-controller";
import { Pane, definePane } from "../pane";
import { isNarrow } from "../../ui/breakpoints";
import { OutlineEntries } from "./entries";
import { OutlineFilter } from "./filter";
import { press } from "./keys";
import { line } from "./line";
import { LineOffsets } from "./places";
import { outlineStyles } from "./outline-styles";
import { type ShownTree, lineAt, lineOf, linesOf, nameOf } from "./tree";
import { Where } from "./where";
import { visible } from "../../content/visible-text";
import { ignoreParserGone } from "../../parser/parser-gone";
import { baseStyles } from "../../ui/base-styles";
/** Lines that are drawn beyond the edges of what is in sight. */
const BEYOND = 6;

/** The turns of the session, with what was started in them: a tree that goes along with what is read. */
class OutlineElement extends Pane {
  #entries: OutlineEntries | undefined;
  #shown: ShownTree = { lines: [], found: 0 };
  readonly #places = new LineOffsets();
  readonly #turned = new Map<string, boolean>();
  #filter = new OutlineFilter();
  #stale = true; // the lines have to be made anew
  readonly #where = new Where();
  #active: string | undefined; // name of the entry that keys act upon
  #reveal: number | undefined; // line to be brought into sight
  #width = 0;
  readonly #sizes = new ResizeObserver(() => this.#resized());

  protected override follow(controller: SessionController): readonly (() => void)[] {
    return [
      onChange([controller.dataVersion, controller.viewState], () => this.#entries?.follow()),
      onChange([controller.viewportVersion, controller.currentRowVersion], () => this.#follow()),
    ];
  }

  protected override sessionChanged(): void {
    this.#entries?.dispose();
    this.#entries = new OutlineEntries(this.controller.api, this.controller.session, () => this.#arrived());
    this.#entries.follow();
    this.#turned.clear();
    this.#filter = new OutlineFilter();
    this.#where.clear();
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
    if (this.controller.takesFocus("outline")) this.focus();
  }

  #watch(): void {
    if (this.#tree !== null) this.#sizes.observe(this.#tree);
    this.#entries?.follow();
  }

  /** Words are broken elsewhere. */
  #resized(): void {
    const width = this.#tree?.clientWidth ?? 0;
    if (width !== this.#width) this.#places.forget();
    this.#width = width;
    this.requestUpdate();
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
    this.#stale = true;
    this.#follow();
    this.requestUpdate();
  }

  /** Marks what is read, and brings it into sight where that is something else than before. */
  #follow(): void {
    if (!this.#where.look(this.#list, this.controller, () => this.#follow())) return;
    this.#reveal = this.#readLine();
    this.requestUpdate();
  }

  /** The line of what is read. */
  #readLine(): number | undefined {
    this.#arrange();
    return lineOf(this.#shown.lines, this.#list, this.#where.current);
  }

  // Drawing

  #arrange(): void {
    if (!this.#stale) return;
    this.#stale = false;
    const list = this.#list;
    const filter = this.#filter;
    this.#shown = linesOf(list, this.#turned, filter.on ? (entry) => filter.wants(entry) : undefined);
    this.#places.arrange(this.#shown.lines.map(({ entry }) => entry));
  }

  protected override render(): TemplateResult {
    this.#arrange();
    const { lines, found } = this.#shown;
    const tree = this.#tree;
    const active = this.#activeLine();
    const indexes = this.#places.around(tree?.scrollTop ?? 0, tree?.clientHeight ?? 800, BEYOND);
    // The line that a screen reader is told of is always there.
    if (active >= 0 && !indexes.includes(active)) indexes.push(active);
    indexes.sort((a, b) => a - b);
    const current = this.#readLine();
    const { info, dates } = this.controller;
    const use = {
      dates,
      maxCost: this.#entries?.all.maxCost ?? 0,
      total: info?.cost.usd ?? 0,
      isLowerBound: isLow(info?.underReported ?? 0),
    };
    return html`<div class="top">
        <input
          class="framed"
          type="search"
          name="outline-filter"
          .value=${this.#filter.text}
          placeholder=${strings.filter}
          aria-label=${strings.filter}
          autocomplete="off"
          spellcheck="false"
          @input=${this.#onFilter}
          @keydown=${this.#onFilterKey}
        />
        <button
          type="button"
          class="close"
          aria-label=${strings.close}
          title=${strings.close}
          @click=${() => this.#leave(true)}
        >
          ${icon("close")}
        </button>
      </div>
      <div class="sum">
        <p role="status">${this.#statusOf(found)}</p>
        ${this.#total()}
      </div>
      <div
        role="tree"
        tabindex="0"
        aria-label=${strings.name}
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
                : line(one, { ...use, current: at === current, active: at === active, id: `line-${one.at}` });
            },
          )}
        </div>
      </div>`;
  }

  #statusOf(found: number): string {
    const list = this.#list;
    if (this.#entries === undefined || list.length === 0)
      return this.#entries?.whole === true && !this.controller.viewer.busy() ? strings.empty : sessionStrings.reading;
    if (this.#filter.on) return found === 0 ? strings.nothing : strings.found(found, list.length);
    const { turns, agents, missing } = this.#entries.all;
    return strings.count(turns, agents, missing);
  }

  /** What all lines cost; that this is the least is said here for all of them. */
  #total(): TemplateResult | typeof nothing {
    const { info } = this.controller;
    if (info === undefined || (info.cost.usd === 0 && !info.cost.incomplete)) return nothing;
    return html`<span title=${visible(costNote(info.cost, info.underReported))}
      ><span class="unseen">${strings.total}</span> ${cost(info.cost, info.underReported)}</span
    >`;
  }

  protected override updated(_changed: PropertyValues): void {
    const tree = this.#tree;
    const room = this.renderRoot.querySelector<HTMLElement>(".lines");
    if (tree === null || room === null) return;
    const changed = this.#place(tree, room);
    for (const bar of this.renderRoot.querySelectorAll<HTMLElement>(".bar"))
      bar.style.width = `${bar.dataset.share ?? 0}%`;
    const moved = this.#reveal !== undefined && this.#scrollIntoView(tree, this.#reveal);
    if (changed || moved)
      this.requestUpdate(); // other lines are in sight
    else this.#reveal = undefined;
  }

  /**
   * Puts lines where they belong, and says whether one was not as high as was thought. What is in sight stays where it
   * is.
   */
  #place(tree: HTMLElement, room: HTMLElement): boolean {
    const top = tree.scrollTop;
    const lines = Array.from(room.querySelectorAll<HTMLElement>(".line"), (one) => ({
      one,
      at: lineAt(this.#shown.lines, Number(one.dataset.at)),
      height: one.offsetHeight,
    }));
    let changed = false;
    let above = 0;
    for (const { at, height } of lines) {
      const start = this.#places.start(at);
      const more = this.#places.measured(at, height);
      changed ||= more !== 0;
      if (start < top + above) above += more;
    }
    room.style.height = `${this.#places.total}px`;
    for (const { one, at } of lines) {
      one.style.transform = `translateY(${this.#places.start(at)}px)`;
      one.style.setProperty("--level", one.dataset.level ?? null);
      one.style.setProperty("--hue", one.dataset.hue === undefined ? null : `var(--u-${one.dataset.hue})`);
    }
    if (above !== 0) tree.scrollTop = top + above;
    return changed;
  }

  /** Scrolls to a line, and says whether that was to be done. */
  #scrollIntoView(tree: HTMLElement, at: number): boolean {
    const start = this.#places.start(at);
    const end = this.#places.start(at + 1);
    const before = tree.scrollTop;
    const margin = Math.min(60, tree.clientHeight / 4); // what is around it is seen, too
    if (start - margin < before) tree.scrollTop = start - margin;
    else if (end + margin > before + tree.clientHeight)
      tree.scrollTop = Math.min(start - margin, end + margin - tree.clientHeight);
    return tree.scrollTop !== before;
  }

  // What the reader does

  #activeLine(): number {
    if (this.#active === undefined) return -1;
    return this.#shown.lines.findIndex(({ entry }) => nameOf(entry) === this.#active);
  }

  #activate(at: number): void {
    const place = Math.max(0, Math.min(at, this.#shown.lines.length - 1));
    const one = this.#shown.lines[place];
    if (one === undefined) return;
    this.#active = nameOf(one.entry);
    this.#reveal = place;
    this.requestUpdate();
  }

  /** Keys begin where the reader is. */
  readonly #onFocus = (): void => {
    if (this.#activeLine() < 0) this.#activate(this.#readLine() ?? 0);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const ours = press(event.key, {
      lines: this.#shown.lines,
      places: this.#places,
      page: this.#tree?.clientHeight ?? 0,
      at: this.#activeLine(),
      activate: (at) => this.#activate(at),
      turn: (entry, open) => this.#turn(entry, open),
      go: (entry) => void this.#go(entry),
      leave: () => this.#leave(isNarrow()),
    });
    if (!ours) return;
    event.preventDefault();
    event.stopPropagation();
  };

  #turn(entry: Entry, open: boolean): void {
    this.#turned.set(nameOf(entry), open);
    this.#stale = true;
    this.requestUpdate();
  }

  readonly #onClick = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target : null;
    const at = target?.closest<HTMLElement>(".line")?.dataset.at;
    const one = at === undefined ? undefined : this.#shown.lines[lineAt(this.#shown.lines, Number(at))];
    if (one === undefined) return;
    this.#active = nameOf(one.entry);
    if (one.open !== undefined && target?.closest("[data-fold]") != null) this.#turn(one.entry, !one.open);
    else void this.#go(one.entry);
  };

  /** Leads to what an entry stands for. Where that row is left out, to what is shown of its turn. */
  async #go(entry: Entry): Promise<void> {
    const { controller } = this;
    if (isNarrow()) controller.setOpen("outline", false);
    if (entry.key !== "" && (await controller.goTo(entry.key))) {
      if (entry.kind === "attempt") openAttempt(controller, entry.key);
      return;
    }
    const list = controller.viewer.list();
    if (controller.viewer.shown() !== controller.context) return; // the reader went to another session meanwhile
    if (entry.turn === 0 || list === undefined || (await ignoreParserGone(toTurnNumbered(list, entry.turn))) === false)
      controller.viewer.announce(strings.notShown);
  }

  #look(text: string): void {
    this.#filter.text = text;
    this.#stale = true;
    const read = this.#readLine();
    this.#reveal = this.#filter.on ? 0 : read;
    this.requestUpdate();
  }

  readonly #onFilter = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) this.#look(event.target.value);
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
        if (this.#filter.text === "") this.#leave(isNarrow());
        else this.#look("");
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  /** Back to the conversation. */
  #leave(close: boolean): void {
    if (close) this.controller.setOpen("outline", false);
    this.controller.viewer.list()?.focus();
  }

  static override styles = [baseStyles, fieldStyles, outlineStyles];
}

/** Opens an attempt of the row that was led to; one that is open stays so. */
function openAttempt({ viewer, context }: SessionController, key: string): void {
  const row = context.conversation.row(viewer.list()?.currentIndex() ?? -1);
  if (row?.kind !== "attempts" && row?.kind !== "branch") return;
  if (row.fold.alternatives?.find((one) => one.key === key)?.open === false)
    context.toggle({ ...row, key, fold: { ...row.fold, open: false } });
}

definePane("unspool-outline", OutlineElement);

export function draw(controller: SessionController): TemplateResult {
  return html`<unspool-outline .controller=${controller}></unspool-outline>`;
}
