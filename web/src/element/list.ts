import {
  type VirtualItem,
  Virtualizer,
  type VirtualizerOptions,
  elementScroll,
  observeElementOffset,
  observeElementRect,
} from "@tanstack/virtual-core";
import { LitElement, type PropertyDeclarations, type PropertyValues, type TemplateResult, css, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { RowContext } from "../rows/context";
import { RowElement } from "../rows/row";
import { isBad } from "../rows/tool";
import { words } from "../words";
import type { Row } from "../worker/model";

/** What a row is taken to measure until it has been measured. One figure for all: places must not shift as rows arrive. */
const ESTIMATE = 44;
/** Rows drawn beyond the edges of what is in sight, and rows kept ready beyond those. */
const OVERSCAN = 8;
const AHEAD = 150;
const MOST_ROUNDS = 30; // of drawing and measuring between two frames

/** What is being read: the row at the top edge and how far it is scrolled away. */
interface Anchor {
  readonly name: string;
  readonly within: number;
}

/**
 * The conversation, of which only the rows around what is in sight are in the
 * page. Rows stand in normal flow, so that they can never overlap; the room
 * of those that are left out is held by margins.
 */
export class ListElement extends LitElement {
  static override properties: PropertyDeclarations = {
    context: { attribute: false },
    busy: { type: Boolean },
  };
  declare context: RowContext | undefined;
  /** Whether rows are still arriving. */
  declare busy: boolean;

  #virtualizer: Virtualizer<HTMLElement, HTMLElement> | undefined;
  #unmount: (() => void) | undefined;
  #unsubscribe: (() => void) | undefined;
  #current: string | number | undefined; // name of the row that has, or had, the focus
  #layout = -1;
  #count = -1;
  #wantFocus = false;
  #rounds = 0;
  #keyOf: (index: number) => string | number = (index) => index;

  constructor() {
    super();
    this.busy = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("focusin", this.#onFocus);
    if (this.context !== undefined) this.#start(this.context);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener("focusin", this.#onFocus);
    this.#stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("context")) {
      this.#stop();
      if (this.context !== undefined) this.#start(this.context);
    }
  }

  override focus(options?: FocusOptions): void {
    const row = this.querySelector<HTMLElement>('unspool-row[tabindex="0"]');
    if (row !== null) row.focus(options);
    else if (this.context !== undefined) {
      this.#current ??= this.context.conversation.nameAt(0);
      this.#wantFocus = true; // once there are rows
    }
  }

  /** Resolves when what is in sight is as the parser has it now. */
  async settled(): Promise<void> {
    await this.updateComplete;
    const items = this.#virtualizer?.getVirtualItems() ?? [];
    await this.context?.conversation.ensure(items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
    await this.updateComplete;
  }

  // Moving about

  /** Scrolls to a row and gives it the focus. */
  async goTo(index: number, align: "start" | "auto" | "center" = "start"): Promise<void> {
    const conversation = this.context?.conversation;
    if (conversation === undefined) return;
    await conversation.ensure(index - 20, index + 60);
    const row = conversation.row(index);
    if (row === undefined) return;
    this.#current = conversation.nameAt(index);
    this.#wantFocus = true;
    this.requestUpdate();
    await this.updateComplete;
    this.#virtualizer?.scrollToIndex(index, { align });
    this.dispatchEvent(new CustomEvent("row-select", { detail: row, bubbles: true }));
  }

  /** The row that keys act upon: the one with the focus, else the first in sight. */
  currentIndex(): number {
    const index = this.#placeOfCurrent();
    return index >= 0 ? index : this.#firstInSight();
  }

  #placeOfCurrent(): number {
    const current = this.#current;
    return current === undefined ? -1 : typeof current === "number" ? current : (this.context?.conversation.indexOf(current) ?? -1);
  }

  currentRow(): Row | undefined {
    return this.context?.conversation.row(this.currentIndex());
  }

  async step(by: 1 | -1): Promise<boolean> {
    const conversation = this.context?.conversation;
    if (conversation === undefined) return false;
    const from = this.#current === undefined ? this.currentIndex() : this.currentIndex() + by;
    return this.#seek(from, by, (row) => !conversation.isHidden(row), "auto");
  }

  turn(by: 1 | -1): Promise<boolean> {
    return this.#seek(this.currentIndex() + by, by, (row) => row.opens && row.depth === 0, "start");
  }

  error(by: 1 | -1): Promise<boolean> {
    return this.#seek(this.currentIndex() + by, by, isFailure, "center");
  }

  async turnNumbered(number: number): Promise<boolean> {
    return this.#seek(0, 1, (row) => row.opens && row.depth === 0 && row.turn === number, "start");
  }

  async edge(end: boolean): Promise<void> {
    const conversation = this.context?.conversation;
    if (conversation === undefined || conversation.total === 0) return;
    await this.goTo(end ? conversation.total - 1 : 0, end ? "auto" : "start");
    if (end) this.#virtualizer?.scrollToEnd();
    else this.scrollTop = 0;
  }

  async #seek(from: number, by: 1 | -1, wanted: (row: Row) => boolean, align: "start" | "auto" | "center"): Promise<boolean> {
    const index = (await this.context?.conversation.search(from, by, wanted)) ?? -1;
    if (index < 0) return false;
    await this.goTo(index, align);
    return true;
  }

  // Drawing

  #start(context: RowContext): void {
    if (this.#virtualizer !== undefined) return;
    const { conversation } = context;
    this.#current = undefined;
    this.#layout = -1;
    this.#count = -1;
    this.#virtualizer = new Virtualizer(this.#options(context));
    this.#virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, instance) =>
      item.start + item.size <= (instance.scrollOffset ?? 0) + 1 ||
      (!instance.itemSizeCache.has(item.key) && item.start < (instance.scrollOffset ?? 0));
    this.#unmount = this.#virtualizer._didMount();
    this.#unsubscribe = conversation.subscribe((change) => {
      if (change === "rows") this.#rowsChanged(context);
      this.requestUpdate();
    });
  }

  #stop(): void {
    this.#unsubscribe?.();
    this.#unmount?.();
    this.#unsubscribe = this.#unmount = this.#virtualizer = undefined;
  }

  #options(context: RowContext): VirtualizerOptions<HTMLElement, HTMLElement> {
    const { conversation } = context;
    return {
      count: conversation.total,
      getScrollElement: () => (this.isConnected ? this : null),
      estimateSize: () => ESTIMATE,
      getItemKey: this.#keyOf,
      overscan: OVERSCAN,
      paddingStart: 8,
      paddingEnd: 96,
      scrollPaddingStart: 8,
      scrollPaddingEnd: 24,
      indexAttribute: "data-index",
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      measureElement: (row) => row.getBoundingClientRect().height,
      rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
        const from = Math.max(0, startIndex - overscan);
        const to = Math.min(count - 1, endIndex + overscan);
        const places: number[] = [];
        for (let index = from; index <= to; index++) places.push(index);
        // The focus is not lost when its row is scrolled away.
        const focused = this.contains(this.#focused()) ? this.#placeOfCurrent() : -1;
        if (focused >= 0 && focused < from) places.unshift(focused);
        else if (focused > to && focused < count) places.push(focused);
        return places;
      },
      onChange: () => this.requestUpdate(),
    };
  }

  /** Rows came, went or moved: what is being read stays where it is. */
  #rowsChanged(context: RowContext): void {
    const { conversation } = context;
    const virtualizer = this.#virtualizer;
    if (virtualizer === undefined) return;
    const moved = conversation.layout !== this.#layout;
    if (!moved && conversation.total === this.#count) return;
    const anchor = moved && this.#count > 0 ? this.#anchor() : undefined;
    if (moved) this.#keyOf = (index) => conversation.nameAt(index);
    this.#layout = conversation.layout;
    this.#count = conversation.total;
    virtualizer.setOptions(this.#options(context));
    if (anchor === undefined) return;
    const index = conversation.indexOf(anchor.name);
    const start = index < 0 ? undefined : virtualizer.getOffsetForIndex(index, "start")?.[0];
    if (start === undefined) return;
    const wanted = start + (virtualizer.options.scrollPaddingStart ?? 0) + anchor.within;
    if (Math.abs(wanted - (virtualizer.scrollOffset ?? 0)) > 1) virtualizer.scrollToOffset(wanted);
  }

  #anchor(): Anchor | undefined {
    const virtualizer = this.#virtualizer;
    const offset = virtualizer?.scrollOffset ?? 0;
    if (virtualizer === undefined || offset < 1) return undefined;
    for (const item of virtualizer.getVirtualItems()) {
      if (item.end > offset && typeof item.key === "string") return { name: item.key, within: offset - item.start };
    }
    return undefined;
  }

  #firstInSight(): number {
    const virtualizer = this.#virtualizer;
    const offset = (virtualizer?.scrollOffset ?? 0) + 8;
    return virtualizer?.getVirtualItems().find((item) => item.end > offset)?.index ?? 0;
  }

  #nameOf(row: RowElement): string | number | undefined {
    return this.context?.conversation.nameAt(Number(row.dataset["index"]));
  }

  #focused(): Element | null {
    const root = this.getRootNode();
    return root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
  }

  readonly #onFocus = (event: FocusEvent): void => {
    const row = event.target instanceof Element ? event.target.closest("unspool-row") : null;
    const name = row instanceof RowElement ? this.#nameOf(row) : undefined;
    if (!(row instanceof RowElement) || row.row === undefined || name === this.#current) return;
    this.#current = name;
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent("row-select", { detail: row.row, bubbles: true }));
  };

  protected override render(): TemplateResult | typeof nothing {
    const { context } = this;
    const virtualizer = this.#virtualizer;
    if (context === undefined || virtualizer === undefined) return nothing;
    const items = virtualizer.getVirtualItems();
    const { conversation } = context;
    if (typeof this.#current === "number") this.#current = conversation.nameAt(this.#current);
    const first = items[0];
    const last = items.at(-1);
    void conversation.ensure((first?.index ?? 0) - AHEAD, (last?.index ?? 0) + AHEAD);
    const reachable = this.#current ?? (first === undefined ? undefined : conversation.nameAt(this.#firstInSight()));
    return html`<div class="feed" role="feed" aria-label=${words.conversation} aria-busy=${this.busy}>
      ${repeat(
        items,
        (item) => item.key,
        (item) => this.#row(item, context, reachable),
      )}
    </div>`;
  }

  #row(item: VirtualItem, context: RowContext, reachable: string | number | undefined): TemplateResult {
    const { conversation } = context;
    const row = conversation.row(item.index);
    return html`<unspool-row
      role="article"
      tabindex=${item.key === reachable ? 0 : -1}
      aria-posinset=${item.index + 1}
      aria-setsize=${this.busy ? -1 : conversation.total}
      aria-label=${row === undefined ? words.reading : name(row)}
      data-index=${item.index}
      data-kind=${row?.kind ?? "waiting"}
      data-depth=${Math.min(row?.depth ?? 0, 4)}
      data-by=${row?.by || nothing}
      ?data-turn=${row !== undefined && row.opens && row.depth === 0}
      ?data-branch=${row?.branch ?? false}
      ?data-hidden=${row !== undefined && conversation.isHidden(row)}
      .row=${row}
      .context=${context}
    ></unspool-row>`;
  }

  protected override updated(): void {
    const virtualizer = this.#virtualizer;
    if (virtualizer === undefined) return;
    virtualizer._willUpdate();
    this.#place(virtualizer);
    this.#measure(virtualizer);
    if (this.#wantFocus) this.#focusCurrent();
  }

  /** The room of the rows that are not drawn. Written through the CSSOM: the page's policy allows no style attributes. */
  #place(virtualizer: Virtualizer<HTMLElement, HTMLElement>): void {
    const feed = this.querySelector<HTMLElement>(".feed");
    if (feed === null) return;
    feed.style.height = `${virtualizer.getTotalSize()}px`;
    let end = 0;
    const rows = this.#rowElements();
    virtualizer.getVirtualItems().forEach((item, at) => {
      const gap = item.start - end;
      const style = rows[at]?.style;
      if (style !== undefined) style.marginBlockStart = Math.abs(gap) < 0.01 ? "" : `${gap}px`;
      end = item.end;
    });
  }

  /**
   * Measures before anything is painted. Rows are elements that draw
   * themselves a moment later than their list, so they are made to do it now.
   */
  #measure(virtualizer: Virtualizer<HTMLElement, HTMLElement>): void {
    // Each change of a height leads to another round; a few are always enough.
    if (this.#rounds === 0) requestAnimationFrame(() => (this.#rounds = 0));
    if (++this.#rounds > MOST_ROUNDS) return;
    const rows = this.#rowElements();
    for (const row of rows) row.drawNow();
    for (const row of rows) virtualizer.measureElement(row);
    for (const row of rows) {
      const index = virtualizer.indexFromElement(row);
      if (index >= 0 && index < virtualizer.options.count) virtualizer.resizeItem(index, row.getBoundingClientRect().height);
    }
    virtualizer.measureElement(null);
  }

  #rowElements(): readonly RowElement[] {
    return [...this.querySelectorAll("unspool-row")].filter((row) => row instanceof RowElement);
  }

  #focusCurrent(): void {
    const row = this.#rowElements().find((one) => this.#nameOf(one) === this.#current);
    if (row?.row === undefined) return; // it is on its way
    this.#wantFocus = false;
    row.focus({ preventScroll: true });
  }
}

