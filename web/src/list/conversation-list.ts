import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { property } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { onChange, updateOn } from "../base/signals";
import type { RowContext } from "../rows/context";
import { RowElement } from "../rows/row";
import { strings } from "./strings";
import type { Row } from "../parser/model";
import { afterPaint } from "../base/after-paint";
import { type RowStore, MAX_AT_HAND } from "../session/row-store";
import { type RowSpan, askFor, renderedRows, rowsAround } from "./visible-range";
import { heightOf, indexOf, leaveRoom } from "./in-page";
import { indexOfName } from "./named";
import { type ScrollRequest, type RowName, ListLayout } from "./list-layout";
import { RowFocus } from "./row-focus";
import { rowFrame } from "./row-frame";
import { READERS_OWN, Scroll } from "./scroll";
import { clickSelects } from "./selected-range";

const AHEAD = 150; // rows kept ready beyond those in sight and around it
const MAX_ROUNDS = 30; // of drawing and measuring between two frames

/** What is being read: the row at the top edge and how far it is scrolled away. */
export interface RowPlace {
  readonly name: string;
  readonly within: number;
}

/**
 * The conversation, of which only the rows around what is in sight are in the
 * page. Rows stand in normal flow, so that they can never overlap; the room
 * of those that are left out is held by margins.
 */
export class ListElement extends LitElement {
  @property({ attribute: false }) context: RowContext | undefined;
  /** Whether rows are still arriving. */
  @property({ type: Boolean }) busy = false;
  /** Whether all rows are drawn when the page is printed. */
  @property({ type: Boolean }) paper = false;
  /** Key of the row that stands out, "" for none. */
  @property({ attribute: false }) marked = "";

