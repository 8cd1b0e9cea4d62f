import assert from "node:assert/strict";
import { test } from "node:test";
import { changedWords, compareWords, computeHunks } from "./diff-compute";
import {
  blocks,
  type DiffHunk,
  diffRows,
  enclosing,
  height,
  isInvalid,
  pairs,
  patchText,
  side,
  wholeRows,
} from "./diff-rows";
import { effort } from "../../base/effort";
import { languageOf, languageOfFile } from "../code/languages";
import { coloredLines, cutLines, overlay, sample, splitLines } from "../code/runs";

const hunk = (oldStart: number, newStart: number, lines: readonly string[]): DiffHunk => ({
  oldStart,
  oldLines: null,
  newStart,
  newLines: null,
  lines,
});

test("rows carry the numbers of both sides", () => {
  const { rows, added, removed } = diffRows([
    hunk(10, 10, [" a", "-b", "-c", "+B", " d", "\\ No newline at end of file"]),
    hunk(30, 29, ["+x", "odd"]),
  ]);
  const shown = rows.map((row) =>
    row.kind === "line"
      ? `${row.before}|${row.after}|${row.change}|${row.text}`
      : row.kind === "gap"
        ? `gap ${row.lines}`
        : "note",
  );
  assert.deepEqual(shown, [
    "gap 9",
    "10|10|same|a",
    "11|0|removed|b",
    "12|0|removed|c",
    "0|11|added|B",
    "13|12|same|d",
    "note",
    "gap 16",
    "0|29|added|x",
    "30|30|same|odd",
  ]);
  assert.deepEqual([added, removed], [2, 2]);
  assert.deepEqual(side(rows, "before"), [1, 2, 3, 5, 9]);
  assert.deepEqual(side(rows, "after"), [1, 4, 5, 8, 9]);
  assert.deepEqual(pairs(rows), [{ removed: 2, added: 4 }]);
});

test("hunks are computed within limits", () => {
  const hunks = computeHunks("a\nb\nc\n", "a\nB\nc\n");
  assert.deepEqual(hunks?.[0]?.lines, [" a", "-b", "+B", " c"]);
  assert.equal(computeHunks("x\n".repeat(15_000), "y\n".repeat(15_000)), null);
  assert.equal(computeHunks("x".repeat(600_000), "y".repeat(600_000)), null);
  const random = (seed: number): string =>
    Array.from({ length: 9_000 }, (_, index) => String((index * seed) % 7919)).join("\n");
  assert(effort(() => computeHunks(random(31), random(17))) < 1_000);
});

test("changed words inside changed lines", () => {
  assert.deepEqual(compareWords("const a = load(file);", "const b = load(file);"), {
    before: [{ from: 6, to: 7 }],
    after: [{ from: 6, to: 7 }],
  });
  assert.equal(compareWords("nothing alike here", "XYZ(12)"), null);
  assert.equal(compareWords("a".repeat(2_000), "b"), null);
  const words = (sign: string, seed: number): readonly string[] =>
    Array.from(
      { length: 2_000 },
      (_, line) => sign + Array.from({ length: 160 }, (_, word) => String((line * word * seed) % 97)).join(" "),
    );
  assert(effort(() => changedWords(diffRows([hunk(1, 1, [...words("-", 3), ...words("+", 5)])]).rows)) < 1_000);
});

test("blocks keep changes together and fold long unchanged ranges", () => {
  const same = (count: number): readonly string[] => Array.from({ length: count }, () => " x");
  const { rows } = diffRows([hunk(1, 1, [...same(50), "-a", "+a", "\\ none", ...same(8), "-b", ...same(50)])]);
  const list = blocks(rows);
  assert.deepEqual(
    list.filter(({ kind }) => kind !== "line"),
    [
      { kind: "unchanged", from: 0, to: 47 },
      { kind: "change", before: [50], after: [51, 52] },
      { kind: "change", before: [61], after: [] },
      { kind: "unchanged", from: 65, to: 112 },
    ],
  );
  assert.equal(list.length, 18);
  assert.deepEqual(
    list.map(height).reduce((sum, lines) => sum + lines),
    20,
  );
  assert.deepEqual(blocks(rows, 0, 47, false).length, 47);
  const many = diffRows([
    hunk(
      1,
      1,
      Array.from({ length: 5_000 }, () => "+x"),
    ),
  ]);
  assert(blocks(many.rows).every((block) => height(block) <= 2_000));
  assert.equal(
    blocks(many.rows).reduce((sum, block) => sum + height(block), 0),
    5_000,
  );
});

