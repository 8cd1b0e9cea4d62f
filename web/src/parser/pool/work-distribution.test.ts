import assert from "node:assert/strict";
import { test } from "node:test";
import type { Source } from "../protocol";
import { files } from "../testing/sessions";
import { numbered, projectsOf, share } from "./work-distribution";

const A = "11111111-0000-4000-8000-000000000000";
const B = "22222222-0000-4000-8000-000000000000";

/** Returns the paths of each project, and the relations between files, judging by their paths. */
function plan(
  sources: readonly Source[],
  ties: Readonly<Record<string, readonly string[]>> = {},
): readonly (readonly string[])[] {
  const all = numbered(sources);
  const known = new Map(all.map(({ path, number }) => [number, ties[path] ?? []]));
  return projectsOf(all, known).map(({ sessions, others }) =>
    [...others, ...sessions.flatMap(({ main, own }) => [main, ...own])].map(({ path }) => path).sort(),
  );
}

test("files have the numbers that a single parser would give them", () => {
  const sources = files(
    "p/a/agent-1.jsonl",
    "p/a/x.jsonl",
    "p/a/x/tool-results/1.txt",
    "p/b/y.jsonl",
    "p/prices.tsv",
    "p/image.png",
  );
  assert.deepEqual(
    numbered(sources).map(({ path, number }) => `${number} ${path}`),
    ["0 p/a/x.jsonl", "1 p/b/y.jsonl", "2 p/a/agent-1.jsonl", "3 p/a/x/tool-results/1.txt"],
  );
});

test("a project is a folder with everything below it", () => {
  assert.deepEqual(
    plan(
      files(
        "p/a/x.jsonl",
        `p/a/${A}.jsonl`,
        `p/a/${A}/subagents/agent-1.jsonl`,
        `p/a/${A}/subagents/agent-1.meta.json`,
        "p/a/agent-2.jsonl",
        "p/b/y.jsonl",
        "p/b/y/tool-results/1.txt",
      ),
    ),
    [
      [
        `p/a/${A}.jsonl`,
        `p/a/${A}/subagents/agent-1.jsonl`,
        `p/a/${A}/subagents/agent-1.meta.json`,
        "p/a/agent-2.jsonl",
        "p/a/x.jsonl",
      ],
      ["p/b/y.jsonl", "p/b/y/tool-results/1.txt"],
    ],
  );
});

test("files that contain the ID of a session belong to it, wherever they are", () => {
  assert.deepEqual(
    plan(files(`p/a/${A}.jsonl`, `p/b/${B}.jsonl`, `p/c/${B}/subagents/agent-1.jsonl`, `todos/${A}-agent-${A}.json`)),
    [
      [`p/a/${A}.jsonl`, `todos/${A}-agent-${A}.json`],
      [`p/b/${B}.jsonl`, `p/c/${B}/subagents/agent-1.jsonl`],
    ],
  );
});

test("projects whose sessions are related form one, also indirectly", () => {
  const sources = files("p/a/1.jsonl", "p/b/2.jsonl", "p/c/3.jsonl", "p/d/4.jsonl", "p/e/agent-5.jsonl");
  const ties = {
    "p/a/1.jsonl": ["x"],
    "p/b/2.jsonl": ["x", "y"],
    "p/c/3.jsonl": ["z"],
    "p/d/4.jsonl": ["y"],
    "p/e/agent-5.jsonl": ["z"],
  };
  assert.deepEqual(plan(sources, ties), [
    ["p/a/1.jsonl", "p/b/2.jsonl", "p/d/4.jsonl"],
    ["p/c/3.jsonl", "p/e/agent-5.jsonl"],
  ]);
  assert.equal(plan(sources).length, 5);
});

test("files about all sessions are in no project", () => {
  assert.deepEqual(plan(files("c/history.jsonl", "c/local_1.json", "c/p/a/1.jsonl")), [["c/p/a/1.jsonl"]]);
});

test("a session below the folder of another one belongs to its project", () => {
  assert.deepEqual(plan(files("p/a/x.jsonl", "p/a/x/more/y.jsonl", "p/b/z.jsonl")), [
    ["p/a/x.jsonl", "p/a/x/more/y.jsonl"],
    ["p/b/z.jsonl"],
  ]);
});

test("workers get similar numbers of bytes, and none gets nothing", () => {
  const all = numbered(files("p/a/1.jsonl 50", "p/b/1.jsonl 30", "p/c/1.jsonl 30", "p/d/1.jsonl 10"));
  const sizes = (workers: number) =>
    share(projectsOf(all, new Map()), workers).map((projects) => projects.map(({ bytes }) => bytes));
  assert.deepEqual(sizes(2), [
    [50, 10],
    [30, 30],
  ]);
  assert.deepEqual(sizes(1), [[50, 30, 30, 10]]);
  assert.deepEqual(sizes(9), [[50], [30], [30], [10]]);
});
