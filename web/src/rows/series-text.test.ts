import assert from "node:assert/strict";
import { test } from "node:test";
import { seriesText } from "./series-text";
import type { Series, ToolCount } from "../parser/model";

function summaryOf(family: Series["family"], server: string, ...toolCounts: readonly ToolCount[]): string {
  const calls = toolCounts.reduce((sum, one) => sum + one.calls, 0);
  return seriesText(
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
