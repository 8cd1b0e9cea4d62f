import type { Row } from "../parser/model";

/** Which row stands where: the names of all rows seen so far, whether they are at hand or not. */
export class RowKeyIndex {
  #names: (string | undefined)[] = [];
  readonly #places = new Map<string, number>();
  #layout = 0;

  /** Changes when rows have other places than before. */
  get layout(): number {
    return this.#layout;
  }

  /** What names the row in this place, and no other: its key, or the place itself while the key is not known. */
  at(index: number): string | number {
    return this.#names[index] ?? index;
  }

  /** The place of a row that was seen before. */
  indexOf(name: string): number {
    return this.#places.get(name) ?? -1;
  }

  /** Rows came below this one, or went. Those below them keep their keys, and with them their heights. */
  move(index: number, more: number): void {
    const below = this.#names.slice(index + 1 + Math.max(0, -more));
    this.#names = this.#names.slice(0, index + 1).concat(new Array<undefined>(Math.max(0, more)), below);
    this.#places.clear();
    this.#names.forEach((name, place) => {
      if (name !== undefined) this.#places.set(name, place);
    });
    this.#layout++;
  }

  /** Rows came and went anywhere. */
  forget(): void {
    this.#names = [];
    this.#places.clear();
    this.#layout++;
  }

  /** There are no more rows than so many. */
  cutTo(total: number): void {
    if (this.#names.length <= total) return;
    for (const name of this.#names.splice(total)) if (name !== undefined) this.#places.delete(name);
    this.#layout++;
  }

  /** Notes rows that follow each other; `isIn` says whether one of them stands in another place for sure, too. */
  learn(from: number, rows: readonly Row[], isIn: (place: number, row: Row) => boolean): void {
    let moved = false;
    const before = rows.map((_row, at) => this.#names[from + at]);
    before.forEach((name, at) => {
      if (name !== undefined && this.#places.get(name) === from + at) this.#places.delete(name);
    });
    rows.forEach((row, at) => {
      const other = this.indexOf(row.key);
      // Should two rows have one key, they are still two.
      const two = isIn(other, row);
      if (other >= 0 && !two) this.#names[other] = undefined;
      const name = two ? `${row.key}~${from + at}` : row.key;
      moved ||= before[at] !== undefined && before[at] !== name;
      this.#names[from + at] = name;
      this.#places.set(name, from + at);
    });
    if (moved) this.#layout++;
  }
}
