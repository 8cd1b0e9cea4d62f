import assert from "node:assert/strict";
import { test } from "node:test";
import type { UsageFigures } from "../../parser/model";
import type { SessionController } from "../session-controller";
import { usageTables } from "./tables";

const controller = {} as SessionController;
const figures = {
  agents: 2,
  calls: 1,
  reported: 0,
  unreported: 0,
  responses: 0,
  work: 0,
  usage: {},
  cost: { usd: 0, unpriced: null },
  facts: { start: 0, end: 0 },
  unlinked: { responses: 0 },
  totals: { low: 0 },
} as unknown as UsageFigures;

/** Returns the text of the calls below the agents. */
function allCalls(unloaded: Pick<UsageFigures, "reported" | "unreported">): string {
  const cell = usageTables(controller, { ...figures, ...unloaded }).agents.foot[0]?.[2];
  if (typeof cell === "string") return cell;
  const { strings, values } = cell as { readonly strings: readonly string[]; readonly values: readonly string[] };
  return strings
    .map((text, at) => `${text}${values[at] ?? ""}`)
    .join("")
    .replace(/<[^>]*>/g, "");
}

test("says which calls of agents without a transcript the total does not have", () => {
  assert.equal(allCalls({ reported: 0, unreported: 0 }), "1");
  assert.equal(allCalls({ reported: 3, unreported: 0 }), "1 + 3 reported");
  assert.equal(allCalls({ reported: 0, unreported: 1 }), "1 + unknown");
  assert.equal(allCalls({ reported: 3, unreported: 1 }), "1 + 3 reported + unknown");
});
