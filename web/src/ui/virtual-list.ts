import type { LitElement, ReactiveController } from "lit";
import { type IndexRange, type ScrollViewport, VirtualLayout } from "../base/virtual-layout";

// A list of which only the items in and around the viewport are in the DOM:
//
//             ┌ container ──────┐
//             │ (room)          │  padding, or nothing where items are positioned
//   range.from│ item            │┐
//             │ item            ││ overscan
//  ┌ scroller ┼─────────────────┼┘─┐ top
//  │          │ item            │  │ height
//  └──────────┼─────────────────┼┐─┘
//             │ item            ││ overscan
//   range.to  │ (room)          │┘
//             └─────────────────┘  layout.height
//
// The host sets the items of `layout` in willUpdate, and renders those of `range`. After each update the controller
// measures the elements that have their index as `data-index`, sets the styles of the room, and corrects the scroll
// position by what items above the viewport grew; the host renders again until nothing changes.

const OVERSCAN = 400; // px, since the browser scrolls before it fires an event
const MAX_ROUNDS = 30; // of rendering and measuring between two frames
const FIRST_HEIGHT = 800; // px, of the viewport until it is rendered

interface VirtualListOptions {
  /** Selector of the element that scrolls; by default it is the host. */
  readonly scroller?: string;
  /** Selector of the element around the items. */
  readonly container: string;
  /** True if items are absolutely positioned in the container, so that more than the range can be rendered. */
  readonly positioned?: boolean;
}

/**
 * The position of an item in the viewport: `align` px below the upper edge, or by default the nearest position that
 * leaves `above` and `below` px around it visible.
 */
interface ScrollTarget {
  readonly align?: number;
  readonly above?: number;
  readonly below?: number;
}

export class VirtualList implements ReactiveController, ScrollViewport {
  readonly layout = new VirtualLayout();
  range: IndexRange = { from: 0, to: 0 };
  /** The scroll position. */
  top = 0;
  /** False while the list has yet to be rendered again, or to be scrolled to its target. */
  isMeasured = false;
  readonly #host: LitElement;
  readonly #options: VirtualListOptions;
  readonly #sizes = new ResizeObserver(() => this.#resized());
  #scroller: HTMLElement | undefined; // with listeners
  #width = 0;
  #goal: number | (ScrollTarget & { readonly index: number }) | undefined; // a position, until the list is measured
  #scrolls = false; // the scroller has yet to be scrolled to `top`
  #rounds = 0;

