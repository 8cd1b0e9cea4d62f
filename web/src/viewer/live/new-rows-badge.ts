import type { RowStore } from "../../session/row-store";
import type { ListElement } from "../../list/conversation-list";
import type { ViewerHost } from "../../panes/session-controller";
import { ignoreParserGone } from "../../parser/parser-gone";

/** So near to its end, in px, a list counts as being there. */
const NEAR = 24;
/** Rows that were measured make others come into sight: so often the end is gone to. */
const ROUNDS = 3;
/** Rows that can come before one that is looked for again. */
const MOVED = 100;

/** The rows that came while a reader was elsewhere. One who is at the end stays there. */
export class FreshRows {
  readonly #viewer: ViewerHost;
  #session: number | undefined;
  #first = ""; // the key of the first of them: rows before it come and go
  #count = 0;
  #unsubscribe: () => void = () => undefined;

  constructor(viewer: ViewerHost) {
    this.#viewer = viewer;
  }

  stop(): void {
    this.clear();
  }

  /** How many there are, below what is in sight. */
  get count(): number {
    return this.#viewer.shown()?.conversation.session === this.#session ? this.#count : 0;
  }

  /** Has rows come in, and sees where the reader is. */
  async around(grow: () => Promise<void>): Promise<void> {
    const context = this.#viewer.shown();
    const list = this.#viewer.list();
    if (context === undefined || list === undefined) return grow();
    const { conversation } = context;
    const before = conversation.total;
    const isPinned = isAtEnd(list);
    const last = isPinned ? before - 1 : await nameOf(conversation, before - 1);
    await grow();
    await list.settled();
    if (this.#viewer.shown() !== context || conversation.total <= before) return;
    if (isPinned) {
      for (let round = 0; round < ROUNDS; round++) {
        list.scrollTop = list.scrollHeight;
        await list.settled();
      }
      return;
    }
    const from = (await placeOf(conversation, last, before - 1)) + 1;
    await conversation.ensure(from, from);
    const fresh = conversation.total - from;
    if (fresh <= 0 || this.#viewer.shown() !== context) return;
    if (this.count > 0) this.#count += fresh;
    else [this.#first, this.#count] = [conversation.row(from)?.key ?? "", fresh];
    this.#session = conversation.session;
    this.#follow(list);
    this.#viewer.update();
  }

  /** To the first of them, or to the end where that is filtered out by now. */
  async go(): Promise<void> {
    const first = this.#first;
    this.clear();
    const there = await ignoreParserGone(this.#viewer.goTo(first));
    if (!there) await this.#viewer.list()?.edge(true);
  }

  clear(): void {
    this.#unsubscribe();
    this.#unsubscribe = () => undefined;
    if (this.#count === 0) return;
    this.#count = 0;
    this.#viewer.update();
  }

  /** They are not new any more once the reader has come to the end. */
  #follow(list: ListElement): void {
    this.#unsubscribe();
    const look = (): void => {
      if (isAtEnd(list)) this.clear();
    };
    list.addEventListener("scroll", look, { passive: true });
    this.#unsubscribe = () => list.removeEventListener("scroll", look);
  }
}

/** What names the row in a place, which is asked for if need be. */
async function nameOf(conversation: RowStore, index: number): Promise<string | number> {
  await conversation.ensure(index, index);
  return conversation.keyAt(index);
}

/** Where a row stands now that stood in this place, or that place, where it is not found again. */
async function placeOf(conversation: RowStore, name: string | number, index: number): Promise<number> {
  await conversation.ensure(index, index + MOVED);
  const place = typeof name === "string" ? conversation.indexOf(name) : index;
  return place < 0 ? index : place;
}

function isAtEnd(list: HTMLElement): boolean {
  return list.scrollTop + list.clientHeight >= list.scrollHeight - NEAR;
}
