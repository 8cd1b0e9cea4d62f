import assert from "node:assert/strict";
import { test } from "node:test";
import type { FileTree } from "../../session/sources/file-tree";
import { NewFiles } from "./new-files";

/** Returns a tree of files, and what was listed of it. */
function treeOf(paths: readonly string[]): { readonly tree: FileTree; readonly listed: string[] } {
  const listed: string[] = [];
  const tree: FileTree = {
    empty: false,
    isLost: false,
    command: "",
    file: (path) => Promise.resolve(Object.assign(new Blob([path]), { lastModified: 1 })),
    isUnreachable: () => false,
    async *list(folder, deep) {
      listed.push(deep ? `${folder}/**` : folder);
      yield* paths.filter((path) => path.startsWith(`${folder}/`) && (deep || !path.includes("/", folder.length + 1)));
    },
    async *walk() {
      yield* paths;
    },
  };
  return { tree, listed };
}

/** Returns the paths that are found at once, after some sessions have grown. */
async function pathsOf(files: NewFiles, main?: string, ...grown: readonly string[]): Promise<readonly string[]> {
  for (const path of grown) files.noteGrowth(path);
  return (await files.find(main)).map(({ path }) => path);
}

function filler(count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => `p/known/${n}.jsonl`);
}

function mapOf(paths: readonly string[]): ReadonlyMap<string, unknown> {
  return new Map(paths.map((path) => [path, true]));
}

test("files of new folders are found, and files that are known or no part of a session are not", async () => {
  const { tree } = treeOf(["p/a/s.jsonl", "p/a/s/subagents/agent-1.jsonl", "p/b/t.jsonl", "p/b/photo.png"]);
  const files = new NewFiles(tree, new Map([["p/a/s.jsonl", 1]]));
  assert.deepEqual(await pathsOf(files), ["p/a/s/subagents/agent-1.jsonl", "p/b/t.jsonl"]);
});

test("a large tree is searched part by part, again and again", async () => {
  const known = filler(2_500);
  const { tree } = treeOf([...known, "p/new/s.jsonl"]);
  const files = new NewFiles(tree, mapOf(known));
  const found: number[] = [];
  for (let part = 0; part < 9; part++) found.push((await pathsOf(files)).length);
  assert.deepEqual(found, [0, 0, 1, 0, 0, 1, 0, 0, 1]);
});

test("the folders of the session on the screen and of those that grow are searched first", async () => {
  const known = filler(5_000);
  const { tree, listed } = treeOf([
    ...known,
    "p/a/new.jsonl",
    "p/b/t/subagents/agent-1.jsonl",
    "p/c/u/subagents/agent-2.jsonl",
  ]);
  const files = new NewFiles(tree, mapOf(known));
  const grown = ["p/b/t.jsonl", "p/b/t/subagents/agent-0.jsonl"];
  assert.deepEqual(await pathsOf(files, "p/a/s.jsonl", ...grown), ["p/a/new.jsonl", "p/b/t/subagents/agent-1.jsonl"]);
  assert.deepEqual(listed.splice(0), ["p/a", "p/b", "p/a/s/**", "p/b/t/**"]);
  await pathsOf(files);
  assert.deepEqual(listed, []);
});

test("no more than 40 sessions that have grown are searched at once", async () => {
  const { tree, listed } = treeOf([]);
  const files = new NewFiles(tree, new Map());
  await pathsOf(files, undefined, ...Array.from({ length: 50 }, (_, n) => `p/${n}.jsonl`));
  assert.equal(listed.length, 41);
});

test("files that were left out since there were too many are not added", async () => {
  const { tree } = treeOf(["p/a.jsonl", "p/b.jsonl", "p/c.jsonl"]);
  assert.deepEqual(await pathsOf(new NewFiles(tree, mapOf(filler(49_999)))), ["p/a.jsonl"]);
});
