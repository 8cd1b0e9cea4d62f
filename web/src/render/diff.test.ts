import assert from "node:assert/strict";
import { test } from "node:test";
import { changedWords, compareWords, computeHunks } from "./diff-compute";
import { diffRows, pairs, side, stretches } from "./diff-rows";
import { languageOf, languageOfFile } from "./languages";
import { colouredLines, cutLines, overlay, sample, splitLines } from "./runs";

test("rows carry the numbers of both sides", () => {
  const { rows, added, removed } = diffRows([
    { oldStart: 10, newStart: 10, lines: [" a", "-b", "-c", "+B", " d", "\\ No newline at end of file"] },
    { oldStart: 30, newStart: 29, lines: ["+x", "odd"] },
  ]);
  const shown = rows.map((row) => (row.kind === "line" ? `${row.before}|${row.after}|${row.change}|${row.text}` : row.kind === "gap" ? `gap ${row.lines}` : "note"));
  assert.deepEqual(shown, [
    "gap 9", "10|10|same|a", "11|0|removed|b", "12|0|removed|c", "0|11|added|B", "13|12|same|d", "note", "gap 16", "0|29|added|x", "30|30|same|odd",
  ]);
  assert.deepEqual([added, removed], [2, 2]);
  assert.deepEqual(side(rows, "before"), [1, 2, 3, 5, 9]);
  assert.deepEqual(side(rows, "after"), [1, 4, 5, 8, 9]);
  assert.deepEqual(pairs(rows), [{ removed: 2, added: 4 }]);
});

test("hunks are computed within bounds", () => {
  const hunks = computeHunks("a\nb\nc\n", "a\nB\nc\n");
  assert.deepEqual(hunks?.[0]?.lines, [" a", "-b", "+B", " c"]);
  assert.equal(computeHunks("x\n".repeat(15_000), "y\n".repeat(15_000)), null);
  assert.equal(computeHunks("x".repeat(600_000), "y".repeat(600_000)), null);
  const started = performance.now();
  const random = (seed: number): string => Array.from({ length: 9_000 }, (_, index) => String((index * seed) % 7919)).join("\n");
  computeHunks(random(31), random(17));
  assert(performance.now() - started < 1_000);
});

test("changed words inside changed lines", () => {
  assert.deepEqual(compareWords("const a = load(file);", "const b = load(file);"), {
    before: [{ from: 6, to: 7 }],
    after: [{ from: 6, to: 7 }],
  });
  assert.equal(compareWords("nothing alike here", "XYZ(12)"), null);
  assert.equal(compareWords("a".repeat(2_000), "b"), null);
  const words = (sign: string, seed: number): readonly string[] =>
    Array.from({ length: 2_000 }, (_, line) => sign + Array.from({ length: 160 }, (_, word) => String((line * word * seed) % 97)).join(" "));
  const started = performance.now();
  changedWords(diffRows([{ oldStart: 1, newStart: 1, lines: [...words("-", 3), ...words("+", 5)] }]).rows);
  assert(performance.now() - started < 1_000);
});

test("long unchanged stretches are folded", () => {
  const same = (count: number): readonly string[] => Array.from({ length: count }, () => " x");
  const { rows } = diffRows([{ oldStart: 1, newStart: 1, lines: [...same(50), "+a", ...same(10), "-b", ...same(50)] }]);
  assert.deepEqual(stretches(rows), [
    { kind: "unchanged", from: 0, to: 46 },
    { kind: "rows", from: 46, to: 66 },
    { kind: "unchanged", from: 66, to: 112 },
  ]);
});

test("lines, samples and overlays", () => {
  assert.deepEqual(splitLines("a\r\nb\n\nc\n"), ["a", "b", "", "c"]);
  assert.deepEqual(splitLines(""), []);
  assert.deepEqual(cutLines([{ text: "/* a\nb */", scope: "comment" }, { text: " c", scope: "" }]), [
    [{ text: "/* a", scope: "comment" }],
    [{ text: "b */", scope: "comment" }, { text: " c", scope: "" }],
  ]);
  const source = ["let a", "x".repeat(5_000), "let b", ...Array.from({ length: 9_000 }, () => "let c = 1")];
  const piece = sample(source);
  assert(piece.text.length <= 20_000 && piece.skipped.has(1) && piece.lines < source.length);
  const lines = colouredLines(source, piece, [{ text: piece.text, scope: "keyword" }]);
  assert.deepEqual(lines.map((line) => line.map((run) => run.text).join("")), source);
  assert.equal(lines[1]?.[0]?.scope, "");
  const overlaid = overlay([{ text: "abc", scope: "string" }, { text: "def", scope: "" }], [{ from: 2, to: 4 }]);
  assert.deepEqual(overlaid.map((run) => [run.text, run.scope, run.changed]), [
    ["ab", "string", false], ["c", "string", true], ["d", "", true], ["ef", "", false],
  ]);
});

test("languages by fence word and file name", () => {
  const file = (path: string): string => languageOfFile(path).grammar;
  assert.deepEqual(["a/b.tsx", "Dockerfile", "x/Makefile", "a.go", "C:\\a\\b.PY", ".env.local", "noext", "go", "a.unknown", "Cargo.toml", ".bashrc"].map(file), [
    "typescript", "dockerfile", "makefile", "go", "python", "properties", "", "", "", "ini", "bash",
  ]);
  assert.equal(languageOf("TS").title, "TypeScript");
  assert.equal(languageOf("constructor").grammar, "");
});
