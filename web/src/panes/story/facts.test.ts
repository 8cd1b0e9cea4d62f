import assert from "node:assert/strict";
import { test } from "node:test";
import type { SessionInfo, Story, Tool } from "../../parser/model";
import { row } from "../../parser/testing/rows";
import { factsOf, shortNames } from "./facts";

const story: Story = {
  asked: { text: "Fix it.", key: "u1" },
  ended: { text: "Fixed.", key: "a9" },
  ending: "replied",
  errors: 0,
  agentErrors: 0,
  testErrors: 0,
  failed: null,
  tests: { succeeded: 0, failed: 0, unclear: 0, last: "", lastKey: "", firstFailed: "" },
  changes: { read: 1, files: 0, added: 0, removed: 0, largest: null },
  compactions: { count: 0, first: "" },
  agents: { count: 0, first: "" },
  cause: "",
  share: 0,
};

function texts(of: Partial<Story>): readonly string[] {
  return factsOf({ ...story, ...of }, undefined).map((fact) => fact.text);
}

function edit(error: string): Tool {
  return { ...row("tool").tool, name: "Edit", kind: "edit", target: "/w/src/login.go", error };
}

test("what did not happen is no fact", () => {
  assert.deepEqual(texts({}), []);
});

test("a session with calls says that there were no errors, and that no files changed", () => {
  const totals = { cost: { usd: 0, incomplete: false, unpriced: null }, lowCost: 0, costFrom: "" };
  const info = { calls: 2, typedPrompts: 1, events: 0, work: 0, totals } as SessionInfo;
  const all = (of: Partial<Story>): readonly string[] => factsOf({ ...story, ...of }, info).map((fact) => fact.text);
  assert.ok(all({}).includes("No errors") && all({}).includes("No file changes recorded"));
  assert.ok(
    !all({ changes: { ...story.changes, read: 0.5 } }).includes("No file changes recorded"),
    "not before all is read",
  );
  const tests = { succeeded: 1, failed: 1, unclear: 0, last: "succeeded", lastKey: "a5", firstFailed: "a2" } as const;
  assert.ok(!all({ tests }).includes("No errors"));
});

test("the cost of the responses has its main cause, and a recorded cost has none", () => {
  const totals = { cost: { usd: 2.11, incomplete: false, unpriced: null }, lowCost: 0, costFrom: "" };
  const textOf = (costFrom: string): string | undefined => {
    const info = { typedPrompts: 1, events: 0, work: 0, totals: { ...totals, costFrom } } as SessionInfo;
    return factsOf({ ...story, cause: "cacheRead", share: 0.99 }, info).find(({ name }) => name === "cost")?.text;
  };
  assert.equal(textOf(""), "$2.11 · 99\u00a0% rereading the cache");
  assert.equal(textOf("result"), "$2.11");
});

test("an error is named with its cause, and with its number among several", () => {
  const failed = { key: "a1", tool: edit("String not found"), text: "", count: 1 };
  assert.deepEqual(texts({ errors: 1, failed: [failed] }), ["1\u00a0error: Edit login.go: String not found"]);
  assert.deepEqual(texts({ errors: 3, agentErrors: 2, testErrors: 1, failed: [{ ...failed, count: 2 }] }), [
    "3\u00a0errors (2 in agents, 1 in test runs): 2× Edit login.go: String not found",
  ]);
  assert.deepEqual(texts({ errors: 1, failed: [{ key: "a1", tool: null, text: "", count: 1 }] }), [
    "1\u00a0error: API request",
  ]);
});

test("tests that failed first and passed at last are two facts", () => {
  const tests = { succeeded: 1, failed: 2, unclear: 2, lastKey: "a5", firstFailed: "a2" };
  const facts = factsOf({ ...story, tests: { ...tests, last: "succeeded" } }, undefined);
  assert.deepEqual(
    facts.map(({ text, tone, target }) => [text, tone, target]),
    [
      ["Tests failed ×2", "bad", { row: "a2" }],
      ["then passed", "good", { row: "a5" }],
    ],
  );
  assert.deepEqual(texts({ tests: { ...tests, last: "failed" } }), ["Tests failed ×2"]);
  assert.deepEqual(texts({ tests: { ...tests, last: "unclear" } }), ["Tests ran ×5, last result unclear"]);
});

test("files of the same name are shown with their folders", () => {
  const names = (...list: readonly string[]): readonly string[] => shortNames(list.map((name) => ({ name })));
  assert.deepEqual(names("src/a/index.ts", "src/b/index.ts", "README.md"), ["a/index.ts", "b/index.ts", "README.md"]);
  assert.deepEqual(names("index.ts", "src/index.ts"), ["index.ts", "src/index.ts"]);
  assert.deepEqual(names("x/a/index.ts", "y/a/index.ts"), ["x/a/index.ts", "y/a/index.ts"]);
});