  constructor(host: LitElement, options: VirtualListOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** The height of the viewport. */
  get height(): number {
    return this.#scroller?.clientHeight ?? FIRST_HEIGHT;
  }

  scrollTo(top: number): void {
    this.#goal = top;
    this.#follow();
    this.#host.requestUpdate();
  }

  scrollToIndex(index: number, target: ScrollTarget = {}): void {
    this.#goal = { index, ...target };
    this.#follow();
    this.#host.requestUpdate();
  }

  /** Returns the index that a key moves to from another index; undefined for keys that do not move. */
  indexAfter(key: string, index: number): number | undefined {
    const { layout, height } = this;
    switch (key) {
      case "ArrowDown":
        return index + 1;
      case "ArrowUp":
        return index - 1;
      case "PageDown":
        return Math.max(index + 1, layout.at(layout.start(index) + height) - 1);
      case "PageUp":
        return Math.min(index - 1, layout.at(layout.start(index) - height) + 1);
      case "Home":
        return 0;
      case "End":
        return layout.count - 1;
      default:
        return undefined;
    }
  }

  /**
   * Returns the indexes of the items to be rendered: those of the range, and one that always exists, since it is the
   * active descendant; -1 for none.
   */
  indexesWith(active: number): readonly number[] {
    const { from, to } = this.range;
    const indexes = Array.from({ length: to - from }, (_none, at) => from + at);
    if (active >= 0 && active < from) indexes.unshift(active);
    else if (active >= to) indexes.push(active);
    return indexes;
  }

  /** Restores the scroll position, which an element loses when it is removed from the page. */
  hostConnected(): void {
    this.#scrolls = true;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#listen(undefined);
  }

  hostUpdate(): void {
    this.#read();
    this.#follow();
    this.range = this.layout.range(this, OVERSCAN);
  }

  hostUpdated(): void {
    const { renderRoot } = this.#host;
    const { container: inside, scroller: around } = this.#options;
    const container = renderRoot.querySelector<HTMLElement>(inside);
    const scroller = around === undefined ? this.#host : renderRoot.querySelector<HTMLElement>(around);
    this.isMeasured = true;
    if (scroller === null || container === null) return;
    this.#listen(scroller);
    this.#read();
    const items = Array.from(container.querySelectorAll<HTMLElement>("[data-index]"), (element) => ({
      element,
      index: Number(element.dataset.index),
      height: element.getBoundingClientRect().height,
    }));
    this.layout.before =
      container.getBoundingClientRect().top -
      scroller.getBoundingClientRect().top -
      scroller.clientTop +
      scroller.scrollTop;
    const grown = this.layout.measure(items, this.top);
    this.#place(container, items);
    if (scroller.clientHeight === 0) return; // the remaining items wait until they are visible
    if (grown !== undefined && grown !== 0) this.#aim(this.top + grown);
    this.#follow();
    if (this.#scrolls) scroller.scrollTop = this.top;
    this.#scrolls = false;
    this.#read();
    this.isMeasured = (grown === undefined && this.#isCovered) || this.#rounds > MAX_ROUNDS;
    if (this.isMeasured) this.#goal = undefined;
    else {
      if (this.#rounds++ === 0) requestAnimationFrame(() => (this.#rounds = 0));
      this.#host.requestUpdate();
    }
  }

  /** Writes through the CSSOM, since the page's policy allows no style attributes. */
  #place(container: HTMLElement, items: readonly { readonly element: HTMLElement; readonly index: number }[]): void {
    const { layout, range } = this;
    const { before, height } = layout;
    if (this.#options.positioned === true) {
      container.style.height = `${height - before}px`;
      for (const { element, index } of items) element.style.top = `${layout.start(index) - before}px`;
    } else {
      container.style.paddingBlockStart = `${layout.start(range.from) - before}px`;
      container.style.paddingBlockEnd = `${height - layout.start(range.to)}px`;
    }
  }

  #aim(top: number): void {
    if (top === this.top) return;
    this.top = top;
    this.#scrolls = true;
  }

  #follow(): void {
    if (this.#goal === undefined) return;
    if (typeof this.#goal === "number") return this.#aim(this.#goal);
    const { index, align, above = 0, below = 0 } = this.#goal;
    const { layout } = this;
    this.#aim(align === undefined ? layout.nearestTop(index, this, above, below) : layout.start(index) - align);
  }

  /** Reads the scroll position, unless it is about to be set or there is none. */
  #read(): void {
    if (!this.#scrolls && this.#scroller !== undefined && this.height > 0) this.top = this.#scroller.scrollTop;
  }

  /** Reports whether the content of the viewport is rendered, with some overscan. */
  get #isCovered(): boolean {
    const { from, to } = this.layout.range(this, OVERSCAN / 2);
    return from >= this.range.from && to <= this.range.to;
  }

  #listen(scroller: HTMLElement | undefined): void {
    if (scroller === this.#scroller) return;
    this.#scroller?.removeEventListener("scroll", this.#onScroll);
    this.#sizes.disconnect();
    this.#scroller = scroller;
    if (scroller === undefined) return;
    scroller.addEventListener("scroll", this.#onScroll, { passive: true });
    this.#sizes.observe(scroller);
  }

  readonly #onScroll = (): void => {
    this.#read();
    if (!this.#isCovered) this.#host.requestUpdate();
  };

  /** At another width, text wraps differently. */
  #resized(): void {
    const width = this.#scroller?.clientWidth ?? 0;
    if (width !== this.#width) this.layout.forget();
    this.#width = width;
    this.#host.requestUpdate();
  }
}
