/**
 * The heights of a list's rows and their offsets: a Fenwick tree, so that changing a height and looking up an offset
 * take logarithmic time.
 */
export class FenwickTree {
  readonly #sizes: Float64Array;
  readonly #sums: Float64Array; // sums[i] covers the lowest set bit of i rows that end with row i - 1

  constructor(count: number, sizeOf: (index: number) => number) {
    this.#sizes = new Float64Array(count);
    this.#sums = new Float64Array(count + 1);
    for (let index = 0; index < count; index++) {
      const size = sizeOf(index);
      this.#sizes[index] = size;
      const at = index + 1;
      this.#add(at, size);
      const next = at + (at & -at);
      if (next <= count) this.#add(next, this.#sum(at));
    }
  }

  get count(): number {
    return this.#sizes.length;
  }

  /** The sum of all sizes. */
  get total(): number {
    return this.start(this.count);
  }

  size(index: number): number {
    return this.#sizes[index] ?? 0;
  }

  resize(index: number, size: number): void {
    const more = size - this.size(index);
    if (more === 0 || index < 0 || index >= this.count) return;
    this.#sizes[index] = size;
    for (let at = index + 1; at <= this.count; at += at & -at) this.#add(at, more);
  }

  /** Returns the sum of the sizes before an index. */
  start(index: number): number {
    let sum = 0;
    for (let at = Math.min(Math.max(index, 0), this.count); at > 0; at -= at & -at) sum += this.#sum(at);
    return sum;
  }

  /** Returns the row at an offset; before the start or after the end, the first or the last row. */
  at(offset: number): number {
    let index = 0;
    let left = offset;
    for (let step = 2 ** Math.floor(Math.log2(Math.max(this.count, 1))); step >= 1; step /= 2) {
      const next = index + step;
      if (next > this.count || this.#sum(next) > left) continue;
      index = next;
      left -= this.#sum(next);
    }
    return Math.max(0, Math.min(index, this.count - 1));
  }

  #sum(at: number): number {
    return this.#sums[at] ?? 0;
  }

  #add(at: number, more: number): void {
    this.#sums[at] = this.#sum(at) + more;
  }
}
