import { type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { onChange } from "../../base/signals";
import { isLow } from "../../session/format";
import { totalCost, totalCostNotes } from "../../session/totals";
import { icon } from "../../ui/icon";
import { toPromptNumbered } from "../../list/row-navigation";
import { strings } from "./strings";
import { strings as sessionStrings } from "../../session/strings";
import type { Entry } from "../../parser/model";
import { fieldStyles, toolButtonStyles } from "../../ui/common-styles";
import type { SessionController } from "../session-controller";
import { Pane, definePane } from "../pane";
import { PaneLoader } from "../pane-loader";
import { isNarrow } from "../../ui/breakpoints";
import { OutlineEntries } from "./entries";
import { OutlineFilter } from "./filter";
import { press } from "./keys";
import { estimatedHeight, line } from "./line";
import { outlineStyles } from "./outline-styles";
import { type ShownTree, lineOf, linesOf, nameOf } from "./tree";
import { Where } from "./where";
import { stripInvisible } from "../../content/visible-text";
import { ignoreParserLoss } from "../../parser/parser-loss";
import { baseStyles } from "../../ui/base-styles";
import { VirtualList } from "../../ui/virtual-list";

/** The tree of the prompts of the session, with events and agents below them. It follows the current row. */
class OutlineElement extends Pane {
  #entries: OutlineEntries | undefined;
  readonly #loader = new PaneLoader(this, async (signal) => this.#entries?.load(signal));
  #shown: ShownTree = { lines: [], found: 0, parents: new Int32Array() };
  readonly #rows = new VirtualList(this, {
    scroller: "[role=tree]",
    container: ".lines",
    positioned: true,
  });
  readonly #turned = new Map<string, boolean>();
  #filter = new OutlineFilter();
  #stale = true; // the lines have to be built again
  readonly #where = new Where();
  #active: string | undefined; // name of the entry that has the keyboard focus

  protected override follow(controller: SessionController): readonly (() => void)[] {
    return [
      onChange(controller.dataVersion, this.#loader.reload),
      onChange([controller.viewportVersion, controller.currentRowVersion], () => this.#follow()),
    ];
  }

  protected override sessionChanged(): void {
    this.#entries = new OutlineEntries(this.controller.api, this.controller.session, () => this.#arrived());
    this.#loader.load();
    this.#rows.layout.forget();
    this.#turned.clear();
    this.#filter = new OutlineFilter();
    this.#where.clear();
    this.#active = undefined;
    this.#arrived();
  }

  protected override firstUpdated(): void {
    if (this.controller.takesFocus("outline")) this.focus();
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

  /** Marks the line of the current row, and scrolls to it if it has changed. */
  #follow(): void {
    if (!this.#where.look(this.#list, this.controller, () => this.#follow())) return;
    this.#reveal(this.#readLine());
    this.requestUpdate();
  }

  /** Scrolls to a line, with some of the lines around it. */
  #reveal(index: number | undefined): void {
    if (index === undefined) return;
    const margin = Math.min(60, this.#rows.height / 4);
    this.#rows.scrollToIndex(index, { above: margin, below: margin });
  }

  /** Returns the line of the current row. */
  #readLine(): number | undefined {
    this.#arrange();
    return lineOf(this.#shown, this.#where.current);
  }

  // Rendering

  #arrange(): void {
    if (!this.#stale) return;
    this.#stale = false;
    const list = this.#list;
    const filter = this.#filter;
    this.#shown = linesOf(list, this.#turned, filter.on ? (entry) => filter.wants(entry) : undefined);
    const { lines } = this.#shown;
    this.#rows.layout.setItems(
      lines.length,
      (index) => estimatedHeight(lines[index]?.entry),
      (index) => lines[index]?.at,
    );
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#arrange();
  }

  protected override render(): TemplateResult {
    const { lines, found } = this.#shown;
    const active = this.#activeLine();
    const current = this.#readLine();
    const { info, dates } = this.controller;
    const use = {
      dates,
      maxCost: this.#entries?.all.maxCost ?? 0,
      total: info?.cost.usd ?? 0,
      isLowerBound: isLow(info?.totals.lowCost ?? 0),
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
          class="tool-button close"
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
        @keydown=${this.#onKey}
        @click=${this.#onClick}
        @focus=${this.#onFocus}
      >
        <div class="lines" role="none">
          ${repeat(
            this.#rows.indexesWith(active),
            (index) => lines[index]?.at,
            (index) => {
              const one = lines[index];
              return one === undefined
                ? nothing
                : line(one, { ...use, current: index === current, active: index === active, index });
            },
          )}
        </div>
      </div>`;
  }

  #statusOf(found: number): string {
    const list = this.#list;
    if (this.#entries === undefined || list.length === 0)
      return this.#entries?.loaded === true && !this.#loader.loading && !this.controller.viewer.busy
        ? strings.empty
        : sessionStrings.reading;
    if (this.#filter.on) return found === 0 ? strings.nothing : strings.found(found, list.length);
    const { prompts, events, agents, missing } = this.#entries.all;
    return strings.count(sessionStrings.promptsAndEvents(prompts, events), agents, missing);
  }

  /** Renders the total cost, and a single note for all lines that it is a lower bound. */
  #total(): TemplateResult | typeof nothing {
    const { info } = this.controller;
    const price = info === undefined ? "" : totalCost(info);
    if (info === undefined || price === "") return nothing;
    return html`<span title=${stripInvisible(totalCostNotes(info).join("\n"))}
      ><span class="unseen">${strings.total}</span> ${price}</span
    >`;
  }

  /** Writes styles through the CSSOM, since the page's policy allows no style attributes. */
  protected override updated(): void {
    for (const bar of this.renderRoot.querySelectorAll<HTMLElement>(".bar"))
      bar.style.width = `${bar.dataset.share ?? 0}%`;
    for (const { style, dataset } of this.renderRoot.querySelectorAll<HTMLElement>(".line")) {
      style.setProperty("--level", dataset.level ?? null);
      style.setProperty("--hue", dataset.hue === undefined ? null : `var(--u-${dataset.hue})`);
    }
  }

  // Input

  #activeLine(): number {
    if (this.#active === undefined) return -1;
    return this.#shown.lines.findIndex(({ entry }) => nameOf(entry) === this.#active);
  }

  #activate(at: number): void {
    const index = Math.max(0, Math.min(at, this.#shown.lines.length - 1));
    const one = this.#shown.lines[index];
    if (one === undefined) return;
    this.#active = nameOf(one.entry);
    this.#reveal(index);
  }

  /** Activates the line of the current row, where keys start. */
  readonly #onFocus = (): void => {
    if (this.#activeLine() < 0) this.#activate(this.#readLine() ?? 0);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const ours = press(event.key, {
      lines: this.#shown.lines,
      list: this.#rows,
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
    const one = this.#shown.lines[Number(target?.closest<HTMLElement>(".line")?.dataset.index ?? -1)];
    if (one === undefined) return;
    this.#active = nameOf(one.entry);
    if (one.open !== undefined && target?.closest("[data-fold]") != null) this.#turn(one.entry, !one.open);
    else void this.#go(one.entry);
  };

  /** Goes to the row of an entry or, if a filter hides it, to a row of its prompt. */
  async #go(entry: Entry): Promise<void> {
    const { controller } = this;
    if (isNarrow()) controller.setOpen("outline", false);
    if (entry.key !== "" && (await controller.goTo(entry.key))) {
      if (entry.kind === "attempt") openAttempt(controller, entry.key);
      return;
    }
    const list = controller.viewer.list();
    if (controller.viewer.shown !== controller.context) return; // the user went to another session meanwhile
    if (
      entry.prompt === 0 ||
      list === undefined ||
      (await ignoreParserLoss(toPromptNumbered(list, entry.prompt))) === false
    )
      controller.viewer.announce(strings.notShown);
  }

  #look(text: string): void {
    this.#filter.text = text;
    this.#stale = true;
    const read = this.#readLine();
    this.#reveal(this.#filter.on ? 0 : read);
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

  /** Returns the focus to the conversation. */
  #leave(close: boolean): void {
    if (close) this.controller.setOpen("outline", false);
    this.controller.viewer.list()?.focus();
  }

  static override styles = [baseStyles, fieldStyles, toolButtonStyles, outlineStyles];
}

/** Opens an attempt of the current row. */
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
