import type { ListElement } from "../../element/list";
import type { Viewer } from "../desk";

/** So near to its end, in px, a list counts as being there. */
const NEAR = 24;
/** Rows that were measured make others come into sight: so often the end is gone to. */
const ROUNDS = 3;

/** The rows that came while a reader was elsewhere. One who is at the end stays there. */
export class FreshRows {
  readonly #viewer: Viewer;
  #session: number | undefined;
  #from = 0; // the first of them
  #count = 0;
  #unsubscribe: () => void = () => undefined;

  constructor(viewer: Viewer) {
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
    const stays = isAtEnd(list);
    await grow();
    await list.settled();
    if (this.#viewer.shown() !== context || conversation.total <= before) return;
    if (stays) {
      for (let round = 0; round < ROUNDS; round++) {
        list.scrollTop = list.scrollHeight;
        await list.settled();
      }
      return;
    }
    if (this.count === 0) this.#from = before;
    this.#session = conversation.session;
    this.#count = conversation.total - this.#from;
    this.#follow(list);
    this.#viewer.update();
  }

  /** To the first of them. */
  async go(): Promise<void> {
    const from = this.#from;
    this.clear();
    await this.#viewer.list()?.goTo(from);
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

function isAtEnd(list: HTMLElement): boolean {
  return list.scrollTop + list.clientHeight >= list.scrollHeight - NEAR;
}
