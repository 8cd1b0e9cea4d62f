import type { Entry, Row } from "../../parser/model";
import type { SessionController } from "../session-controller";
import { ignoreParserGone } from "../../parser/parser-gone";

/** Tells what is read, as an entry of the outline. */
export class Where {
  #current = -1;
  #awaited: SessionController | undefined; // whose row that is read is on its way

  /** The entry that is read, -1 for none. */
  get current(): number {
    return this.#current;
  }

  clear(): void {
    this.#current = -1;
    this.#awaited = undefined;
  }

  /** Looks where that is now, and says whether it is another one. Calls back when rows have come that it waited for. */
  look(entries: readonly Entry[], controller: SessionController, arrived: () => void): boolean {
    if (controller.currentRow === undefined) void this.#await(controller, arrived);
    const before = this.#current;
    this.#current = entryOf(entries, controller, before);
    return this.#current !== before;
  }

  /** Rows that were scrolled to far away are still on their way. */
  async #await(controller: SessionController, arrived: () => void): Promise<void> {
    const at = controller.viewer.list()?.readIndex() ?? -1;
    if (this.#awaited !== undefined || at < 0) return;
    this.#awaited = controller;
    await ignoreParserGone(controller.context.conversation.ensure(at, at));
    if (this.#awaited !== controller) return; // another session is shown
    this.#awaited = undefined;
    if (controller.currentRow !== undefined) arrived();
  }
}

/** Rows that are looked at for the attempt in whose midst one stands. */
const MAX_LOOKED = 400;

/** The entry of what is read: a turn, an event, an attempt or an agent. It stays where that cannot be told. */
function entryOf(entries: readonly Entry[], controller: SessionController, before: number): number {
  const row = controller.currentRow;
  if (row === undefined) return before;
  if (row.depth > 0 && row.agent !== "") {
    // An agent that went on has several entries.
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

/** Entries stand in the order of their turns. What stands before the first goes with it. */
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

/** The key of the attempt that a row stands in. */
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