test("a patch is applied to the old file", () => {
  const file = ["package a", "", "func f() {", "\tif x {", "\t\treturn", "\t}", "}", "// end"];
  const fits = wholeRows(file, [
    hunk(3, 3, [" func f() {", "-  if x {", "+  if y {", "     return"]),
    hunk(8, 8, ["-// end", "+// END"]),
  ]);
  const text = (which: "before" | "after"): readonly string[] =>
    side(fits?.rows ?? [], which).map((index) => {
      const row = fits?.rows[index];
      return row?.kind === "line" ? row.text : "";
    });
  assert.deepEqual(text("before"), file);
  assert.deepEqual(text("after"), ["package a", "", "func f() {", "\tif y {", "\t\treturn", "\t}", "}", "// END"]);
  assert.deepEqual([fits?.added, fits?.removed], [2, 2]);
  assert.equal(enclosing(fits?.rows ?? [], 5), "func f() {");
  assert.equal(enclosing(fits?.rows ?? [], 0), "");
  for (const [name, patch] of Object.entries({
    "other words": [hunk(3, 3, [" func g() {"])],
    "past the end": [hunk(8, 8, [" // end", " more"])],
    "far away": [hunk(900, 900, [" x"])],
    "out of order": [hunk(5, 5, ["-\t\treturn"]), hunk(1, 1, [" package a"])],
  })) {
    assert.equal(wholeRows(file, patch), null, name);
  }
  assert.equal(wholeRows([], [hunk(0, 1, ["+a", "+b"])])?.rows.length, 2);
  assert.equal(wholeRows(file, [hunk(-5, 0, ["+a"])])?.rows.length, 9);
});

test("patches as text, and malformed ones", () => {
  const lines = [" a", "-b", "+B", "+C"];
  assert.equal(
    patchText("/w/x.go", [hunk(4, 6, lines)]),
    "--- a/w/x.go\n+++ b/w/x.go\n@@ -4,2 +6,3 @@\n a\n-b\n+B\n+C\n",
  );
  assert.equal(isInvalid([hunk(4, 6, lines)]), false);
  assert.equal(isInvalid([{ ...hunk(4, 6, lines), oldLines: 2, newLines: 3 }]), false);
  assert.equal(isInvalid([{ ...hunk(4, 6, lines), oldLines: 3 }]), true);
  assert.equal(isInvalid([hunk(1, 1, ["what"])]), true);
  assert.equal(isInvalid([{ ...hunk(1, 1, [""]), oldLines: 1, newLines: 1 }]), false);
});

test("lines, samples and overlays", () => {
  assert.deepEqual(splitLines("a\r\nb\n\nc\n"), ["a", "b", "", "c"]);
  assert.deepEqual(splitLines(""), []);
  assert.deepEqual(
    cutLines([
      { text: "/* a\nb */", scope: "comment" },
      { text: " c", scope: "" },
    ]),
    [
      [{ text: "/* a", scope: "comment" }],
      [
        { text: "b */", scope: "comment" },
        { text: " c", scope: "" },
      ],
    ],
  );
  const source = ["let a", "x".repeat(5_000), "let b", ...Array.from({ length: 9_000 }, () => "let c = 1")];
  const piece = sample(source);
  assert(piece.text.length <= 20_000 && piece.skipped.has(1) && piece.lines < source.length);
  const lines = coloredLines(source, piece, [{ text: piece.text, scope: "keyword" }]);
  assert.deepEqual(
    lines.map((line) => line.map((run) => run.text).join("")),
    source,
  );
  assert.equal(lines[1]?.[0]?.scope, "");
  const overlaid = overlay(
    [
      { text: "abc", scope: "string" },
      { text: "def", scope: "" },
    ],
    [{ from: 2, to: 4 }],
  );
  assert.deepEqual(
    overlaid.map((run) => [run.text, run.scope, run.changed]),
    [
      ["ab", "string", false],
      ["c", "string", true],
      ["d", "", true],
      ["ef", "", false],
    ],
  );
});

test("languages by fence word and file name", () => {
  const file = (path: string): string => languageOfFile(path).grammar;
  assert.deepEqual(
    [
      "a/b.tsx",
      "Dockerfile",
      "x/Makefile",
      "a.go",
      "C:\\a\\b.PY",
      ".env.local",
      "noext",
      "go",
      "a.unknown",
      "Cargo.toml",
      ".bashrc",
    ].map(file),
    ["typescript", "dockerfile", "makefile", "go", "python", "properties", "", "", "", "ini", "bash"],
  );
  assert.equal(languageOf("TS").title, "TypeScript");
  assert.equal(languageOf("constructor").grammar, "");
});
