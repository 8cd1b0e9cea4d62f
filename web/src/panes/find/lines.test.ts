import assert from "node:assert/strict";
import { test } from "node:test";
import type { Match } from "../../parser/model";
import type { Found } from "../../session/search/finder";
import { ResultLines } from "./lines";
import { queryFrom } from "../../session/search/search-query";

function match(turn: number, kind: Match["kind"]): Match {
  return {
    key: `${turn}${kind}`,
    kind,
    tool: "",
    toolKind: "other",
    failed: false,
    turn,
    prompt: turn,
    agent: "",
    time: 0,
    before: "",
    words: "x",
    after: "",
    count: 1,
    file: 0,
    offset: 0,
    from: 0,
    to: 1,
  };
}

function linesOf(...matches: readonly Match[]): ResultLines {
  const numbers = [...new Set(matches.map(({ prompt }) => prompt))];
  const byPrompt = new Map(numbers.map((number) => [number, matches.filter(({ prompt }) => prompt === number)]));
  const found: Found = {
    query: queryFrom({ q: "x" }),
    sessions: [{ session: 7, byPrompt, prompts: new Map() }],
    places: matches.length,
    count: matches.length,
    prompts: byPrompt.size,
    hasOther: false,
    kinds: new Map(),
    tools: new Map(),
    loaded: matches.length,
    done: 1,
    searched: 1,
    of: 1,
    notLoaded: 0,
    failure: undefined,
  };
  return new ResultLines(found, false);
}

test("the first match is the best one of the first turn with matches", () => {
  const lines = linesOf(match(0, "other"), match(1, "output"), match(1, "replies"), match(2, "prompts"));
  assert.equal(lines.best(7, 0), 2);
  assert.equal(lines.best(7, 2), 3);
  assert.equal(linesOf(match(1, "prompts"), match(1, "replies")).best(7, 0), 0);
  assert.equal(linesOf(match(1, "output"), match(1, "thinking"), match(1, "input")).best(7, 1), 1);
});

test("background is the first match if there is nothing else from there on", () => {
  const lines = linesOf(match(1, "prompts"), match(2, "other"), match(3, "other"));
  assert.equal(lines.best(7, 2), 1);
  assert.equal(lines.best(7, 4), 0);
  assert.equal(lines.best(8, 0), 0);
  assert.equal(linesOf().best(7, 0), -1);
});

test("the order of matches is that of the conversation", () => {
  const lines = linesOf(match(1, "other"), match(1, "output"), match(1, "replies"));
  assert.deepEqual(
    lines.matches.map(({ match: { kind } }) => kind),
    ["other", "output", "replies"],
  );
});
