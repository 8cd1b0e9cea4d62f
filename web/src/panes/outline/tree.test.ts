import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "../../parser/model";
import { above, lineOf, linesOf, parentsOf } from "./tree";

const blank: Entry = {
  kind: "turn",
  key: "",
  depth: 0,
  turn: 1,
  prompt: 1,
  event: "",
  events: 0,
  nth: 0,
  flavor: "typed",
  name: "",
  text: "",
  color: "",
  agent: "",
  copied: false,
  model: "",
  state: "",
  start: 0,
  duration: null,
  usd: 0,
  incomplete: false,
  low: 0,
  byAgents: 0,
  output: 0,
  tokens: 0,
  responses: 0,
  calls: 0,
  errors: 0,
  agents: 0,
  failed: 0,
  turns: 0,
  before: null,
  after: null,
};

function entry(kind: Entry["kind"], depth: number, key: string): Entry {
  return { ...blank, kind, depth, key };
}

const session = [
  entry("turn", 0, "a"),
  entry("agent", 1, "b"),
  entry("agent", 2, "c"),
  entry("compaction", 0, "d"), // in the middle of the turn
  entry("agent", 1, "e"),
  entry("turn", 0, "f"),
  entry("rest", 0, "g"),
];

function shown(matches?: (entry: Entry) => boolean, turned = new Map<string, boolean>()): string {
  return linesOf(session, turned, matches)
    .lines.map(
      ({ entry: { key }, position, siblings, open, aside }) =>
        `${key}${position}/${siblings}${open === undefined ? "" : open ? "▾" : "▸"}${aside ? "?" : ""}`,
    )
    .join(" ");
}

test("the parents of entries", () => {
  assert.deepEqual([...parentsOf(session)], [-1, 0, 1, -1, 0, -1, -1]);
  assert.equal(shown(), "a1/4▾ b1/2▾ c1/1 d2/4 e2/2 f3/4 g4/4");
});

test("a closed entry hides all its descendants", () => {
  assert.equal(shown(undefined, new Map([["turn a ", false]])), "a1/4▸ d2/4 f3/4 g4/4");
  assert.equal(shown(undefined, new Map([["agent b ", false]])), "a1/4▾ b1/2▸ d2/4 e2/2 f3/4 g4/4");
});

test("matches are shown with their open ancestors", () => {
  assert.equal(
    shown(({ key }) => key === "c", new Map([["turn a ", false]])),
    "a1/1▾? b1/1▾? c1/1",
  );
  assert.equal(linesOf(session, new Map(), ({ key }) => key === "c").found, 1);
  assert.equal(
    shown(() => false),
    "",
  );
});

test("an entry with many descendants is collapsed initially", () => {
  const many = [entry("turn", 0, "a"), ...Array.from({ length: 9 }, (_none, at) => entry("agent", 1, `x${at}`))];
  assert.equal(linesOf(many, new Map(), undefined).lines.length, 1);
  assert.equal(linesOf(many.slice(0, 9), new Map(), undefined).lines.length, 9);
  assert.equal(linesOf(many, new Map([["turn a ", true]]), undefined).lines.length, 10);
});

test("an entry is on its own line, or on that of its collapsed ancestor", () => {
  const lineOfEntry = (at: number, turned = new Map<string, boolean>()) =>
    lineOf(linesOf(session, turned, undefined), at);
  assert.deepEqual(
    [0, 1, 2, 3, 6].map((at) => lineOfEntry(at)),
    [0, 1, 2, 3, 6],
  );
  const folded = new Map([["turn a ", false]]);
  assert.equal(lineOfEntry(2, folded), 0);
  assert.equal(lineOfEntry(5, folded), 2);
  assert.equal(lineOf({ ...linesOf(session, new Map(), undefined), lines: [] }, 2), undefined);
});

test("the parent of a line is the nearest one of a lower level", () => {
  const { lines } = linesOf(session, new Map(), undefined);
  assert.deepEqual(
    lines.map((_line, at) => above(lines, at)),
    [0, 0, 1, 3, 0, 5, 6],
  );
});

test("a line knows when the turn on a line before it began", () => {
  const days = [1, 0, 5].map((start, at) => ({ ...blank, key: `${at}`, start }));
  assert.deepEqual(
    linesOf(days, new Map(), undefined).lines.map(({ before }) => before),
    [0, 1, 1],
  );
});

test("a run of events begins folded, and counts as one below its prompt", () => {
  const event = (key: string): Entry => ({ ...entry("event", 2, key), event: "monitor" });
  const many = [
    entry("turn", 0, "a"),
    { ...entry("events", 1, "b"), events: 9 },
    ...Array.from({ length: 9 }, (_none, at) => event(`e${at}`)),
    { ...entry("event", 1, "c"), event: "task" as const },
  ];
  const tree = linesOf(many, new Map(), undefined);
  assert.deepEqual(
    tree.lines.map((line) => line.entry.key),
    ["a", "b", "c"],
  );
  assert.equal(lineOf(tree, 4), 1, "the line of an event in a folded run");
  assert.equal(linesOf(many, new Map([["events b ", true]]), undefined).lines.length, 12);
  assert.deepEqual(
    linesOf(many, new Map(), ({ key }) => key === "e7").lines.map((line) => line.entry.key),
    ["a", "b", "e7"],
  );
});
