/** A viewer that can let its parser go, and read again when it is wanted. */
export interface Suspendable {
  /** Whether nothing is lost by it: it is out of sight, and has read all. */
  readonly idle: boolean;
  /** Whether a reader has done something in it. */
  readonly touched: boolean;
  sleep(): void;
}

/** So many viewers of a page keep their parsers, each of some 20 MB, while they are idle. */
const MAX_IDLE = 3;

/** The viewers of one page that hold a parser, those last in sight last. */
class ParserBudget {
  readonly #all = new Set<Suspendable>();

  add(viewer: Suspendable): void {
    this.#all.delete(viewer);
    this.#all.add(viewer);
    this.settle();
  }

  delete(viewer: Suspendable): void {
    this.#all.delete(viewer);
  }

  /**
   * Sends those to sleep that are too many: first those that nobody touched, then those that were in sight long ago.
   */
  settle(): void {
    const idle = [...this.#all].filter((one) => one.idle);
    idle.sort((a, b) => Number(a.touched) - Number(b.touched));
    for (const one of idle.slice(0, Math.max(0, idle.length - MAX_IDLE))) one.sleep();
  }
}

/** All viewers of a page share its memory, which is why this belongs to none of them. */
export const parserBudget = new ParserBudget();