  readonly #places = new ListLayout();
  readonly #scroll = new Scroll(this, this.#places);
  readonly #focus = new RowFocus(this);
  readonly #watched = new Set<RowElement>();
  readonly #sizes = new ResizeObserver(() => this.#resized());
  #unsubscribe: (() => void) | undefined;
  #listening = new AbortController();
  #layout = -1;
  #indexes: readonly number[] = []; // of the rows that are drawn
  #names: readonly RowName[] = []; // of these, as they were when they were drawn
  #visible: RowSpan = { from: 0, to: -1 }; // the rows in sight, and some around them
  #selectedRange: { readonly from: RowName; readonly to: RowName } | undefined; // what is selected
  #whole = false; // all rows are drawn
  #painted = false; // the first rows were
  #rounds = 0;
  #asking = false; // for rows beyond those in sight

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
    for (const event of READERS_OWN)
      this.addEventListener(event, () => (this.#scroll.goal = undefined), { passive: true, signal });
    window.addEventListener("beforeprint", () => this.renderAll(this.paper), { signal });
    window.addEventListener("afterprint", () => this.renderAll(false), { signal });
    this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#listening.abort();
    this.#stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("context")) return;
    this.#stop();
    this.#start();
  }

  override focus(options?: FocusOptions): void {
    this.#focus.give(options);
  }

  /** Resolves when what is in sight is as the parser has it now. */
  async settled(): Promise<void> {
    await this.updateComplete;
    await this.context?.conversation.ensure(this.#visible.from, this.#visible.to);
    await this.updateComplete;
  }

  /** These rows stay in the page, however far they are scrolled away. */
  retainRange(span: RowSpan | undefined): void {
    const selectedRange =
      span === undefined || this.context === undefined
        ? undefined
        : { from: this.#nameAt(span.from), to: this.#nameAt(span.to) };
    if (selectedRange?.from === this.#selectedRange?.from && selectedRange?.to === this.#selectedRange?.to) return;
    this.#selectedRange = selectedRange;
    this.requestUpdate();
  }

  /** The rows that were asked to stay. */
  get selectedRange(): RowSpan | undefined {
    if (this.#selectedRange === undefined) return undefined;
    const [from, to] = [this.#indexOfName(this.#selectedRange.from), this.#indexOfName(this.#selectedRange.to)];
    return from < 0 || to < from ? undefined : { from, to };
  }

  /** Draws all rows at once, as far as they can be at hand, or only those in sight again. */
  renderAll(on: boolean): void {
    const conversation = this.context?.conversation;
    if (conversation === undefined || this.#whole === on) return;
    this.#whole = conversation.whole = on;
    this.requestUpdate();
    this.performUpdate();
  }

  // Moving about

  /** Scrolls to a row, and gives it the focus. False where there is none, or another conversation is shown by then. */
  async goTo(index: number, stand: ScrollRequest = "start", focus = true): Promise<boolean> {
    const conversation = this.context?.conversation;
    if (conversation === undefined) return false;
    const { holder } = this.#focus;
    await conversation.ensure(index - 10, index + 30);
    const row = conversation.row(index);
    if (row === undefined || this.context?.conversation !== conversation) return false;
    // A reader who has gone elsewhere meanwhile is not called back.
    this.#focus.move(conversation.keyAt(index), focus && (this.#focus.holder === holder || this.#focus.free));
    this.requestUpdate();
    await this.updateComplete;
    if (this.context?.conversation !== conversation) return false;
    if (stand !== "still") this.#scrollTo(index, stand);
    this.dispatchEvent(new CustomEvent("row-select", { detail: row, bubbles: true }));
    return true;
  }

  /** The row that keys act upon: the one with the focus, else the first in sight. */
  currentIndex(): number {
    const { index } = this.#focus;
    return index >= 0 ? index : this.#scroll.first;
  }

  /** The row that is read: the one with the focus while it is in sight, else the first there. */
  readIndex(): number {
    const { index } = this.#focus;
    return this.#scroll.isVisible(index) ? index : this.#scroll.first;
  }

  /** Whether a row has, or had, the focus. */
  get walked(): boolean {
    return this.#focus.name !== undefined;
  }

  currentRow(): Row | undefined {
    return this.context?.conversation.row(this.currentIndex());
  }

  async edge(end: boolean): Promise<void> {
    const conversation = this.context?.conversation;
    if (conversation === undefined || conversation.total === 0) return;
    if (!(await this.goTo(end ? conversation.total - 1 : 0, end ? "nearest" : "start"))) return;
    if (end) this.#scroll.goal = { name: conversation.keyAt(conversation.total - 1), stand: "last" };
    this.requestUpdate();
  }

  /** Keeps a row at the height where another one is now, whatever opens around it, until the reader moves on. */
  pinRow(index: number, where = index): void {
    this.#scroll.goal = { name: this.#nameAt(index), stand: this.#places.start(where) - this.#scroll.top };
  }

  /** What is at the top edge, and how far above it that begins, for `putBack`. */
  get place(): RowPlace | undefined {
    const { top } = this.#scroll;
    if (top < 1) return undefined;
    const first = this.#places.at(top);
    // The rows may have their new names already, so those are asked that are drawn.
    const name = this.#names[this.#indexes.indexOf(first)];
    return typeof name === "string" ? { name, within: top - this.#places.start(first) } : undefined;
  }

  /** Scrolls a row to where it was, and holds it there until the reader moves on. */
  async restoreScroll(index: number, within: number): Promise<void> {
    const conversation = this.context?.conversation;
    if (conversation === undefined) return;
    await conversation.ensure(index - 10, index + 30);
    if (this.context?.conversation !== conversation) return;
    this.#scroll.goal = { name: conversation.keyAt(index), stand: -within };
    this.requestUpdate();
  }

  #scrollTo(index: number, asked: Exclude<ScrollRequest, "still">): void {
    this.#rounds = 0; // those before were of another place
    this.#scroll.to(index, this.#nameAt(index), asked);
    this.requestUpdate();
  }

  #indexOfName(name: RowName): number {
    return indexOfName(this.context?.conversation, name);
  }

  #nameAt(index: number): RowName {
    return this.context?.conversation.keyAt(index) ?? index;
  }

  // Drawing

  #start(): void {
    const conversation = this.context?.conversation;
    if (conversation === undefined || this.#unsubscribe !== undefined) return;
    this.#focus.name = this.#selectedRange = undefined;
    this.#whole = this.#painted = false;
    this.#layout = -1;
    this.#places.clear();
    this.#scroll.begin();
    this.#sizes.observe(this);
    const unsubscribe = [
      onChange(conversation.rowsVersion, () => this.#rowsChanged(conversation)),
      updateOn(this, conversation.rowsVersion, conversation.viewVersion),
    ];
    this.#rowsChanged(conversation);
    this.#unsubscribe = () => unsubscribe.forEach((stop) => stop());
  }

  #stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#sizes.disconnect();
    this.#watched.clear();
  }

  /** Rows came, went or moved: what is being read stays where it is. */
  #rowsChanged(conversation: RowStore): void {
    const moved = conversation.layout !== this.#layout;
    if (!moved && conversation.total === this.#places.count) return;
    const anchor = moved ? this.place : undefined;
    this.#places.arrange(conversation.total, moved, (index) => conversation.keyAt(index));
    this.#layout = conversation.layout;
    const index = anchor === undefined ? -1 : conversation.indexOf(anchor.name);
    if (anchor !== undefined && index >= 0) this.#scroll.moved(this.#places.start(index) + anchor.within);
  }

  /** What was asked for is painted first. */
  #askAhead(): void {
    if (this.#asking) return;
    this.#asking = true;
    afterPaint(() => {
      this.#asking = false;
      if (!this.#painted && this.#indexes.length > 0) this.requestUpdate();
      this.#painted ||= this.#indexes.length > 0;
      if (this.isConnected)
        void this.context?.conversation.ensure(this.#visible.from - AHEAD, this.#visible.to + AHEAD);
    });
  }

  readonly #onScroll = (): void => {
    this.#scroll.scrolled();
    this.dispatchEvent(new Event("row-sight"));
    this.requestUpdate();
  };

  #resized(): void {
    const height = this.clientHeight;
    if (
      height === this.#scroll.height &&
      this.rowsInPage.every((row) => heightOf(row) === this.#places.size(indexOf(row)))
    )
      return;
    const seen = this.#seen();
    this.#scroll.height = height;
    // Nor does a pane that comes above the conversation, or below.
    this.#keepSeen(seen);
    this.requestUpdate();
  }

  /** The row with the focus, if it is in sight; else below 0. */
  #seen(): number {
    const { inside, index } = this.#focus;
    return inside && this.#scroll.isVisible(index) ? index : -1;
  }

  /** Words that arrive above the row with the focus do not push it out of sight. */
  #keepSeen(index: number): void {
    if (index >= 0 && this.#scroll.loses(index)) this.#scrollTo(index, "nearest");
  }

  /** What has the focus in the tree that the list stands in. */
  get focused(): Element | null {
    const root = this.getRootNode();
    return root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { context } = this;
    if (context === undefined) return nothing;
    const { conversation } = context;
    this.#focus.follow(conversation, this.#names);
    const { count } = this.#places;
    this.#visible = this.#whole
      ? { from: 0, to: Math.min(count, MAX_AT_HAND) - 1 }
      : rowsAround(this.#places, this.#scroll, !this.#painted);
    this.#indexes = renderedRows(count, this.#visible, this.#focus.here ? this.#focus.index : -1, this.selectedRange);
    this.#names = this.#indexes.map((index) => conversation.keyAt(index));
    askFor(conversation, this.#indexes);
    if (!this.#whole) this.#askAhead();
    const reachable =
      this.#focus.name ?? (this.#indexes.length === 0 ? undefined : conversation.keyAt(this.#scroll.first));
    return html`<div
        class="feed"
        role=${this.#indexes.length === 0 ? "group" : "feed"}
        aria-label=${strings.conversation}
        aria-busy=${this.busy}
      >
        ${repeat(
          this.#indexes,
          (index) => conversation.keyAt(index),
          (index) => rowFrame(index, context, reachable, this.busy, this.marked),
        )}
      </div>
      ${this.#whole ? this.#cut(conversation) : nothing}`;
  }

  /** What is not printed is told. */
  #cut(conversation: RowStore): TemplateResult | typeof nothing {
    const here = this.#indexes.filter((index) => conversation.row(index) !== undefined).length;
    return here === conversation.total
      ? nothing
      : html`<p class="cut">${strings.printCut(here, conversation.total)}</p>`;
  }

  protected override updated(): void {
    if (this.context === undefined) return;
    this.#scroll.height ||= this.clientHeight;
    // Each change of a height leads to another round; a few are always enough.
    if (this.#rounds === 0) requestAnimationFrame(() => (this.#rounds = 0));
    if (++this.#rounds <= MAX_ROUNDS) {
      const rows = this.rowsInPage;
      const settled = !this.#measure(rows);
      leaveRoom(this, rows, this.#places);
      if (this.#scroll.follow(settled)) this.requestUpdate();
    }
    this.#focus.settle();
  }

  /**
   * Measures before anything is painted, and tells whether heights changed.
   * Rows are elements that draw themselves a moment later than their list, so
   * they are made to do it now.
   */
  #measure(rows: readonly RowElement[]): boolean {
    for (const row of rows) row.drawNow();
    const seen = this.#seen();
    const grown = this.#places.measure(
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
    this.#scroll.grown(grown);
    this.#keepSeen(seen);
    this.requestUpdate();
    return true;
  }

  get rowsInPage(): readonly RowElement[] {
    return [...this.querySelectorAll("unspool-row")].filter((row) => row instanceof RowElement);
  }
}
