import assert from "node:assert/strict";
import { test } from "node:test";
import { finder, readGrep } from "./grep";

/** Returns lines as "file 12 text", with "~" for those around a match. */
function read(text: string): readonly string[] {
  return readGrep(text).map(({ kind, file, number, text }) =>
    kind === "gap" ? "gap" : `${kind === "around" ? "~" : ""}${file} ${number} ${text}`,
  );
}

test("the output of ripgrep", () => {
  const cases: readonly (readonly [name: string, text: string, want: readonly string[]])[] = [
    ["files and numbers", "a.ts:3:x: 1\nb/c.ts:10:\n", ["a.ts 3 x: 1", "b/c.ts 10 "]],
    [
      "lines around hits",
      "a-1-b.ts-2-before\na-1-b.ts:3:hit\na-1-b.ts-4-after\n--\nc.ts:9:z",
      ["~a-1-b.ts 2 before", "a-1-b.ts 3 hit", "~a-1-b.ts 4 after", "gap", "c.ts 9 z"],
    ],
    [
      "a line around a hit that looks like one",
      "a.ts:1:x\na.ts-2-see b.ts:9:there",
      ["a.ts 1 x", "~a.ts 2 see b.ts:9:there"],
    ],
    ["one file", "265:import a\n266-export b", [" 265 import a", "~ 266 export b"]],
    ["no numbers", "a.ts:let x = { y: 1 }", ["a.ts  let x = { y: 1 }"]],
    ["a drive", "C:\\src\\a.ts:7:x", ["C:\\src\\a.ts 7 x"]],
    ["other words", "No matches found", ["  No matches found"]],
    ["nothing", "", ["  "]],
  ];
  for (const [name, text, want] of cases) assert.deepEqual(read(text), want, name);
});

test("the matches of a search", () => {
  const cases: readonly (readonly [pattern: string, anyCase: boolean, line: string, want: readonly string[]])[] = [
    ["warm|cold", false, "warm, cold, Warm", ["warm", "cold"]],
    ["warm", true, "warm and Warm", ["warm", "Warm"]],
    ["(?i)WARM", false, "so warm", ["warm"]],
    ["class \\w+Lamp\\(", false, "class OilLamp(x)", ["class OilLamp("]],
    ["x*", false, "yyy", []],
    ["[", false, "[", []], // not a pattern of this language
    ["", false, "abc", []],
    // These could take forever.
    ["(a+)+$", false, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", []],
    ["(a|a)*b", false, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac", []],
    ["a?a?a?a?a?a?a?aaaaaaa", false, "aaaaaaa", []],
    ["(a)\\1", false, "aa", []],
  ];
  for (const [pattern, anyCase, line, want] of cases) {
    assert.deepEqual(
      finder(pattern, anyCase)(line).map(([from, to]) => line.slice(from, to)),
      want,
      pattern,
    );
  }
});
