import assert from "node:assert/strict";
import { test } from "node:test";
import type { UsageFigures } from "../../parser/model";
import { namePriceTable } from "../../session/format";
import { notes } from "./figures";

/** Returns the text of a template. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join("");
  if (typeof value !== "object" || value === null || !("strings" in value) || !("values" in value))
    return String(value);
  const { strings, values } = value as { readonly strings: readonly string[]; readonly values: readonly unknown[] };
  return strings.map((text, at) => text + (at < values.length ? textOf(values[at]) : "")).join("");
}

/** Returns the notes about a session for which Claude Code recorded $5.54. */
function notesOf(counted: number): string {
  const figures = {
    responses: 1,
    turns: 0,
    work: 1,
    untimed: 0,
    usage: {},
    cost: { usd: counted, incomplete: counted === 0, unpriced: null },
    recorded: [{ source: "result", usd: 5.54, incomplete: false }],
    totals: { usageFrom: "", costFrom: "result", usage: {}, low: 0 },
    underReported: 0,
    facts: { start: 0 },
  } as unknown as UsageFigures;
  return textOf(notes(figures)).replaceAll("\u00a0", " ");
}

test("the price table is named beside a difference only if it was used for it", (t) => {
  const viewer = {};
  namePriceTable(viewer, "prices.tsv");
  t.after(() => namePriceTable(viewer, undefined));
  assert.match(notesOf(5), /recorded \$5\.54 in its result: \$0\.54 \(prices\.tsv\) more than counted here/);
  assert.match(notesOf(6), /recorded \$5\.54 in its result: \$0\.46 \(prices\.tsv\) less than counted here/);
  assert.match(notesOf(0), /recorded \$5\.54 in its result: \$5\.54 more than counted here/);
});
