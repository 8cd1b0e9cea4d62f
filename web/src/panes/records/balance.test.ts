import assert from "node:assert/strict";
import { test } from "node:test";
import { entries, shares, sum } from "./balance";

test("shares add up to 100 %", () => {
  let seed = 5;
  const random = (below: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  for (let round = 0; round < 200; round++) {
    const hidden = Object.fromEntries(
      Array.from({ length: random(12) }, (_value, at) => [`reason-${at}`, random(10 ** (1 + random(8)))]),
    );
    const list = entries({ shown: random(1e9), merged: random(1000), hidden, damaged: random(2) });
    if (sum(list) === 0) continue;
    const all = shares(list);
    assert.equal(
      all.reduce((n, share) => n + share, 0),
      1000,
    );
    list.forEach(({ bytes }, at) => assert.ok(Math.abs((all[at] ?? 0) - (bytes / sum(list)) * 1000) <= 1));
  }
});

test("shown bytes come first, and empty entries are omitted", () => {
  const list = entries({ shown: 10, merged: 0, hidden: { hooks: 5, blanks: 7 }, damaged: 1 });
  assert.deepEqual(
    list.map(({ group, reason }) => `${group} ${reason}`.trim()),
    ["shown", "hidden blanks", "hidden hooks", "damaged"],
  );
  assert.equal(sum(list), 23);
  assert.deepEqual(shares([]), []);
});
