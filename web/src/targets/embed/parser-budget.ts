/** A viewer that can release its parser, and read again when necessary. */
export interface Suspendable {
  /** Whether suspending it loses nothing: it is out of view and has read everything. */
  readonly idle: boolean;
  /** Whether the user has interacted with it. */
  readonly hasInteraction: boolean;
  suspend(): void;
}

/** Idle viewers of a page that keep their parsers, each of about 20 MB. */
const MAX_IDLE = 3;

/** The viewers of one page that have a parser, the most recently visible ones last. */
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

  /** Suspends surplus idle viewers: first those without user interaction, then those not visible for longest. */
  settle(): void {
    const idle = [...this.#all].filter((viewer) => viewer.idle);
    idle.sort((a, b) => Number(a.hasInteraction) - Number(b.hasInteraction));
    for (const viewer of idle.slice(0, Math.max(0, idle.length - MAX_IDLE))) viewer.suspend();
  }
}

/** All viewers of a page share its memory, so this does not belong to any of them. */
export const parserBudget = new ParserBudget();
