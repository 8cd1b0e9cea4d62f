import assert from "node:assert/strict";
import { test } from "node:test";
import type { Match } from "../../parser/model";
import { excerpt } from "./excerpt";

function match(kind: Match["kind"], before: string, words: string, after: string): Match {
  return {
    key: "",
    kind,
    tool: "",
    toolKind: "other",
    failed: false,
    turn: 1,
    prompt: 1,
    agent: "",
    time: 0,
    before,
    words,
    after,
    count: 1,
    file: 0,
    offset: 0,
    from: 0,
    to: 0,
  };
}

function excerptLines(kind: Match["kind"], ...parts: readonly [string, string, string]): readonly string[] {
  const { before, words, after } = excerpt(match(kind, ...parts));
  return [before, words, after];
}

test("text that a row formats has no Markdown marks", () => {
  assert.deepEqual(excerptLines("replies", "…## The **big ", "lamp", "** is `src/lamp.ts`, ok"), [
    "…The big ",
    "lamp",
    " is src/lamp.ts, ok",
  ]);
  assert.deepEqual(excerptLines("thinking", "see [the ", "lamp", " page](https://lamp.example/a) and `"), [
    "see the ",
    "lamp",
    " page and ",
  ]);
  assert.deepEqual(excerptLines("replies", "cut** and `", "lamp", "` | a | |---|:--| | b |"), [
    "cut and ",
    "lamp",
    " | a | | | b |",
  ]);
  assert.deepEqual(excerptLines("replies", "**", "lamp", "**"), ["", "lamp", ""]);
});

test("commands have no tags", () => {
  assert.deepEqual(
    excerptLines("prompts", "<command-name>/review</command-name> <command-args>the ", "lamp", "</command-args>"),
    [" /review  the ", "lamp", " "],
  );
  assert.deepEqual(excerptLines("prompts", "a <lamp> and **", "lamp", "**"), ["a <lamp> and **", "lamp", "**"]);
  assert.deepEqual(excerptLines("prompts", "<", "command-name", ">/review"), ["<", "command-name", ">/review"]);
});

test("characters that are part of a word or of a match stay", () => {
  assert.deepEqual(excerptLines("replies", "2**3 * 4 # ", "lamp", " a * b"), ["2**3 * 4 ", "lamp", " a * b"]);
  assert.deepEqual(excerptLines("replies", "see [a](https://", "lamp", ".example)"), [
    "see [a](https://",
    "lamp",
    ".example)",
  ]);
  assert.deepEqual(excerptLines("replies", "", "**", " lamp"), ["", "**", " lamp"]);
  assert.deepEqual(excerptLines("replies", "a ", "`", "b"), ["a ", "`", "b"]);
  for (const kind of ["prompts", "input", "output", "other"] as const)
    assert.deepEqual(excerptLines(kind, "**a** ", "`b`", " # c"), ["**a** ", "`b`", " # c"]);
});
