import assert from "node:assert/strict";
import { test } from "node:test";
import { failure } from "../../parser/failure";
import type { Failure } from "../../parser/protocol";
import { readChanged, readOn, reopen } from "./read-on";
import { FakeFile, handlesOf } from "./testing/fake-handles";
import { FakeReader } from "./testing/fake-reader";

const changed = (path: string): Failure => failure("unreadable", "it changed", path);

/** Reads on in a file "p/a.jsonl" of which "one" was read, and returns the paths that are still missed. */
async function readOnIn(reader: FakeReader, content: Error | (() => string)): Promise<readonly string[]> {
  const { signal } = new AbortController();
  const handles = handlesOf(new FakeFile("a.jsonl", content));
  const left = await readChanged(reader.api, handles, [changed("p/a.jsonl")], signal);
  return left.map(({ path }) => path);
}

test("a file that changed while it was being read is opened again and read on", async () => {
  const reader = new FakeReader({ "p/a.jsonl": "one" });
  assert.deepEqual(await readOnIn(reader, () => "one and more"), []);
  assert.equal(reader.textAt("p/a.jsonl"), "one and more");
  assert.equal(reader.followed.length, 1);
});

test("a file that is unchanged after all is read to its end", async () => {
  const reader = new FakeReader({ "p/a.jsonl": "one" });
  assert.deepEqual(await readOnIn(reader, () => "one"), []);
  assert.deepEqual(reader.followed, [["p/a.jsonl"]]);
});

test("a file that was deleted, replaced, or cannot be opened stays missed", async () => {
  for (const [name, content] of [
    ["deleted", new DOMException("", "NotFoundError")],
    ["refused", new DOMException("", "NotAllowedError")],
    ["replaced", () => "One"],
    ["shortened", () => "on"],
    ["emptied", () => ""],
  ] as const) {
    const reader = new FakeReader({ "p/a.jsonl": "one" });
    assert.deepEqual(await readOnIn(reader, content), ["p/a.jsonl"], name);
    assert.deepEqual(reader.followed, [], name);
  }
});

test("a file that keeps changing is opened five times, or until it was read to its end", async () => {
  let opened = 0;
  const content = (): string => `one${" more".repeat(++opened)}`;
  const reader = new FakeReader({ "p/a.jsonl": "one" });
  reader.reads = (text) => text.slice(0, -1);
  assert.deepEqual(await readOnIn(reader, content), ["p/a.jsonl"]);
  assert.equal(opened, 5);
  assert.equal(reader.followed.length, 5);

  opened = 0;
  const settling = new FakeReader({ "p/a.jsonl": "one" });
  settling.reads = (text) => (opened < 3 ? text.slice(0, -1) : text);
  assert.deepEqual(await readOnIn(settling, content), []);
  assert.equal(opened, 3);
});

test("files are read on without those that cannot be, and other failures stay", async () => {
  const reader = new FakeReader({ "p/a.jsonl": "one", "p/b.jsonl": "two", "p/c.jsonl": "three" });
  const unreadable = Object.assign(new File(["one"], "a.jsonl"), {
    slice: () =>
      Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException("", "NotReadableError")) }),
  });
  const broken = Object.assign(new FakeFile("a.jsonl"), { getFile: () => Promise.resolve(unreadable) });
  const handles = handlesOf(broken, new FakeFile("b.jsonl", () => "two and more"), new FakeFile("c.jsonl"));
  const missed = [failure("prices", "line 1", "p/b.jsonl"), changed("p/a.jsonl"), changed("p/b.jsonl")];
  const left = await readChanged(reader.api, handles, missed, new AbortController().signal);
  assert.deepEqual(left, missed.slice(0, 2));
  assert.deepEqual(reader.followed, [["p/b.jsonl"]]);
});

test("an error that is not about a file ends reading on", async () => {
  const reader = new FakeReader({ "p/a.jsonl": "one" });
  await assert.rejects(readOnIn(reader, new RangeError("a mistake")), { name: "RangeError" });
  const crashed = failure("crashed");
  reader.reads = () => {
    throw crashed;
  };
  await assert.rejects(
    readOnIn(reader, () => "one and more"),
    (error: unknown) => error === crashed,
  );
});

test("a canceled load reads on in no file", async () => {
  const reader = new FakeReader({ "p/a.jsonl": "one" });
  const handles = handlesOf(new FakeFile("a.jsonl", () => "one and more"));
  const missed = [changed("p/a.jsonl")];
  assert.deepEqual(await readChanged(reader.api, handles, missed, AbortSignal.abort()), missed);
  assert.deepEqual(reader.followed, []);
});

test("files are opened again by their paths, as far as possible", async () => {
  const handles = handlesOf(
    new FakeFile("a.jsonl", () => "one"),
    new FakeFile("b.jsonl", new DOMException("", "NotFoundError")),
    new FakeFile("c.jsonl", new DOMException("", "NotAllowedError")),
    new FakeFile("d.jsonl", () => "four"),
  );
  const opened = await reopen(handles, ["p/d.jsonl", "p/c.jsonl", "p/b.jsonl", "p/a.jsonl", "q/a.jsonl"]);
  assert.deepEqual(
    [...opened].map(([path, { size }]) => [path, size]),
    [
      ["p/d.jsonl", 4],
      ["p/a.jsonl", 3],
    ],
  );
});

test("files count as read if they were read to their ends, or have no reader", async () => {
  const reader = new FakeReader({ "a.jsonl": "one" });
  reader.reads = (text) => text.slice(0, 10);
  const { api } = reader;
  const source = (path: string, text: string) => ({ path, blob: new File([text], path) });
  const grown = [source("a.jsonl", "one and more"), source("b.jsonl", "two")];
  assert.deepEqual(await readOn(api, grown), grown.slice(1));
  assert.deepEqual(reader.followed, [["a.jsonl", "b.jsonl"]]);
  const stopped = { ...api, files: async () => [] };
  assert.deepEqual(await readOn(stopped, grown), grown);
});
