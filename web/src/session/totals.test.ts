import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cost, Summary, Usage } from "../parser/model";
import { namePriceTable } from "./format";
import { allTokens, totalCost, totalCostNotes } from "./totals";

const usage: Usage = {
  input: 1,
  output: 2,
  cacheRead: 3,
  cacheWrite5m: 4,
  cacheWrite1h: 5,
  thinking: 1,
  webSearches: 9,
  webFetches: 9,
};

const dollars = (usd: number, ...unpriced: readonly string[]): Cost => ({
  usd,
  incomplete: unpriced.length > 0,
  unpriced: unpriced.map((model) => ({ model, responses: 1, tokens: 1 })),
});

function figures(
  counted: Cost,
  low: number,
  recorded?: { readonly from: Summary["totals"]["costFrom"]; readonly cost: Cost },
): Pick<Summary, "totals" | "cost" | "underReported"> {
  const totals = { usage, cost: counted, low, lowCost: low, usageFrom: "", costFrom: "" } as const;
  return {
    cost: counted,
    underReported: low,
    totals: recorded === undefined ? totals : { ...totals, cost: recorded.cost, lowCost: 0, costFrom: recorded.from },
  };
}

test("The cost is the counted one, or a recorded one that names its source and the counted one.", () => {
  const cases = [
    { of: figures(dollars(2), 0), cost: "$2.00", notes: ["API list price at the time"] },
    {
      of: figures(dollars(2), 0.5),
      cost: "≥\u00a0$2.00",
      notes: [
        "API list price at the time",
        "The real cost is higher: output is incomplete in 50\u00a0% of the responses",
      ],
    },
    {
      of: figures(dollars(0, "glm-5"), 0.5, { from: "result", cost: dollars(2.11) }),
      cost: "$2.11",
      notes: ["Recorded by Claude Code at the end of the run", "Counted by response: No known price"],
    },
    {
      of: figures(dollars(1), 0.5, { from: "cost-state", cost: { ...dollars(3), incomplete: true } }),
      cost: "≥\u00a0$3.00",
      notes: ["Recorded by Claude Code for the whole session", "Counted by response: ≥\u00a0$1.00"],
    },
    {
      of: figures(dollars(0), 0, { from: "costUSD", cost: dollars(3) }),
      cost: "$3.00",
      notes: ["Recorded by Claude Code with each response", "No cost can be counted"],
    },
  ];
  for (const { of, cost, notes } of cases) {
    assert.equal(totalCost(of), cost);
    assert.deepEqual(totalCostNotes(of), notes);
  }
});

test("A price table is named beside the counted cost only.", () => {
  const viewer = {};
  namePriceTable(viewer, "prices.tsv");
  const recorded = figures(dollars(1), 0, { from: "result", cost: dollars(3) });
  const found = [totalCost(figures(dollars(2), 0)), totalCost(recorded), totalCostNotes(recorded)[1]];
  namePriceTable(viewer, undefined);
  assert.deepEqual(found, ["$2.00\u00a0(prices.tsv)", "$3.00", "Counted by response: $1.00\u00a0(prices.tsv)"]);
});

test("All kinds of tokens count once.", () => {
  assert.equal(allTokens(usage), 15);
});
