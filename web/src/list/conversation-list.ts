import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { property } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { SubscriptionController, onChange, updateOn } from "../base/signals";
import type { RowContext } from "../rows/context";
import { RowElement } from "../rows/row";
import { strings } from "./strings";
import type { Row } from "../parser/model";
import { afterPaint } from "../base/schedule";
import { LatestRun } from "../base/latest-run";
import { type RowSpan, type RowStore, MAX_AT_HAND } from "../session/row-store";
import { rangesOf, renderedRows, visibleRange } from "./visible-range";
import { heightOf, indexOf, setRowMargins } from "./in-page";
import { indexOfName } from "./row-names";
import { type ScrollRequest, type RowName, ListLayout } from "./list-layout";
import { RowFocus } from "./row-focus";
import { rowFrame } from "./row-frame";
import { USER_SCROLL_EVENTS, Scroll } from "./scroll";
import { clickSelects } from "./selected-range";

const AHEAD = 150; // rows loaded beyond the visible ones
const MAX_ROUNDS = 30; // of rendering and measuring between two frames

/** The scroll position: the row at the top edge and how far it is scrolled away. */
export interface ScrollPosition {
  readonly name: string;
  readonly offset: number;
}

/**
 * The virtual list of the conversation: only the rows around the visible ones are rendered. Rows are in normal flow, so
 * they can never overlap; margins take the space of the others.
 */
export class ListElement extends LitElement {
  @property({ attribute: false }) context: RowContext | undefined;
  /** Whether rows are still arriving. */
  @property({ type: Boolean }) busy = false;
  /** Whether all rows are rendered when the page is printed. */
  @property({ type: Boolean }) paper = false;
  /** The key of the highlighted row, or "". */
  @property({ attribute: false }) marked = "";

  readonly #rowLayout = new ListLayout();
  readonly #scroll = new Scroll(this, this.#rowLayout);
  readonly #focus = new RowFocus(this);
  readonly #moves = new LatestRun();
  readonly #watched = new Set<RowElement>();
  readonly #sizes = new ResizeObserver(() => this.#resized());
  #listening = new AbortController();
  #layoutVersion = -1;
  #indexes: readonly number[] = []; // of the rendered rows
  #names: readonly RowName[] = []; // of the rendered rows, at the time they were rendered
  #visible: RowSpan = { from: 0, to: -1 }; // the visible rows and some around them
  #selectedRange: { readonly from: RowName; readonly to: RowName } | undefined; // the selected rows
  #whole = false; // whether all rows are rendered
  #painted = false; // whether the first rows were painted
  #rounds = 0;
  #prefetching = false; // for rows beyond the visible ones

