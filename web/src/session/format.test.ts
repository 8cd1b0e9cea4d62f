import assert from "node:assert/strict";
import { test } from "node:test";
import { cost, dollars, namePriceTable, recordedCost, recordedDollars } from "./format";

test("the price table is named beside every cost that is calculated with it", () => {
  const viewer = {};
  const other = {};
  const all = (): readonly string[] => [
    cost({ usd: 12.4, incomplete: false, unpriced: null }),
    cost({ usd: 12.4, incomplete: true, unpriced: null }),
    cost({ usd: 0.001, incomplete: false, unpriced: null }),
    cost({ usd: 0, incomplete: true, unpriced: null }),
    dollars(0),
  ];
  const plain = ["$12.40", "≥\u00a0$12.40", "<\u00a0$0.01", "No known price", "$0.00"];
  assert.deepEqual(all(), plain);
  namePriceTable(viewer, "prices.tsv");
  namePriceTable(other, "prices.tsv");
  assert.deepEqual(
    all(),
    plain.map((text) => (text.includes("$") ? `${text}\u00a0(prices.tsv)` : text)),
  );
  assert.equal(recordedCost({ usd: 12.4, incomplete: true, unpriced: null }), "≥\u00a0$12.40");
  assert.equal(recordedDollars(1), "$1.00");
  namePriceTable(viewer, undefined);
  assert.equal(dollars(1), "$1.00\u00a0(prices.tsv)");
  namePriceTable(other, undefined);
  assert.deepEqual(all(), plain);
});
