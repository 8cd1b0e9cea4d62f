import type { Row } from "../parser/model";

/** Maps rows to indexes and back: the names of all rows seen so far, loaded or not. */
export class RowKeyIndex {
  #names: (string | undefined)[] = [];
  readonly #indexes = new Map<string, number>();
  #layout = 0;

  /** Changes when rows move to other indexes. */
  get layout(): number {
    return this.#layout;
  }

  /** Returns the unique name of the row at an index: its key, or the index itself while the key is unknown. */
  at(index: number): string | number {
    return this.#names[index] ?? index;
  }

  /** Returns the index of a row that was seen before, or -1. */
  indexOf(name: string): number {
    return this.#indexes.get(name) ?? -1;
  }

  /**
   * Moves the rows below this one, after rows were added or removed there. They keep their keys, and so their heights.
   */
  shift(index: number, more: number): void {
    const below = this.#names.slice(index + 1 + Math.max(0, -more));
    this.#names = this.#names.slice(0, index + 1).concat(new Array<undefined>(Math.max(0, more)), below);
    this.#indexes.clear();
    this.#names.forEach((name, place) => {
      if (name !== undefined) this.#indexes.set(name, place);
    });
    this.#layout++;
  }

  /** Forgets all names, after rows were added or removed anywhere. */
  clear(): void {
    this.#names = [];
    this.#indexes.clear();
    this.#layout++;
  }

  /** Forgets rows from `total` on. */
  truncate(total: number): void {
    if (this.#names.length <= total) return;
    for (const name of this.#names.splice(total)) if (name !== undefined) this.#indexes.delete(name);
    this.#layout++;
  }

  /** Stores the names of consecutive rows. `isIn` reports whether a row is certainly at another index, too. */
  setRows(from: number, rows: readonly Row[], isIn: (place: number, row: Row) => boolean): void {
    let moved = false;
    const before = rows.map((_row, at) => this.#names[from + at]);
    before.forEach((name, at) => {
      if (name !== undefined && this.#indexes.get(name) === from + at) this.#indexes.delete(name);
    });
    rows.forEach((row, at) => {
      const other = this.indexOf(row.key);
      // Two rows that share a key are still two rows.
      const two = isIn(other, row);
      if (other >= 0 && !two) this.#names[other] = undefined;
      const name = two ? `${row.key}~${from + at}` : row.key;
      moved ||= before[at] !== undefined && before[at] !== name;
      this.#names[from + at] = name;
      this.#indexes.set(name, from + at);
    });
    if (moved) this.#layout++;
  }
}
