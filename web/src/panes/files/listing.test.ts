import assert from "node:assert/strict";
import { test } from "node:test";
import type { TouchedFile } from "../../parser/model";
import { type FileLine, lines, sums } from "./listing";

function file(name: string, more: Partial<TouchedFile> = {}): TouchedFile {
  const none = {
    reads: 0,
    edits: 0,
    writes: 0,
    failed: 0,
    open: 0,
    left: 0,
    added: 0,
    removed: 0,
    net: null,
    unsized: 0,
    created: false,
    agents: false,
  };
  return { ...none, path: `/w/${name}`, name, inside: true, ...more };
}

const files = [
  file("src/deep/a.ts", { reads: 3 }),
  file("src/B.ts", { reads: 1, edits: 2, added: 5, removed: 1 }),
  file("README.md", { writes: 1, created: true, added: 40 }),
  file("/etc/hosts", { reads: 1, inside: false }),
  file("src/c.ts", { failed: 1 }),
];

function lineTexts(all: readonly FileLine[]): readonly string[] {
  return all.map((line) => (line.kind === "folder" ? `${line.name}:` : line.file.name));
}

test("files are sorted by folder, those outside last", () => {
  deepEqual({ words: "", order: "folder", kind: "all" }, [
    ":",
    "README.md",
    "src:",
    "src/B.ts",
    "src/c.ts",
    "src/deep:",
    "src/deep/a.ts",
    "/etc:",
    "/etc/hosts",
  ]);
});

test("the most touched come first", () => {
  deepEqual({ words: "", order: "changed", kind: "changed" }, ["README.md", "src/B.ts"]);
  deepEqual({ words: "", order: "read", kind: "only-read" }, ["src/deep/a.ts", "/etc/hosts"]);
});

test("a net change counts instead of the edits", () => {
  const revised = file("src/revised.ts", { edits: 9, added: 90, removed: 80, net: { added: 10, removed: 0 } });
  deepEqual(
    { words: "r", order: "changed", kind: "changed" },
    ["README.md", "src/revised.ts", "src/B.ts"],
    [...files, revised],
  );
  assert.equal(sums([revised]).added, 10);
});

test("words match in any case and order", () => {
  deepEqual({ words: " TS src b", order: "changed", kind: "all" }, ["src/B.ts"]);
  deepEqual({ words: "nowhere", order: "folder", kind: "all" }, []);
  deepEqual({ words: "", order: "changed", kind: "failed" }, ["src/c.ts"]);
});

test("sums", () => {
  assert.deepEqual(sums(files), {
    files: 5,
    changed: 2,
    created: 1,
    read: 2,
    added: 45,
    removed: 1,
    unsized: 0,
    failed: 1,
    open: 0,
  });
});

function deepEqual(options: Parameters<typeof lines>[1], want: readonly string[], of = files): void {
  assert.deepEqual(lineTexts(lines(of, options)), want);
}
