import type { RowStore } from "../../session/row-store";
import type { ListElement } from "../../list/conversation-list";
import type { PaneViewer } from "../../panes/session-controller";
import { ignoreParserLoss } from "../../parser/parser-loss";

/** A list this close to its end, in px, counts as being there. */
const END_DISTANCE = 24;
/** Scrolling to the end is repeated so many times, since measuring rows makes others visible. */
const ROUNDS = 3;
/** Rows that may be inserted before a row that is looked up again. */
const ROWS_SEARCHED = 100;

/** The parts of the viewer that FreshRows uses. */
export interface FreshRowsViewer extends Pick<PaneViewer, "shown" | "list" | "goTo"> {
  requestUpdate(): void;
}

/** Counts the rows that arrived below the visible ones. A list at its end stays at the end. */
export class FreshRows {
  readonly #viewer: FreshRowsViewer;
  #session: number | undefined;
  #first = ""; // the key of the first new row, since rows before it come and go
  #count = 0;
  #unsubscribe: () => void = () => undefined;

  constructor(viewer: FreshRowsViewer) {
    this.#viewer = viewer;
  }

  /** The number of new rows below the visible ones. */
  get count(): number {
    return this.#viewer.shown?.conversation.session === this.#session ? this.#count : 0;
  }

  /** Lets rows arrive, and keeps or notes the scroll position. */
  async whileGrowing(grow: () => Promise<void>): Promise<void> {
    const context = this.#viewer.shown;
    const list = this.#viewer.list();
    if (context === undefined || list === undefined) return grow();
    const { conversation } = context;
    const before = conversation.total;
    const isPinned = isAtEnd(list);
    const end = isPinned ? before - 1 : await lastInOrder(conversation);
    const last = isPinned ? end : await nameOf(conversation, end);
    await grow();
    await list.whenRendered();
    if (this.#viewer.shown !== context || conversation.total <= before) return;
    if (isPinned) {
      for (let round = 0; round < ROUNDS; round++) {
        list.scrollTop = list.scrollHeight;
        await list.whenRendered();
      }
      return;
    }
    const from = (await indexOf(conversation, last, end)) + 1;
    await conversation.ensure(from, from);
    const fresh = conversation.total - from - (before - 1 - end);
    if (fresh <= 0 || this.#viewer.shown !== context) return;
    if (this.count > 0) this.#count += fresh;
    else [this.#first, this.#count] = [conversation.row(from)?.key ?? "", fresh];
    this.#session = conversation.session;
    this.#clearAtEnd(list);
    this.#viewer.requestUpdate();
  }

  /** Goes to the first new row, or to the end if that row is filtered out by now. */
  async go(): Promise<void> {
    const first = this.#first;
    this.clear();
    const there = await ignoreParserLoss(this.#viewer.goTo(first));
    if (!there) await this.#viewer.list()?.edge(true);
  }

  clear(): void {
    this.#unsubscribe();
    this.#unsubscribe = () => undefined;
    if (this.#count === 0) return;
    this.#count = 0;
    this.#viewer.requestUpdate();
  }

  /** Rows are no longer new once the user has scrolled to the end. */
  #clearAtEnd(list: ListElement): void {
    this.#unsubscribe();
    const look = (): void => {
      if (isAtEnd(list)) this.clear();
    };
    list.addEventListener("scroll", look, { passive: true });
    this.#unsubscribe = () => list.removeEventListener("scroll", look);
  }
}

/** Returns the index of the last row, other than the background records of the last turn: new rows come before them. */
async function lastInOrder(conversation: RowStore): Promise<number> {
  for (let at = conversation.total - 1; at > 0; at--) {
    await conversation.ensure(at, at);
    const row = conversation.row(at);
    if (row?.kind !== "background-fold" && (row?.kind !== "background" || !row.inside)) return at;
  }
  return 0;
}

/** Returns the name of a row, fetching the row if necessary. */
async function nameOf(conversation: RowStore, index: number): Promise<string | number> {
  await conversation.ensure(index, index);
  return conversation.nameAt(index);
}

/** Returns the current index of a row that was at `index`, or `index` if it is not found. */
async function indexOf(conversation: RowStore, name: string | number, index: number): Promise<number> {
  await conversation.ensure(index, index + ROWS_SEARCHED);
  const place = typeof name === "string" ? conversation.indexOf(name) : index;
  return place < 0 ? index : place;
}

function isAtEnd(list: HTMLElement): boolean {
  return list.scrollTop + list.clientHeight >= list.scrollHeight - END_DISTANCE;
}
