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
// The host arranges `layout` in willUpdate, renders the items of `range`, and gives each element its index as
// `data-index`. After each update the controller measures these elements, sets the styles of the room and corrects
// the scroll position by what items above the viewport grew; the host renders again until nothing changes.

const OVERSCAN = 400; // px, since the browser scrolls before it fires an event
const MAX_ROUNDS = 30; // of rendering and measuring between two frames
const FIRST_HEIGHT = 800; // px, of the viewport until it is rendered

interface VirtualListOptions {
  /** Selector of the element that scrolls; by default it is the host. */
  readonly scroller?: string;
  /** Selector of the element around the items. */
  readonly container: string;
  /** Whether items have heights of their own; if not, the estimates are exact. */
  readonly measured?: boolean;
  /** Whether items are absolutely positioned in the container, so that others than those of the range can be shown. */
  readonly positioned?: boolean;
}

/** Where to scroll an item: to `align` px below the upper edge, or the nearest position with so many px around it. */
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
  /** Whether the list is rendered and scrolled as was asked for. */
  settled = false;
  readonly #host: LitElement;
  readonly #options: VirtualListOptions;
  readonly #sizes = new ResizeObserver(() => this.#resized());
  #scroller: HTMLElement | undefined; // that is listened to
  #width = 0;
  #goal: (ScrollTarget & { readonly index: number }) | undefined; // until the list is settled
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
    this.#goal = undefined;
    this.#aim(top);
    this.#host.requestUpdate();
  }

  scrollToIndex(index: number, target: ScrollTarget = {}): void {
    this.#goal = { index, ...target };
    this.#follow();
    this.#host.requestUpdate();
  }

  /** An element that was out of the page has lost its scroll position. */
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
    const { scroller: selector, container: inside, measured = false } = this.#options;
    const scroller = selector === undefined ? this.#host : renderRoot.querySelector<HTMLElement>(selector);
    const container = renderRoot.querySelector<HTMLElement>(inside);
    this.#listen(scroller ?? undefined);
    this.settled = true;
    if (scroller === null || container === null) return;
    this.#read();
    const items = Array.from(container.querySelectorAll<HTMLElement>("[data-index]"), (element) => ({
      element,
      index: Number(element.dataset.index),
      height: measured ? this.#heightOf(element) : 0,
    }));
    this.layout.before =
      container.getBoundingClientRect().top -
      scroller.getBoundingClientRect().top -
      scroller.clientTop +
      scroller.scrollTop;
    const grown = measured ? this.layout.measure(items, this.top) : undefined;
    this.#place(container, items);
    if (scroller.clientHeight === 0) return; // the rest waits until it is visible
    if (grown !== undefined && grown !== 0) this.#aim(this.top + grown);
    this.#follow();
    if (this.#scrolls) scroller.scrollTop = this.top;
    this.#scrolls = false;
    this.#read();
    if (this.#rounds === 0) requestAnimationFrame(() => (this.#rounds = 0));
    this.settled = (grown === undefined && this.#isCovered) || ++this.#rounds > MAX_ROUNDS;
    if (this.settled) this.#goal = undefined;
    else this.#host.requestUpdate();
  }

  /** Writes through the CSSOM, since the policy of the page allows no style attributes. */
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

  /** Positioned items have whole pixels, so that their text is sharp. */
  #heightOf(element: HTMLElement): number {
    return this.#options.positioned === true ? element.offsetHeight : element.getBoundingClientRect().height;
  }

  #aim(top: number): void {
    if (top === this.top) return;
    this.top = top;
    this.#scrolls = true;
  }

  #follow(): void {
    if (this.#goal === undefined) return;
    const { index, align, above = 0, below = 0 } = this.#goal;
    const { layout } = this;
    this.#aim(align === undefined ? layout.nearestTop(index, this, above, below) : layout.start(index) - align);
  }

  /** Reads the scroll position, unless it is about to be set or there is none. */
  #read(): void {
    if (!this.#scrolls && this.#scroller !== undefined && this.height > 0) this.top = this.#scroller.scrollTop;
  }

  /** Reports whether what is in the viewport is rendered, and something around it. */
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

  /** In another width, text breaks elsewhere. */
  #resized(): void {
    const width = this.#scroller?.clientWidth ?? 0;
    if (width !== this.#width) this.layout.forget();
    this.#width = width;
    this.#host.requestUpdate();
  }
}
