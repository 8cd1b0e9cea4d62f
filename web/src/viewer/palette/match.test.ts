import assert from "node:assert/strict";
import { test } from "node:test";
import { match } from "./match";

const names = ["Show or hide thinking", "Next line", "Überblick zeigen", "让我自己理一下思路", "a → b"];

test("names are found by parts of their words, in any order and language", () => {
  const found = (typed: string): unknown => match(names, typed, 9).map(({ at, ranges }) => [names[at], ranges]);
  assert.deepEqual(found("hide think"), [["Show or hide thinking", [8, 12, 13, 18]]]);
  assert.deepEqual(found("think hide"), [["Show or hide thinking", [8, 12, 13, 18]]]);
  assert.deepEqual(found("nxt"), [["Next line", [0, 1, 2, 4]]]);
  assert.deepEqual(found("über"), [["Überblick zeigen", [0, 4]]]);
  assert.deepEqual(found("理一下"), [["让我自己理一下思路", [4, 7]]]);
  assert.deepEqual(found("→"), [["a → b", [2, 3]]]);
  assert.deepEqual(found("zzqq"), []);
});

test("commands precede places if both match equally", () => {
  const mixed = ["Usage of the harbour", "the usage", "Usage", "Misusage", "Show usage"];
  const commands = [2, 4];
  const found = (typed: string): readonly string[] =>
    match(mixed, typed, 9, (at) => commands.includes(at)).map(({ at }) => mixed[at] ?? "");
  assert.deepEqual(found("usage"), ["Usage", "Show usage", "Usage of the harbour", "the usage", "Misusage"]);
  assert.deepEqual(found("us"), ["Usage", "Show usage", "Usage of the harbour", "the usage", "Misusage"]);
  assert.deepEqual(found("harbour")[0], "Usage of the harbour");
});

test("equally matching commands keep their order, after one with exactly that name", () => {
  const commands = ["Next error", "Previous error", "Only errors", "Print the page", "Print"];
  const found = (typed: string): readonly string[] =>
    match(commands, typed, 9, () => true).map(({ at }) => commands[at] ?? "");
  assert.deepEqual(found("err"), ["Next error", "Previous error", "Only errors"]);
  assert.deepEqual(found("print"), ["Print", "Print the page"]);
});

test("short queries match literally", () => {
  const found = (typed: string): number => match(["Next line", "Note", "a nut"], typed, 9).length;
  assert.equal(found("nt"), 0);
  assert.equal(found("ne"), 1);
  assert.equal(found("nxt"), 1);
});

test("a limited number of matches is returned, and long queries are truncated", () => {
  const many = Array.from({ length: 10_000 }, (_, n) => `line ${n}`);
  assert.equal(match(many, "line", 60).length, 60);
  assert.deepEqual(match(many, "x".repeat(100_000), 60), []);
});
