import assert from "node:assert/strict";
import { test } from "node:test";
import { about, seriesText } from "./series-text";
import type { Series, Tool, ToolCount } from "../parser/model";

const none: Series = {
  family: "look",
  server: "",
  calls: 0,
  tools: null,
  about: null,
  more: 0,
  added: null,
  removed: null,
  duration: 0,
  tokens: 0,
  open: false,
};

function summaryOf(family: Series["family"], server: string, ...toolCounts: readonly ToolCount[]): string {
  const calls = toolCounts.reduce((sum, one) => sum + one.calls, 0);
  return seriesText({ ...none, family, server, calls, tools: toolCounts }, "a.ts").replaceAll("\u00a0", " ");
}

function toolCount(kind: string, calls: number, distinct: number, name = kind): ToolCount {
  return { kind, name, calls, distinct };
}

test("the summary of a series", () => {
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

const names = (kind: Tool["kind"], targets: readonly string[], more = 0): string =>
  about({ ...none, about: targets.map((target) => ({ kind, target })), more }).join(", ");

test("files are named, with their folders if names are equal", () => {
  assert.equal(names("read", ["/w/a.go", "/w/1/b.go", "/w/2/b.go", "C:\\w\\c.go"], 3), "a.go, b.go, 2/b.go, c.go, +3");
});

test("repeated targets are named once", () => {
  const both = [
    { kind: "write", target: "/w/a.go" },
    { kind: "edit", target: "/w/a.go" },
  ] as const;
  assert.deepEqual(about({ ...none, about: both }), ["a.go"]);
});

test("commands are named by their programs", () => {
  const commands = [
    "cd /w && git status -s",
    "X=1 Y=2 npm test",
    "./tools/run.sh --all",
    '"/usr/bin/make" all',
    "ls",
    "ls -la",
    "cd /w",
    "for f in *; do",
  ];
  assert.equal(names("bash", commands), "git status, npm test, run.sh, make all, ls, cd, for f");
});

test("patterns, pages and tasks are shortened while they stay distinct", () => {
  assert.equal(names("glob", ["**/*.ts", "/home/x/y/*.go"]), "**/*.ts, y/*.go");
  assert.equal(names("fetch", ["https://a.example/b"]), "a.example/b");
  assert.equal(names("task", ["12", "Dig a hole"]), "#12, Dig a hole");
  assert.equal(names("grep", ["x", "x"]), "x");
});
