import { onChange } from "../base/signals";
import type { ReadonlySignal } from "@preact/signals-core";
import type { ListElement } from "../list/conversation-list";
import type { ParserApi } from "../parser/protocol";
import type { RowContext } from "../rows/context";
import { type Filter, chips, everything, isEverything, isSame, readFilter, writeFilter } from "../session/filter";
import type { ViewState } from "../session/view-state";
import { ignoreParserLoss, reportUnlessParserLoss } from "../parser/parser-loss";

const MAX_UNDONE = 50;

/** The session that is filtered. */
export interface Filtered {
  readonly api: ParserApi;
  readonly context: RowContext;
  readonly session: number;
  readonly state: ViewState;
  readonly viewState: ReadonlySignal<ViewState>;
  readonly viewer: { readonly list: () => ListElement | undefined };
  changeState(change: ViewState): void;
  readonly dataVersion: { value: number };
}

/** The filter of one session. It is stored in the view state; the parser applies it and returns the remaining rows. */
export class Filtering {
  readonly #controller: Filtered;
  readonly #before: Filter[] = [];
  #applied = everything;
  #applying: Promise<void> = Promise.resolve();

  constructor(controller: Filtered) {
    this.#controller = controller;
    onChange(
      controller.viewState,
      () => void (this.#applying = this.#applying.then(() => this.#apply()).catch(reportUnlessParserLoss)),
      controller.context.signal,
    );
  }

  get filter(): Filter {
    return readFilter(this.#controller.state);
  }

  /** Whether rows are filtered out. */
  get on(): boolean {
    return !isEverything(this.filter);
  }

  /** The number of active filters. */
  get count(): number {
    return chips(this.filter).length;
  }

  /** Resolves when the rows match the filter. */
  get whenApplied(): Promise<void> {
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
    this.#controller.changeState(writeFilter(filter));
  }

  /** Reverts the last change; returns false if there is none. */
  undo(): boolean {
    const before = this.#before.pop();
    if (before !== undefined) this.#controller.changeState(writeFilter(before));
    return before !== undefined;
  }

  /** Shows everything again. */
  clear(): void {
    this.change(everything);
  }

  /** Sends the filter to the parser. The current row stays where it is, or the nearest remaining row replaces it. */
  async #apply(): Promise<void> {
    const { filter } = this;
    if (isSame(filter, this.#applied)) return;
    const before = this.#applied;
    this.#applied = filter;
    const { context, session, api, viewer } = this.#controller;
    const { conversation } = context;
    const list = viewer.list()?.context === context ? viewer.list() : undefined;
    const read = list?.visibleCurrentIndex() ?? -1;
    const key = conversation.row(read)?.key ?? "";
    const row = list?.querySelector(`unspool-row[data-index="${read}"]`);
    const focused = list?.contains(list.focused) === true;
    const stand = row && list ? row.getBoundingClientRect().top - list.getBoundingClientRect().top : 0;
    const { show, hide, agent } = writeFilter(filter);
    const filtered = await ignoreParserLoss(api.query("filter", { session, show, hide, agent, key }));
    if (filtered === undefined) {
      if (this.#applied === filter) this.#applied = before; // it failed, and can be tried again
      return;
    }
    const at = filtered.row;
    if (at === null || key === "") conversation.refresh();
    else {
      await conversation.reloadAround(at);
      const same = conversation.row(at)?.key === key;
      // The list may show another session by now.
      const here = (): boolean => list?.context === context;
      // A row that replaces the current one is fully visible at its top.
      if (here()) await list?.restoreScroll(at, same ? -stand : Math.min(-stand, 0));
      if (focused && here()) await list?.goTo(at, "still");
    }
    this.#controller.dataVersion.value++;
  }
}
