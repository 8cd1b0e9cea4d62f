import assert from "node:assert/strict";
import { test } from "node:test";
import { effort } from "./effort";
import { FenwickTree } from "./fenwick-tree";

/** The simple implementation to compare with. */
function slow(sizes: readonly number[]) {
  const start = (index: number) => sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
  const at = (offset: number) => {
    for (let index = 0; index < sizes.length; index++) if (start(index + 1) > offset) return index;
    return Math.max(0, sizes.length - 1);
  };
  return { start, at };
}

test("offsets equal plain sums, also after changes", () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  for (const count of [0, 1, 2, 3, 7, 8, 9, 64, 100, 257]) {
    const sizes = Array.from({ length: count }, () => (random(5) === 0 ? 0 : random(90)));
    const offsets = new FenwickTree(count, (index) => sizes[index] ?? 0);
    for (let round = 0; round < 40; round++) {
      const plain = slow(sizes);
      assert.equal(offsets.total, plain.start(count));
      for (let index = 0; index <= count; index++) assert.equal(offsets.start(index), plain.start(index));
      for (const offset of [-5, 0, 1, random(4000), offsets.total - 1, offsets.total, offsets.total + 50]) {
        assert.equal(offsets.at(offset), plain.at(offset), `row at ${offset} of ${sizes.join(" ")}`);
      }
      if (count === 0) break;
      const changed = random(count);
      sizes[changed] = random(3) === 0 ? 0 : random(200);
      offsets.resize(changed, sizes[changed] ?? 0);
      assert.equal(offsets.size(changed), sizes[changed]);
    }
  }
});

test("a row that does not exist changes nothing", () => {
  const offsets = new FenwickTree(3, () => 10);
  offsets.resize(-1, 5);
  offsets.resize(3, 5);
  assert.equal(offsets.total, 30);
});

test("a hundred thousand rows are quick", () => {
  const offsets = new FenwickTree(100_000, () => 44);
  const time = effort(() => {
    for (let index = 0; index < 100_000; index++) {
      offsets.resize(index, 40 + (index % 9));
      offsets.at(offsets.start(index));
    }
  });
  assert.ok(time < 1_000, `${Math.round(time)} ms`);
});
