import { css } from "lit";
import { RowElement } from "../../rows/row";
import type { ListElement } from "../../list/conversation-list";
import type { Row } from "../../parser/model";
import { places } from "./pattern";

/** Names in the page's highlight registry, which all viewers share. */
const HIT = "unspool-find";
const CURRENT = "unspool-find-current";

// Limits for one row: the rest of it is not marked.
const MAX_TEXT = 2_000_000;
const MAX_RANGES = 2_000;

/** Content of a row that is not part of its text, and is not copied either. */
const SKIPPED = "button:not(.row-button), summary, time, svg, .facts, .took, .number, .actions, .unseen";
/** Text does not continue across the edges of these elements. */
const BLOCKS: ReadonlySet<string> = new Set(
  (
    "ADDRESS ARTICLE BLOCKQUOTE BUTTON DD DETAILS DIV DL DT FIGCAPTION FIGURE H1 H2 H3 H4 H5 H6 HR LI OL P PRE " +
    "SECTION TABLE TBODY TD TH THEAD TR UL"
  ).split(" "),
);

/**
 * Marks search terms in the rendered rows. The CSS Custom Highlight API paints ranges, so that rows are not modified;
 * in browsers without it, rows with matches are marked as a whole.
 */
export class Marks {
  readonly #list: ListElement;
  readonly #observer: MutationObserver;
  readonly #rows = new Map<RowElement, readonly Range[]>();
  readonly #stale = new Set<RowElement>();
  readonly #root: ShadowRoot | undefined;
  #patterns: readonly RegExp[] = [];
  #query: (row: Row) => boolean = () => false;
  #current: Range | undefined;
  #frame = 0;

