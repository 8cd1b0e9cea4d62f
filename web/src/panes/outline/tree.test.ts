import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "../../worker/model";
import { holds, linesOf, parentsOf, wordsOf } from "./tree";

const blank: Entry = {
  kind: "turn", key: "", depth: 0, turn: 1, nth: 0, flavor: "typed", name: "", text: "", hue: "", agent: "", copied: false, state: "",
  start: 0, duration: -1, usd: 0, incomplete: false, low: 0, byAgents: 0, output: 0, tokens: 0, responses: 0, calls: 0, errors: 0,
  agents: 0, failed: 0, turns: 0, before: -1, after: -1,
};

function entry(kind: Entry["kind"], depth: number, key: string): Entry {
  return { ...blank, kind, depth, key };
}

const session = [
  entry("turn", 0, "a"),
  entry("agent", 1, "b"),
  entry("agent", 2, "c"),
  entry("compaction", 0, "d"), // in the midst of the turn
  entry("agent", 1, "e"),
  entry("turn", 0, "f"),
  entry("rest", 0, "g"),
];

function shown(wanted?: (at: number) => boolean, turned = new Map<string, boolean>()): string {
  return linesOf(session, turned, wanted)
    .lines.map(({ entry: { key }, position, beside, open, aside }) => `${key}${position}/${beside}${open === undefined ? "" : open ? "▾" : "▸"}${aside ? "?" : ""}`)
    .join(" ");
}

test("what stands below what", () => {
  assert.deepEqual([...parentsOf(session)], [-1, 0, 1, -1, 0, -1, -1]);
  assert.equal(shown(), "a1/4▾ b1/2▾ c1/1 d2/4 e2/2 f3/4 g4/4");
});

test("what is closed hides all below it", () => {
  assert.equal(shown(undefined, new Map([["turn a ", false]])), "a1/4▸ d2/4 f3/4 g4/4");
  assert.equal(shown(undefined, new Map([["agent b ", false]])), "a1/4▾ b1/2▸ d2/4 e2/2 f3/4 g4/4");
});

test("what is looked for stands with what is above it, open", () => {
  assert.equal(shown((at) => at === 2, new Map([["turn a ", false]])), "a1/1▾? b1/1▾? c1/1");
  assert.equal(linesOf(session, new Map(), (at) => at === 2).found, 1);
  assert.equal(shown(() => false), "");
});

test("many below one begin folded", () => {
  const many = [entry("turn", 0, "a"), ...Array.from({ length: 9 }, (_none, at) => entry("agent", 1, `x${at}`))];
  assert.equal(linesOf(many, new Map(), undefined).lines.length, 1);
  assert.equal(linesOf(many.slice(0, 9), new Map(), undefined).lines.length, 9);
  assert.equal(linesOf(many, new Map([["turn a ", true]]), undefined).lines.length, 10);
});

test("each of the words must be held, in any case", () => {
  assert.deepEqual(wordsOf("  Fix THE\tlogin "), ["fix", "the", "login"]);
  assert.equal(holds("fix the failing login test", wordsOf("LOGIN fix")), true);
  assert.equal(holds("fix the failing login test", wordsOf("fix it")), false);
});