  constructor() {
    super();
    new SubscriptionController(
      this,
      () => this.context?.conversation,
      (conversation) => [
        onChange(conversation.rowsVersion, () => this.#rowsChanged(conversation)),
        updateOn(this, conversation.rowsVersion, conversation.contentVersion),
      ],
    );
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = (this.#listening = new AbortController());
    this.#focus.listen(signal);
    this.addEventListener("click", (event) => clickSelects(this, event) && event.stopPropagation(), {
      capture: true,
      signal,
    });
    this.addEventListener("scroll", this.#onScroll, { passive: true, signal });
    for (const event of USER_SCROLL_EVENTS)
      this.addEventListener(event, () => (this.#scroll.goal = undefined), { passive: true, signal });
    window.addEventListener("beforeprint", () => this.renderAll(this.paper), { signal });
    window.addEventListener("afterprint", () => this.renderAll(false), { signal });
    this.#reset();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#listening.abort();
    this.#unobserveSizes();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("context")) {
      const before: RowContext | undefined = changed.get("context");
      if (this.#whole && before !== undefined) before.conversation.unbounded = false;
      this.#reset();
    }
  }

  override focus(options?: FocusOptions): void {
    this.#focus.takeFocus(options);
  }

  /** Resolves when the visible rows are up to date with the parser. */
  async whenRendered(): Promise<void> {
    await this.updateComplete;
    await this.context?.conversation.ensure(this.#visible.from, this.#visible.to);
    await this.updateComplete;
  }

  /** Keeps rows rendered, however far they are scrolled away. */
  retainRange(span: RowSpan | undefined): void {
    const selectedRange =
      span === undefined || this.context === undefined
        ? undefined
        : { from: this.#nameAt(span.from), to: this.#nameAt(span.to) };
    if (selectedRange?.from === this.#selectedRange?.from && selectedRange?.to === this.#selectedRange?.to) return;
    this.#selectedRange = selectedRange;
    this.requestUpdate();
  }

  /** The rows kept by `retainRange`. */
  get selectedRange(): RowSpan | undefined {
    if (this.#selectedRange === undefined) return undefined;
    const [from, to] = [this.#indexOfName(this.#selectedRange.from), this.#indexOfName(this.#selectedRange.to)];
    return from < 0 || to < from ? undefined : { from, to };
  }

  /** Renders all rows that can be loaded at a time, or only the visible ones again. */
  renderAll(on: boolean): void {
    const conversation = this.context?.conversation;
    if (conversation === undefined || this.#whole === on) return;
    this.#whole = conversation.unbounded = on;
    this.requestUpdate();
    this.performUpdate();
  }

  // Navigation

  /**
   * Scrolls to a row and gives it the focus. Returns false if there is none, or if another conversation is shown, or
   * another row was gone to, by then.
   */
  async goTo(index: number, alignment: ScrollRequest = "start", focus = true): Promise<boolean> {
    const conversation = this.context?.conversation;
    if (conversation === undefined) return false;
    if (index >= conversation.total) conversation.limit = Infinity;
    const { focusedElement } = this.#focus;
    const move = this.#moves.begin();
    await conversation.ensure(index - 10, index + 30);
    const row = conversation.row(index);
    if (row === undefined || move.aborted || this.context?.conversation !== conversation) return false;
    // If the user has moved the focus elsewhere meanwhile, it stays there.
    this.#focus.setRow(
      conversation.nameAt(index),
      focus && (this.#focus.focusedElement === focusedElement || this.#focus.isFree),
    );
    this.requestUpdate();
    await this.updateComplete;
    if (move.aborted || this.context?.conversation !== conversation) return false;
    if (alignment !== "still") this.#scrollTo(index, alignment);
    this.dispatchEvent(new CustomEvent("row-select", { detail: row, bubbles: true }));
    return true;
  }

  /**
   * The current row, which keys act on: the one that has or had the focus, even if it was scrolled out of view; without
   * one, the first visible row.
   */
  currentIndex(): number {
    const { index } = this.#focus;
    return index >= 0 ? index : this.#scroll.first;
  }

  /** The current row if it is visible, otherwise the first visible row: where the user is reading. */
  visibleCurrentIndex(): number {
    const { index } = this.#focus;
    return this.#scroll.isVisible(index) ? index : this.#scroll.first;
  }

  /** Whether a row has, or had, the focus. */
  get hasCurrentRow(): boolean {
    return this.#focus.name !== undefined;
  }

  currentRow(): Row | undefined {
    return this.context?.conversation.row(this.currentIndex());
  }

  async edge(end: boolean): Promise<void> {
    const conversation = this.context?.conversation;
    if (conversation === undefined || conversation.total === 0) return;
    if (!(await this.goTo(end ? conversation.total - 1 : 0, end ? "nearest" : "start"))) return;
    if (end) this.#scroll.goal = { name: conversation.nameAt(conversation.total - 1), alignment: "last" };
    this.requestUpdate();
  }

  /** Keeps a row at the current position of the row `current`, whatever opens around it, until the user moves on. */
  pinRow(index: number, current = index): void {
    this.#scroll.goal = { name: this.#nameAt(index), alignment: this.#rowLayout.start(current) - this.#scroll.top };
  }

  /** The row at the top edge, and how far above the edge it begins, for `restoreScroll`. */
  get scrollPosition(): ScrollPosition | undefined {
    const { top } = this.#scroll;
    if (top < 1) return undefined;
    const first = this.#rowLayout.at(top);
    // Rows may already have new names, so this uses those of the rendered rows.
    const name = this.#names[this.#indexes.indexOf(first)];
    return typeof name === "string" ? { name, offset: top - this.#rowLayout.start(first) } : undefined;
  }

  /** Scrolls a row to where it was, and keeps it there until the user moves on. */
  async restoreScroll(index: number, within: number): Promise<void> {
    const conversation = this.context?.conversation;
    if (conversation === undefined) return;
    const move = this.#moves.signal;
    await conversation.ensure(index - 10, index + 30);
    if (move.aborted || this.context?.conversation !== conversation) return;
    this.#scroll.goal = { name: conversation.nameAt(index), alignment: -within };
    this.requestUpdate();
  }

  #scrollTo(index: number, asked: Exclude<ScrollRequest, "still">): void {
    this.#rounds = 0; // the previous rounds were for another target
    this.#scroll.scrollTo(index, this.#nameAt(index), asked);
    this.requestUpdate();
  }

  #indexOfName(name: RowName): number {
    return indexOfName(this.context?.conversation, name);
  }

  #nameAt(index: number): RowName {
    return this.context?.conversation.nameAt(index) ?? index;
  }

  // Rendering

  /** Starts again at the top of a conversation. */
  #reset(): void {
    this.#unobserveSizes();
    const conversation = this.context?.conversation;
    if (conversation === undefined) return;
    this.#focus.name = this.#selectedRange = undefined;
    this.#whole = this.#painted = false;
    this.#layoutVersion = -1;
    this.#rowLayout.clear();
    this.#scroll.reset();
    if (this.isConnected) this.#sizes.observe(this);
    this.#rowsChanged(conversation);
  }

  #unobserveSizes(): void {
    this.#sizes.disconnect();
    this.#watched.clear();
  }

  /** Keeps the current row in place after rows were added, removed or moved. */
  #rowsChanged(conversation: RowStore): void {
    const moved = conversation.layoutVersion !== this.#layoutVersion;
    if (!moved && conversation.total === this.#rowLayout.count) return;
    const anchor = moved ? this.scrollPosition : undefined;
    this.#rowLayout.setCount(conversation.total, moved, (index) => conversation.nameAt(index));
    this.#layoutVersion = conversation.layoutVersion;
    const index = anchor === undefined ? -1 : conversation.indexOf(anchor.name);
    if (anchor !== undefined && index >= 0) this.#scroll.keepRow(this.#rowLayout.start(index) + anchor.offset);
  }

  /** Loads rows around the visible ones once those are painted. */
  #prefetch(): void {
    if (this.#prefetching) return;
    this.#prefetching = true;
    afterPaint(() => {
      this.#prefetching = false;
      if (!this.#painted && this.#indexes.length > 0) this.requestUpdate();
      this.#painted ||= this.#indexes.length > 0;
      if (this.isConnected) this.context?.conversation.prefetch(this.#visible.from - AHEAD, this.#visible.to + AHEAD);
    });
  }

  readonly #onScroll = (): void => {
    this.#scroll.onScroll();
    this.dispatchEvent(new Event("row-sight"));
    this.requestUpdate();
  };

  #resized(): void {
    const height = this.clientHeight;
    if (
      height === this.#scroll.height &&
      this.rowElements.every((row) => heightOf(row) === this.#rowLayout.size(indexOf(row)))
    )
      return;
    const seen = this.#visibleFocus();
    this.#scroll.height = height;
    // A pane that appears above or below the conversation does not push the focused row out of view.
    this.#keepVisible(seen);
    this.requestUpdate();
  }

  /** Returns the index of the focused row if it is visible, otherwise -1. */
  #visibleFocus(): number {
    const { wasInside, index } = this.#focus;
    return wasInside && this.#scroll.isVisible(index) ? index : -1;
  }

  /** Content that arrives above the focused row does not push it out of view. */
  #keepVisible(index: number): void {
    if (index >= 0 && this.#scroll.hidesRow(index)) this.#scrollTo(index, "nearest");
  }

  /** The focused element in the tree that contains the list. */
  get focused(): Element | null {
    const root = this.getRootNode();
    return root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { context } = this;
    if (context === undefined) return nothing;
    const { conversation } = context;
    this.#focus.replaceMissingRow(conversation, this.#names);
    const { count } = this.#rowLayout;
    this.#visible = this.#whole
      ? { from: 0, to: Math.min(count, MAX_AT_HAND) - 1 }
      : visibleRange(this.#rowLayout, this.#scroll, !this.#painted);
    this.#indexes = renderedRows(
      count,
      this.#visible,
      this.#focus.isInside ? this.#focus.index : -1,
      this.selectedRange,
    );
    this.#names = this.#indexes.map((index) => conversation.nameAt(index));
    conversation.loadRendered(rangesOf(this.#indexes));
    if (!this.#whole) this.#prefetch();
    const reachable =
      this.#focus.name ?? (this.#indexes.length === 0 ? undefined : conversation.nameAt(this.#scroll.first));
    return html`<div
        class="feed"
        role=${this.#indexes.length === 0 ? "group" : "feed"}
        aria-label=${strings.conversation}
        aria-busy=${this.busy}
      >
        ${repeat(
          this.#indexes,
          (index) => conversation.nameAt(index),
          (index) => rowFrame(index, context, reachable, this.busy, this.marked),
        )}
      </div>
      ${this.#whole ? this.#printLimit(conversation) : nothing}`;
  }

  /** Says how many rows are not printed, if any. */
  #printLimit(conversation: RowStore): TemplateResult | typeof nothing {
    const here = this.#indexes.filter((index) => conversation.row(index) !== undefined).length;
    return here === conversation.total
      ? nothing
      : html`<p class="cut">${strings.printCut(here, conversation.total)}</p>`;
  }

  protected override updated(): void {
    if (this.context === undefined) return;
    this.#scroll.height ||= this.clientHeight;
    // Each changed height causes another round; a few are always enough.
    if (this.#rounds === 0) requestAnimationFrame(() => (this.#rounds = 0));
    if (++this.#rounds <= MAX_ROUNDS) {
      const rows = this.rowElements;
      const isMeasured = !this.#measure(rows);
      setRowMargins(this, rows, this.#rowLayout);
      if (this.#scroll.scrollToTarget(isMeasured)) this.requestUpdate();
    }
    this.#focus.restore();
  }

  /**
   * Measures rows before the next paint and reports whether heights changed. Rows render themselves shortly after their
   * list, so they are forced to do it now.
   */
  #measure(rows: readonly RowElement[]): boolean {
    for (const row of rows) row.renderNow();
    const seen = this.#visibleFocus();
    const grown = this.#rowLayout.measure(
      rows.map((row) => ({ index: indexOf(row), name: this.#nameAt(indexOf(row)), height: heightOf(row) })),
      this.#scroll.top,
    );
    for (const row of this.#watched) {
      if (row.isConnected) continue;
      this.#watched.delete(row);
      this.#sizes.unobserve(row);
    }
    for (const row of rows) {
      if (this.#watched.has(row)) continue;
      this.#watched.add(row);
      this.#sizes.observe(row);
    }
    if (grown === undefined) return false;
    this.#scroll.contentGrown(grown);
    this.#keepVisible(seen);
    this.requestUpdate();
    return true;
  }

  get rowElements(): readonly RowElement[] {
    return [...this.querySelectorAll("unspool-row")].filter((row) => row instanceof RowElement);
  }
}
