import type { Entry, Row } from "../../parser/model";
import type { SessionController } from "../session-controller";
import { ignoreParserLoss } from "../../parser/parser-loss";

/** Determines the outline entry of the current row. */
export class Where {
  #current = -1;
  #awaited: SessionController | undefined; // the current row, which is being loaded

  /** The current entry, -1 for none. */
  get current(): number {
    return this.#current;
  }

  clear(): void {
    this.#current = -1;
    this.#awaited = undefined;
  }

  /**
   * Updates the current entry, and returns whether it changed. Calls back when rows that it waited for have arrived.
   */
  look(entries: readonly Entry[], controller: SessionController, arrived: () => void): boolean {
    if (controller.currentRow === undefined) void this.#await(controller, arrived);
    const before = this.#current;
    this.#current = entryOf(entries, controller, before);
    return this.#current !== before;
  }

  /** After scrolling far, the rows are not loaded yet. */
  async #await(controller: SessionController, arrived: () => void): Promise<void> {
    const at = controller.viewer.list()?.visibleCurrentIndex() ?? -1;
    if (this.#awaited !== undefined || at < 0) return;
    this.#awaited = controller;
    await ignoreParserLoss(controller.context.conversation.ensure(at, at));
    if (this.#awaited !== controller) return; // another session is shown
    this.#awaited = undefined;
    if (controller.currentRow !== undefined) arrived();
  }
}

/** The number of rows that are searched for the attempt that contains the current row. */
const MAX_LOOKED = 400;

/**
 * Returns the entry of the current row: a turn, event, attempt or agent. If that is unknown, it does not
 * change.
 */
function entryOf(entries: readonly Entry[], controller: SessionController, before: number): number {
  const row = controller.currentRow;
  if (row === undefined) return before;
  if (row.depth > 0 && row.agent !== "") {
    // An agent that was resumed has several entries.
    if (entries[before]?.agent === row.agent) return before;
    return entries.findIndex(({ agent }) => agent === row.agent);
  }
  const turn = turnAt(entries, row.turn);
  if (!row.branch || row.depth > 0) return turn;
  const key = attemptAround(row, controller);
  const attempt = entries.findIndex((entry) => entry.kind === "attempt" && entry.key === key);
  return attempt < 0 ? turn : attempt;
}

function isTurn(entry: Entry | undefined): boolean {
  return entry?.kind === "turn" || entry?.kind === "event";
}

/** Entries are in the order of their turns. Rows before the first turn belong to that one. */
function turnAt(entries: readonly Entry[], turn: number): number {
  if (turn === 0) return entries.findIndex(isTurn);
  let from = 0;
  let to = entries.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const entry = entries[middle];
    if (entry !== undefined && (entry.turn < turn || (entry.turn === 0 && entry.kind !== "rest"))) from = middle + 1;
    else to = middle;
  }
  for (let at = from; at < entries.length && entries[at]?.turn === turn; at++) if (isTurn(entries[at])) return at;
  return -1;
}

/** Returns the key of the attempt that contains a row. */
function attemptAround(row: Row, { context: { conversation } }: SessionController): string {
  const from = conversation.indexOf(row.key);
  for (let at = from; at >= Math.max(0, from - MAX_LOOKED); at--) {
    const above = conversation.row(at);
    if (above?.kind !== "attempts" && above?.kind !== "branch") continue;
    const open = above.fold.alternatives?.find((one) => one.open);
    if (open !== undefined) return open.key;
  }
  return "";
}
