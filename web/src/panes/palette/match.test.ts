import assert from "node:assert/strict";
import { test } from "node:test";
import { match } from "./match";

const names = ["Show or fold thinking", "Next line", "Überblick zeigen", "让我自己理一下思路", "a → b"];

test("names are found by parts of their words, in any order and language", () => {
  const found = (typed: string): unknown => match(names, typed, 9).map(({ at, ranges }) => [names[at], ranges]);
  assert.deepEqual(found("fold think"), [["Show or fold thinking", [8, 12, 13, 18]]]);
  assert.deepEqual(found("think fold"), [["Show or fold thinking", [8, 12, 13, 18]]]);
  assert.deepEqual(found("nxt"), [["Next line", [0, 1, 2, 4]]]);
  assert.deepEqual(found("über"), [["Überblick zeigen", [0, 4]]]);
  assert.deepEqual(found("理一下"), [["让我自己理一下思路", [4, 7]]]);
  assert.deepEqual(found("→"), [["a → b", [2, 3]]]);
  assert.deepEqual(found("zzqq"), []);
});

test("a few of many are given, and what is long is cut", () => {
  const many = Array.from({ length: 10_000 }, (_, n) => `line ${n}`);
  assert.equal(match(many, "line", 60).length, 60);
  assert.deepEqual(match(many, "x".repeat(100_000), 60), []);
});
