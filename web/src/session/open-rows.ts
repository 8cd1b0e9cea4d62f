import type { Row } from "../parser/model";

/** Which rows of a conversation are open. */
export class OpenRows {
  readonly #rows = new Map<string, boolean>(); // opened or closed one by one, by key
  #all = false;
  #tools = false;
  #thinking = false;

  isOpen(row: Row): boolean {
    return (
      this.#rows.get(row.key) ??
      (row.kind === "thinking"
        ? this.#thinking
        : (this.#all || (this.#tools && row.kind === "tool")) && opensByItself(row))
    );
  }

  set(row: Row, open: boolean): void {
    this.#rows.set(row.key, open);
  }

  /** Opens or closes everything. */
  setAll(open: boolean): void {
    this.#rows.clear();
    this.#all = open;
    this.#tools = false;
    this.#thinking = open;
  }

  /** Opens all tool calls and closes everything else. */
  openTools(): void {
    this.setAll(false);
    this.#tools = true;
  }

  get all(): boolean {
    return this.#all;
  }

  get thinking(): boolean {
    return this.#thinking;
  }

  /** Opens or closes all thinking. `isThinking` reports whether a row with a key is thinking. */
  setThinking(open: boolean, isThinking: (key: string) => boolean): void {
    for (const key of [...this.#rows.keys()]) if (isThinking(key)) this.#rows.delete(key);
    this.#thinking = open;
  }
}

/** Reports whether "open all" opens a row. Agents and branches add rows of their own and stay as they are. */
function opensByItself(row: Row): boolean {
  switch (row.kind) {
    case "tool":
      return row.run === null;
    case "compaction":
    case "background":
    case "unknown":
    case "error":
    case "note":
    case "output":
      return true;
    default:
      return false;
  }
}
