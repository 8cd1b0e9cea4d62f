import assert from "node:assert/strict";
import { test } from "node:test";
import { machineryWords, matchErrorText, paneWords, priceErrorText, seriesWords } from "./words";
import type { MatchError, PriceError, ToolCount, Series } from "./model";

function summaryOf(family: Series["family"], server: string, ...toolCounts: readonly ToolCount[]): string {
  const calls = toolCounts.reduce((sum, one) => sum + one.calls, 0);
  return seriesWords(
    {
      family,
      server,
      calls,
      tools: toolCounts,
      about: null,
      more: 0,
      added: null,
      removed: null,
      duration: 0,
      open: false,
    },
    "a.ts",
  ).replaceAll("\u00a0", " ");
}

function toolCount(face: string, calls: number, distinct: number, name = face): ToolCount {
  return { face, name, calls, distinct };
}

test("what the calls of a series did", () => {
  assert.equal(summaryOf("edit", "", toolCount("edit", 4, 1)), "Edited a.ts 4 times");
  assert.equal(
    summaryOf("edit", "", toolCount("read", 2, 1), toolCount("edit", 4, 1), toolCount("grep", 1, 1)),
    "Edited a.ts 4 times, read 1 file, searched once",
  );
  assert.equal(
    summaryOf("edit", "", toolCount("edit", 4, 2), toolCount("write", 1, 1)),
    "Wrote 1 file, edited 2 files",
  );
  assert.equal(summaryOf("look", "", toolCount("read", 3, 1)), "Read a.ts 3 times");
  assert.equal(
    summaryOf("mcp", "Claude_Browser", toolCount("mcp", 2, 1, "navigate"), toolCount("mcp", 1, 1, "click")),
    "3 calls to Claude Browser",
  );
  assert.equal(summaryOf("mcp", "", toolCount("resource", 3, 3)), "3 calls");
});

test("all panes call what stands in no turn the same", () => {
  assert.equal(paneWords.find.beforeTurns, paneWords.outline.other);
  assert.equal(paneWords.usage.noTurn, paneWords.outline.other);
});

test("background records", () => {
  const kinds = [
    { name: "hook_success", count: 2 },
    { name: "last-prompt", count: 1 },
    { name: "hook_progress", count: 1 },
    { name: "mode", count: 2 },
    { name: "edited_text_file", count: 1 },
    { name: "tide_event", count: 1 },
  ];
  assert.equal(machineryWords(kinds), "3 hooks, changed file, tide event, 3 background records");
  assert.equal(machineryWords([{ name: "mode", count: 1 }]), "background record");
});

test("what is wrong with a query", () => {
  const error: MatchError = { code: "too-long", value: "", kinds: ["input", "output"], limit: 1_000 };
  assert.equal(matchErrorText(error), "The search text is longer than 1,000\u00a0characters");
  assert.equal(matchErrorText({ ...error, code: "unknown-option", value: "up" }), "“up” is not a search option");
  assert.equal(
    matchErrorText({ ...error, code: "unknown-kind", value: "tool" }),
    "“tool” is not a kind of match. The kinds, separated by spaces, are: input output",
  );
});

test("what is wrong with a price table", () => {
  const error: PriceError = { code: "invalid-price", line: 1_004, column: 7, value: "x", want: 9 };
  assert.equal(priceErrorText(error), "line 1,004, column 7: “x” is not a price in USD per million tokens");
  assert.equal(
    priceErrorText({ ...error, code: "invalid-tier" }),
    "line 1,004, column 7: “x” is not a tier: “-”, “fast”, or such as “>200000”",
  );
  assert.equal(
    priceErrorText({ ...error, code: "too-few-columns", line: 2, column: 1, value: "" }),
    "line 2 has 1\u00a0column instead of at least 9",
  );
});
