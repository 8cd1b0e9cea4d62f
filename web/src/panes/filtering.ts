import { onChange } from "../base/signals";
import type { ReadonlySignal } from "@preact/signals-core";
import type { ListElement } from "../list/conversation-list";
import type { ParserApi } from "../parser/protocol";
import type { RowContext } from "../rows/context";
import { type Filter, chips, everything, isEverything, isSame, readFilter, writeFilter } from "../session/filter";
import type { ViewState } from "../session/view-state";
import { ignoreParserGone } from "../parser/parser-gone";

const MAX_UNDONE = 50;

/** The session that is filtered. */
export interface Filtered {
  readonly api: ParserApi;
  readonly context: RowContext;
  readonly session: number;
  readonly look: ViewState;
  readonly viewState: ReadonlySignal<ViewState>;
  readonly viewer: { readonly list: () => ListElement | undefined };
  change(change: ViewState): void;
  readonly dataVersion: { value: number };
}

/**
 * The filter of one session: it stands in what the reader looks at, and is kept to by
 * the parser, which gives out the rows that are left.
 */
export class Filtering {
  readonly #controller: Filtered;
  readonly #before: Filter[] = [];
  #applied = everything;
  #applying: Promise<void> = Promise.resolve();

  constructor(controller: Filtered) {
    this.#controller = controller;
    onChange(controller.viewState, () => void (this.#applying = this.#applying.then(() => this.#apply())));
  }

  get filter(): Filter {
    return readFilter(this.#controller.look);
  }

  /** Whether something is left out. */
  get on(): boolean {
    return !isEverything(this.filter);
  }

  /** How many filters are on. */
  get count(): number {
    return chips(this.filter).length;
  }

  /** Resolves when the rows are as the filter wants them. */
  get settled(): Promise<void> {
    return this.#applying;
  }

  get undoable(): boolean {
    return this.#before.length > 0;
  }

  change(filter: Filter): void {
    const before = this.filter;
    if (isSame(before, filter)) return;
    this.#before.push(before);
    if (this.#before.length > MAX_UNDONE) this.#before.shift();
    this.#controller.change(writeFilter(filter));
  }

  /** Takes the last change back. */
  undo(): boolean {
    const before = this.#before.pop();
    if (before !== undefined) this.#controller.change(writeFilter(before));
    return before !== undefined;
  }

  /** Shows everything again. */
  clear(): void {
    this.change(everything);
  }

  /**
   * Has the parser keep to the filter. The row that is read stays where it is, or the nearest that is left takes its
   * place.
   */
  async #apply(): Promise<void> {
    const { filter } = this;
    if (isSame(filter, this.#applied)) return;
    this.#applied = filter;
    const { context, session, api, viewer } = this.#controller;
    const { conversation } = context;
    const list = viewer.list()?.context === context ? viewer.list() : undefined;
    const read = list?.readIndex() ?? -1;
    const key = conversation.row(read)?.key ?? "";
    const row = list?.querySelector(`unspool-row[data-index="${read}"]`);
    const focused = list?.contains(list.focused) === true;
    const stand = row && list ? row.getBoundingClientRect().top - list.getBoundingClientRect().top : 0;
    const { show, hide, agent } = writeFilter(filter);
    const filtered = await ignoreParserGone(api.query("filter", { session, show, hide, agent, key }));
    if (filtered === undefined) return;
    const at = filtered.row;
    if (at === null || key === "") conversation.refresh();
    else {
      await conversation.rearranged(at);
      const same = conversation.row(at)?.key === key;
      // The list may show another session by now.
      const here = (): boolean => list?.context === context;
      // What takes the place of a row that is read begins in sight.
      if (here()) await list?.restoreScroll(at, same ? -stand : Math.min(-stand, 0));
      if (focused && here()) await list?.goTo(at, "still");
    }
    this.#controller.dataVersion.value++;
  }
}