function isFailure(row: Row): boolean {
  return row.kind === "error" || row.kind === "interrupt" || (row.tool !== null && isBad(row.tool)) || (row.fold?.failed ?? 0) > 0;
}

/** What a screen reader says about a row before its words. */
function name(row: Row): string {
  const who = row.by === "you" ? words.you : row.by === "claude" ? words.claude : row.by === "agent" ? words.agent : "";
  const what = row.tool !== null ? `${words.face[row.tool.face] || row.tool.name} ${row.tool.target.slice(0, 80)}` : words.kind[row.kind];
  const turn = row.opens && row.turn > 0 ? words.turnNumber(row.turn) : "";
  return [turn, who, what].filter((word) => word !== "").join(", ");
}

export const listStyles = css`
  unspool-list {
    --u-side: var(--u-5);
    display: block;
    flex: 1;
    min-height: 0;
    overflow-x: hidden;
    overflow-y: auto;
    overflow-anchor: none;
    overscroll-behavior: contain;
    scrollbar-gutter: stable;
    scrollbar-width: thin;
    scrollbar-color: var(--u-line-strong) transparent;
  }
  unspool-list > .feed {
    display: flow-root;
    box-sizing: border-box;
    overflow: clip;
  }
  @media (max-width: 560px) {
    unspool-list {
      --u-side: var(--u-4);
    }
  }
`;
