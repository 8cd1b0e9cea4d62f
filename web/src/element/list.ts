import { LitElement, type PropertyDeclarations, type PropertyValues, type TemplateResult, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { RowContext } from "../rows/context";
import { RowElement } from "../rows/row";
import { words } from "../words";
import type { Row } from "../worker/model";
import { afterPaint } from "./after-paint";
import { type Conversation, MOST_AT_HAND } from "./conversation";
import { type Asked, type Name, Places, type Stand, reach } from "./places";
import { rowFrame } from "./row-frame";
import { selectedRange } from "./selecting";
import { nearestShown } from "./nearest";

/**
 * What is drawn beyond the edges of what is in sight, as a share of its height and
 * in rows, since the browser scrolls before it asks; and rows kept ready beyond that.
 */
const BEYOND = 0.5;
const OVERSCAN = 4;
const AHEAD = 150;
const MOST_KEPT = 400; // rows that a selection keeps in the page; of more, only the ends
const MOST_ROUNDS = 30; // of drawing and measuring between two frames

/** A row that is being scrolled to, until it and the rows around it have been measured. */
interface Goal {
  readonly name: Name;
  readonly stand: Stand;
}

/** By these a reader scrolls; it ends what the list wanted. */
const READERS_OWN = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** Rows from one to another. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What is being read: the row at the top edge and how far it is scrolled away. */
export interface Place {
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
    paper: { type: Boolean },
    marked: { attribute: false },
  };
  declare context: RowContext | undefined;
  /** Whether rows are still arriving. */
  declare busy: boolean;
  /** Whether all rows are drawn when the page is printed. */
  declare paper: boolean;
  /** Key of the row that stands out, "" for none. */
  declare marked: string;

  readonly #places = new Places();
  #indexes: readonly number[] = []; // of the rows that are drawn
  #top = 0; // how far it is scrolled
  #height = 0; // of what is in sight
  #wanted: number | undefined; // where to scroll when the rows are placed
  #goal: Goal | undefined;
  readonly #watched = new Set<RowElement>();
  readonly #sizes = new ResizeObserver(() => this.#resized());
  #unsubscribe: (() => void) | undefined;
  #listening = new AbortController();
  #current: Name | undefined; // name of the row that has, or had, the focus
  #layout = -1;
  #wantFocus = false;
  #inside = false; // whether the focus is in here, or was when what had it went away
  #drawn: readonly Name[] = []; // names of the rows in the page, in their order
  #sight: Span = { from: 0, to: -1 }; // the rows in sight, and some around them
  #kept: { readonly from: Name; readonly to: Name } | undefined; // what is selected
  #whole = false; // all rows are drawn
  #rounds = 0;
  #asking = false; // for rows beyond those in sight
  #painted = false; // the first rows were

  constructor() {
    super();
    this.busy = this.paper = false;
    this.marked = "";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = (this.#listening = new AbortController());
    this.addEventListener("focusin", this.#onFocus, { signal });
    this.addEventListener("keydown", this.#onKey, { capture: true, signal });
    this.addEventListener("focusout", this.#onBlur, { signal });
    this.addEventListener("click", this.#onClick, { capture: true, signal });
    this.addEventListener("scroll", this.#onScroll, { passive: true, signal });
    for (const event of READERS_OWN) this.addEventListener(event, this.#onMove, { passive: true, signal });
    window.addEventListener("beforeprint", () => this.drawWhole(this.paper), { signal });
    window.addEventListener("afterprint", () => this.drawWhole(false), { signal });
    if (this.context !== undefined) this.#start(this.context);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#listening.abort();
    this.#stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("context")) {
      this.#stop();
      if (this.context !== undefined) this.#start(this.context);
    }
  }

  readonly #onKey = (): void => void this.removeAttribute("data-quiet");

  /** Words of a line that were selected by the mouse are no click on it. */
  readonly #onClick = (event: MouseEvent): void => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const range = event.detail === 0 || button === null ? undefined : selectedRange(this);
    if (range !== undefined && button?.contains(range.endContainer) === true) event.stopPropagation();
  };

  /** The focus is given, not asked for: its ring waits for the first key. */
  override focus(options?: FocusOptions): void {
    this.setAttribute("data-quiet", "");
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
    await this.context?.conversation.ensure(this.#sight.from, this.#sight.to);
    await this.updateComplete;
  }

  /** These rows stay in the page, however far they are scrolled away. */
  keep(span: Span | undefined): void {
    const conversation = this.context?.conversation;
    const kept = span === undefined || conversation === undefined ? undefined : { from: conversation.nameAt(span.from), to: conversation.nameAt(span.to) };
    if (kept?.from === this.#kept?.from && kept?.to === this.#kept?.to) return;
    this.#kept = kept;
    this.requestUpdate();
  }

  /** The rows that were asked to stay. */
  get kept(): Span | undefined {
    if (this.#kept === undefined) return undefined;
    const [from, to] = [this.#indexNamed(this.#kept.from), this.#indexNamed(this.#kept.to)];
    return from < 0 || to < from ? undefined : { from, to };
  }

  /** Draws all rows at once, as far as they can be at hand, or only those in sight again. */
  drawWhole(on: boolean): void {
    const conversation = this.context?.conversation;
    if (conversation === undefined || this.#whole === on) return;
    this.#whole = conversation.whole = on;
    this.requestUpdate();
    this.performUpdate();
  }

  // Moving about

  /** Scrolls to a row, and gives it the focus. False where there is none, or another conversation is shown by then. */
  async goTo(index: number, stand: Asked = "start", focus = true): Promise<boolean> {
    const conversation = this.context?.conversation;
    if (conversation === undefined) return false;
    await conversation.ensure(index - 10, index + 30);
    const row = conversation.row(index);
    if (row === undefined || this.context?.conversation !== conversation) return false;
    this.#current = conversation.nameAt(index);
    this.#wantFocus = focus; // else who goes there keeps it
    this.requestUpdate();
    await this.updateComplete;
    if (this.context?.conversation !== conversation) return false;
    if (stand !== "still") this.#scrollTo(index, stand);
    this.dispatchEvent(new CustomEvent("row-select", { detail: row, bubbles: true }));
    return true;
  }

  /** The row that keys act upon: the one with the focus, else the first in sight. */
  currentIndex(): number {
    const index = this.#placeOfCurrent();
    return index >= 0 ? index : this.#places.firstIn(this.#top);
  }

  /** The row that is read: the one with the focus while it is in sight, else the first there. */
  readIndex(): number {
    const index = this.#placeOfCurrent();
    return this.#inSight(index, this.#top) ? index : this.#places.firstIn(this.#top);
  }

  #inSight(index: number, top: number): boolean {
    return index >= 0 && this.#places.end(index) > top && this.#places.start(index) < top + this.#height;
  }

  /** Whether a row has, or had, the focus. */
  get walked(): boolean {
    return this.#current !== undefined;
  }

  #placeOfCurrent(): number {
    return this.#current === undefined ? -1 : this.#indexNamed(this.#current);
  }

  currentRow(): Row | undefined {
    return this.context?.conversation.row(this.currentIndex());
  }

  async edge(end: boolean): Promise<void> {
    const conversation = this.context?.conversation;
    if (conversation === undefined || conversation.total === 0) return;
    if (!(await this.goTo(end ? conversation.total - 1 : 0, end ? "nearest" : "start"))) return;
    this.#goal = end ? { name: conversation.nameAt(conversation.total - 1), stand: "last" } : undefined;
    if (!end) this.#wanted = 0;
    this.requestUpdate();
  }

  /** Keeps a row at the height where another one is now, whatever opens around it, until the reader moves on. */
  hold(index: number, where = index): void {
    const name = this.context?.conversation.nameAt(index) ?? index;
    this.#goal = { name, stand: this.#places.start(where) - this.#top };
  }

  /** What is at the top edge, and how far above it that begins, for `putBack`. */
  get place(): Place | undefined {
    return this.#anchor();
  }

  /** Scrolls a row to where it was, and holds it there until the reader moves on. */
  async putBack(index: number, within: number): Promise<void> {
    const conversation = this.context?.conversation;
    if (conversation === undefined) return;
    await conversation.ensure(index - 10, index + 30);
    if (this.context?.conversation !== conversation) return;
    this.#goal = { name: conversation.nameAt(index), stand: -within };
    this.requestUpdate();
  }

  #scrollTo(index: number, asked: Exclude<Asked, "still">): void {
    this.#rounds = 0; // those before were of another place
    const name = this.context?.conversation.nameAt(index) ?? index;
    const stand = asked === "nearest" ? this.#places.nearest(index, { top: this.#top, height: this.#height }) : asked === "reach" ? reach(this.#height) : asked;
    this.#goal = stand === undefined ? undefined : { name, stand };
    this.requestUpdate();
  }

  /** Where the list is scrolled to when the goal is reached. */
  #goalTop(goal: Goal): number | undefined {
    const index = this.#indexNamed(goal.name);
    if (index < 0 || index >= this.#places.count) return undefined;
    return this.#places.topFor(index, goal.stand, this.#height);
  }

  #indexNamed(name: Name): number {
    return typeof name === "number" ? name : (this.context?.conversation.indexOf(name) ?? -1);
  }

  // Drawing

  #start(context: RowContext): void {
    if (this.#unsubscribe !== undefined) return;
    const { conversation } = context;
    this.#current = this.#goal = this.#kept = undefined;
    this.#whole = this.#painted = false;
    this.#layout = -1;
    this.#places.clear();
    this.#top = this.#wanted = 0;
    this.#sizes.observe(this);
    this.#unsubscribe = conversation.subscribe((change) => {
      if (change === "rows") this.#rowsChanged(conversation);
      this.requestUpdate();
    });
    this.#rowsChanged(conversation);
  }

  #stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#sizes.disconnect();
    this.#watched.clear();
  }

  /** Rows came, went or moved: what is being read stays where it is. */
  #rowsChanged(conversation: Conversation): void {
    const moved = conversation.layout !== this.#layout;
    if (!moved && conversation.total === this.#places.count) return;
    const anchor = moved ? this.#anchor() : undefined;
    this.#places.arrange(conversation.total, moved, (index) => conversation.nameAt(index));
    this.#layout = conversation.layout;
    const index = anchor === undefined ? -1 : conversation.indexOf(anchor.name);
    if (anchor === undefined || index < 0) return;
    const wanted = this.#places.start(index) + anchor.within;
    if (Math.abs(wanted - this.#top) > 1) this.#top = this.#wanted = wanted;
  }

  #anchor(): Place | undefined {
    if (this.#top < 1) return undefined;
    const first = this.#places.at(this.#top);
    // The rows have their new names already, so those are asked that are drawn.
    const at = this.#indexes.indexOf(first);
    const name = this.#drawn[at];
    return typeof name === "string" ? { name, within: this.#top - this.#places.start(first) } : undefined;
  }

  /** The rows to be drawn: those in sight, some around them, and those that must not go. */
  #range(): readonly number[] {
    const { count } = this.#places;
    this.#sight = this.#whole
      ? { from: 0, to: Math.min(count, MOST_AT_HAND) - 1 }
      : this.#around(this.#painted ? BEYOND : 0, this.#painted ? OVERSCAN : 0);
    const places = new Set<number>();
    const add = (from: number, to: number): void => {
      for (let index = from; index <= to; index++) if (index >= 0 && index < count) places.add(index);
    };
    add(this.#sight.from, this.#sight.to);
    // The focus is not lost when its row is scrolled away, nor is what is selected.
    if (this.contains(this.focused)) add(this.#placeOfCurrent(), this.#placeOfCurrent());
    const { kept } = this;
    if (kept !== undefined && kept.to - kept.from < MOST_KEPT) add(kept.from, kept.to);
    else if (kept !== undefined) for (const end of [kept.from, kept.to]) add(end, end);
    return [...places].sort((a, b) => a - b);
  }

  /** The rows in sight and beyond its edges; the first rows are those in sight alone, and so come sooner. */
  #around(share: number, more: number): Span {
    return {
      from: Math.max(0, this.#places.at(this.#top - this.#height * share) - more),
      to: Math.min(this.#places.count - 1, this.#places.at(this.#top + this.#height * (1 + share)) + more),
    };
  }

  /** Asks for the rows in the page, and later for more around them. */
  #ask(conversation: Conversation): void {
    let from = this.#indexes[0] ?? 0;
    this.#indexes.forEach((index, at) => {
      const next = this.#indexes[at + 1];
      if (next === index + 1) return;
      void conversation.ensure(from, index);
      from = next ?? 0;
    });
    if (!this.#whole) this.#askAhead();
  }

  /** What was asked for is painted first. */
  #askAhead(): void {
    if (this.#asking) return;
    this.#asking = true;
    afterPaint(() => {
      this.#asking = false;
      if (!this.#painted && this.#indexes.length > 0) this.requestUpdate();
      this.#painted ||= this.#indexes.length > 0;
      if (this.isConnected) void this.context?.conversation.ensure(this.#sight.from - AHEAD, this.#sight.to + AHEAD);
    });
  }

  readonly #onScroll = (): void => {
    const before = this.#top;
    this.#top = this.#scrolled(before);
    this.dispatchEvent(new Event("row-sight"));
    if (this.#top !== before && isLasting(this.#goal)) this.#goal = undefined;
    this.requestUpdate();
  };

  /** How far it is scrolled. The page tells it in whole pixels; were what is wanted taken for that, it would drift. */
  #scrolled(wanted: number): number {
    return Math.abs(this.scrollTop - wanted) < 1 ? wanted : this.scrollTop;
  }

  readonly #onMove = (): void => {
    this.#goal = undefined;
  };

  #resized(): void {
    const height = this.clientHeight;
    if (height === this.#height && this.rowsInPage.every((row) => this.#heightOf(row) === this.#places.size(indexOf(row)))) return;
    const current = this.#placeOfCurrent();
    const seen = this.#inside && this.#inSight(current, this.#top);
    this.#height = height;
    // Nor does a pane that comes above the conversation, or below.
    if (seen && this.#goal === undefined && !this.#inSight(current, this.#top)) this.#scrollTo(current, "nearest");
    this.requestUpdate();
  }

  #heightOf(row: RowElement): number {
    return row.getBoundingClientRect().height;
  }

  #nameOf(row: RowElement): Name | undefined {
    return this.context?.conversation.nameAt(indexOf(row));
  }

  /** What has the focus in the tree that the list stands in. */
  get focused(): Element | null {
    const root = this.getRootNode();
    return root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
  }

  /** The row with the focus is gone: the nearest one takes its place, rather one above. */
  #moveFocus(conversation: Conversation): void {
    const current = this.#current;
    const place = this.#placeOfCurrent();
    if (current === undefined || place >= 0) return;
    this.#current = nearestShown(conversation, this.#drawn, current);
    if (this.#current !== undefined && this.#inside) this.#wantFocus = true;
  }

  /** Whether the focus was in here and has gone with what had it: nothing else has it then. */
  #lostFocus(): boolean {
    if (!this.#inside || this.contains(this.focused)) return false;
    const active = document.activeElement;
    return active === null || active === document.body;
  }

  readonly #onBlur = (event: FocusEvent): void => {
    const left = event.target;
    // Whether it has gone shows when those who remove it are done.
    queueMicrotask(() => {
      if (left instanceof Element && left.isConnected && left.checkVisibility()) this.#inside = this.contains(this.focused);
    });
  };

  readonly #onFocus = (event: FocusEvent): void => {
    this.#inside = true;
    const row = event.target instanceof Element ? event.target.closest("unspool-row") : null;
    const name = row instanceof RowElement ? this.#nameOf(row) : undefined;
    if (!(row instanceof RowElement) || row.row === undefined || name === this.#current) return;
    this.#current = name;
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent("row-select", { detail: row.row, bubbles: true }));
  };

  protected override render(): TemplateResult | typeof nothing {
    const { context } = this;
    if (context === undefined) return nothing;
    const { conversation } = context;
    if (typeof this.#current === "number") this.#current = conversation.nameAt(this.#current);
    this.#moveFocus(conversation);
    this.#indexes = this.#range();
    this.#drawn = this.#indexes.map((index) => conversation.nameAt(index));
    this.#ask(conversation);
    const reachable = this.#current ?? (this.#indexes.length === 0 ? undefined : conversation.nameAt(this.#places.firstIn(this.#top)));
    return html`<div class="feed" role=${this.#indexes.length === 0 ? "group" : "feed"} aria-label=${words.conversation} aria-busy=${this.busy}>
      ${repeat(
        this.#indexes,
        (index) => conversation.nameAt(index),
        (index) => rowFrame(index, context, reachable, this.busy, this.marked),
      )}
    </div>
    ${this.#whole ? this.#cut(conversation) : nothing}`;
  }

  /** What is not printed is told. */
  #cut(conversation: Conversation): TemplateResult | typeof nothing {
    const here = this.#indexes.filter((index) => conversation.row(index) !== undefined).length;
    return here === conversation.total ? nothing : html`<p class="cut">${words.print.cut(here, conversation.total)}</p>`;
  }

  protected override updated(): void {
    if (this.context === undefined) return;
    if (this.#height === 0) this.#height = this.clientHeight;
    // Each change of a height leads to another round; a few are always enough.
    if (this.#rounds === 0) requestAnimationFrame(() => (this.#rounds = 0));
    if (++this.#rounds <= MOST_ROUNDS) {
      const rows = this.rowsInPage;
      const settled = !this.#measure(rows);
      this.#place(rows);
      this.#scroll(settled);
    }
    if (this.#wantFocus || this.#lostFocus()) this.#focusCurrent();
  }

  /**
   * Measures before anything is painted, and tells whether heights changed.
   * Rows are elements that draw themselves a moment later than their list, so
   * they are made to do it now.
   */
  #measure(rows: readonly RowElement[]): boolean {
    for (const row of rows) row.drawNow();
    const current = this.#inside ? this.#placeOfCurrent() : -1;
    const seen = this.#inSight(current, this.#top);
    const grown = this.#places.measure(
      rows.map((row) => ({ index: indexOf(row), name: this.#nameOf(row), height: this.#heightOf(row) })),
      this.#top,
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
    if (grown !== 0 && this.#goal === undefined) this.#wanted = (this.#wanted ?? this.#top) + grown;
    // Words that arrive above the row with the focus do not push it out of sight.
    if (seen && this.#goal === undefined && !this.#inSight(current, this.#wanted ?? this.#top)) this.#scrollTo(current, "nearest");
    this.requestUpdate();
    return true;
  }

  /** The room of the rows that are not drawn. Written through the CSSOM: the page's policy allows no style attributes. */
  #place(rows: readonly RowElement[]): void {
    const feed = this.querySelector<HTMLElement>(".feed");
    if (feed === null) return;
    feed.style.height = `${this.#places.height}px`;
    let end = 0;
    for (const row of rows) {
      const start = this.#places.start(indexOf(row));
      const gap = start - end;
      row.style.marginBlockStart = Math.abs(gap) < 0.01 ? "" : `${gap}px`;
      end = this.#places.end(indexOf(row));
    }
  }

  /** Scrolls to where the list wants to be, now that it is as high as it has to be. */
  #scroll(settled: boolean): void {
    const wanted = this.#goal === undefined ? this.#wanted : this.#goalTop(this.#goal);
    this.#wanted = undefined;
    if (wanted === undefined) {
      this.#goal = undefined;
      return;
    }
    const end = this.scrollHeight || Infinity; // of none in a page that hides it
    const top = Math.max(0, Math.min(wanted, end - this.#height));
    if (Math.abs(top - this.scrollTop) <= 1) {
      this.#top = this.#scrolled(top);
      // Whoever went to the end, or holds a row, stays there while bodies are still arriving.
      if (settled && !isLasting(this.#goal)) this.#goal = undefined;
      return;
    }
    this.scrollTop = top;
    this.#top = this.#scrolled(top);
    this.requestUpdate();
  }

  get rowsInPage(): readonly RowElement[] {
    return [...this.querySelectorAll("unspool-row")].filter((row) => row instanceof RowElement);
  }

  #focusCurrent(): void {
    const row = this.rowsInPage.find((one) => this.#nameOf(one) === this.#current);
    if (row?.row === undefined) return; // it is on its way
    this.#wantFocus = false;
    if (!row.contains(this.focused)) row.focus({ preventScroll: true });
  }
}

/** Whether a goal is kept to after it was reached, until the reader moves on. */
function isLasting(goal: Goal | undefined): boolean {
  return goal?.stand === "last" || typeof goal?.stand === "number";
}

function indexOf(row: RowElement): number {
  return Number(row.dataset["index"]);
}