  constructor(list: ListElement) {
    this.#list = list;
    const root = list.getRootNode();
    this.#root = root instanceof ShadowRoot ? root : undefined;
    const sheet = markStyles.styleSheet;
    if (this.#root !== undefined && sheet !== undefined)
      this.#root.adoptedStyleSheets = [...this.#root.adoptedStyleSheets, sheet];
    this.#observer = new MutationObserver((changes) => this.#changed(changes));
    this.#observer.observe(list, { childList: true, characterData: true, subtree: true });
  }

  /** The list whose rows are marked. */
  get list(): ListElement {
    return this.#list;
  }

  /** Marks these terms in the matching rows. */
  show(patterns: readonly RegExp[], query: (row: Row) => boolean): void {
    this.#patterns = patterns;
    this.#query = query;
    for (const row of this.#list.rowElements) this.#stale.add(row);
    this.#schedule();
  }

  /** Returns the ranges of the terms in the row as it is currently rendered. */
  rangesIn(row: RowElement): readonly Range[] {
    this.#take(this.#observer.takeRecords());
    if (this.#stale.delete(row) || !this.#rows.has(row)) this.#mark(row);
    return this.#rows.get(row) ?? [];
  }

  /** Sets the current match. */
  set current(range: Range | undefined) {
    if (this.#current === range) return;
    if (this.#current !== undefined) highlight(CURRENT)?.delete(this.#current);
    this.#current = range;
    if (range !== undefined) highlight(CURRENT)?.add(range);
    tidy(CURRENT);
  }

  get current(): Range | undefined {
    return this.#current;
  }

  /** Removes all marks. */
  dispose(): void {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    this.current = undefined;
    for (const row of [...this.#rows.keys()]) this.#drop(row);
    tidy(HIT);
    const sheet = markStyles.styleSheet;
    if (this.#root !== undefined)
      this.#root.adoptedStyleSheets = this.#root.adoptedStyleSheets.filter((one) => one !== sheet);
  }

  #changed(changes: readonly MutationRecord[]): void {
    this.#take(changes);
    this.#schedule();
  }

  #take(changes: readonly MutationRecord[]): void {
    for (const { target, addedNodes } of changes) {
      const row = (target instanceof Element ? target : target.parentElement)?.closest("unspool-row");
      if (row instanceof RowElement) this.#stale.add(row);
      else for (const added of addedNodes) if (added instanceof RowElement) this.#stale.add(added);
    }
  }

  #schedule(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      for (const row of [...this.#rows.keys()]) if (!row.isConnected) this.#drop(row);
      for (const row of this.#stale) if (row.isConnected) this.#mark(row);
      this.#stale.clear();
      tidy(HIT);
    });
  }

  #mark(row: RowElement): void {
    const current = this.#current;
    const at = current === undefined ? -1 : (this.#rows.get(row)?.indexOf(current) ?? -1);
    this.#drop(row);
    if (this.#patterns.length === 0 || row.row === undefined || !this.#query(row.row)) return;
    const ranges = rangesOf(row, this.#patterns);
    const moved = ranges[at];
    if (current !== undefined && moved !== undefined) {
      // The content was rendered again, for example when code was highlighted: the match is still there.
      current.setStart(moved.startContainer, moved.startOffset);
      current.setEnd(moved.endContainer, moved.endOffset);
      ranges[at] = current;
    }
    if (ranges.length === 0) return;
    this.#rows.set(row, ranges);
    row.toggleAttribute("data-found", true);
    const all = highlight(HIT);
    for (const range of ranges) all?.add(range);
  }

  #drop(row: RowElement): void {
    const all = highlight(HIT);
    for (const range of this.#rows.get(row) ?? []) all?.delete(range);
    this.#rows.delete(row);
    row.removeAttribute("data-found");
  }
}

/**
 * Returns the highlight with a name, which all viewers on the page share; undefined if the browser does not support it.
 */
function highlight(name: string): Highlight | undefined {
  if (typeof Highlight === "undefined") return undefined;
  const there = CSS.highlights.get(name);
  if (there !== undefined) return there;
  const made = new Highlight();
  made.priority = name === CURRENT ? 1 : 0;
  CSS.highlights.set(name, made);
  return made;
}

/** Without marks, nothing stays in the page's registry. */
function tidy(name: string): void {
  if (typeof Highlight !== "undefined" && CSS.highlights.get(name)?.size === 0) CSS.highlights.delete(name);
}

/** Returns the ranges of terms in the visible content of a row. */
function rangesOf(row: Element, patterns: readonly RegExp[]): Range[] {
  const nodes: Text[] = [];
  const starts: number[] = [];
  let text = "";
  const walk = (parent: Node): void => {
    for (let node = parent.firstChild; node !== null && text.length < MAX_TEXT; node = node.nextSibling) {
      if (node instanceof Text) {
        nodes.push(node);
        starts.push(text.length);
        text += node.data;
      } else if (node instanceof Element && !node.matches(SKIPPED)) {
        const isBlock = BLOCKS.has(node.tagName);
        if (isBlock) text += "\n";
        walk(node);
        if (isBlock) text += "\n";
      }
    }
  };
  walk(row);
  return places(text, patterns, MAX_RANGES).flatMap(({ from, to }) => {
    const [first, last] = [indexAt(starts, from), indexAt(starts, to - 1)];
    const [begin, end] = [nodes[first], nodes[last]];
    if (begin === undefined || end === undefined) return [];
    const range = new Range();
    range.setStart(begin, Math.min(from - (starts[first] ?? 0), begin.length));
    range.setEnd(end, Math.min(to - (starts[last] ?? 0), end.length));
    return [range];
  });
}

/** Returns the index of the last of some ascending numbers that is not greater than one. */
function indexAt(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The styles of the marks are in the viewer's root, like its rows. */
const markStyles = css`
  ::highlight(unspool-find) {
    background-color: var(--u-found);
    color: var(--u-ink);
  }
  ::highlight(unspool-find-current) {
    background-color: var(--u-warn);
    color: var(--u-bg);
  }
  @supports not selector(::highlight(a)) {
    unspool-row[data-found] > .inner {
      box-shadow: -3px 0 var(--u-warn);
    }
  }
`;
