import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeFile, treeOf } from "./testing/fake-handles";

test("only a file that is not found counts as gone", async () => {
  const tree = treeOf(
    new FakeFile("here.jsonl"),
    new FakeFile("gone.jsonl", new DOMException("", "NotFoundError")),
    new FakeFile("refused.jsonl", new DOMException("", "NotAllowedError")),
    new FakeFile("wrong.jsonl", new RangeError("a mistake")),
  );
  assert.equal((await tree.file("p/here.jsonl"))?.name, "here.jsonl");
  assert.equal(await tree.file("p/none.jsonl"), undefined);
  assert.equal(await tree.file("p/gone.jsonl"), undefined);
  await assert.rejects(tree.file("p/refused.jsonl"), { name: "NotAllowedError" });
  await assert.rejects(tree.file("p/wrong.jsonl"), { name: "RangeError" });
});

test("a name that the browser refuses is unreachable", async () => {
  const tree = treeOf();
  assert.equal(await tree.file("p/a:b.jsonl"), undefined);
  assert.equal(tree.isUnreachable("p/a:b.jsonl"), true);
  assert.equal(tree.isUnreachable("p/a.jsonl"), false);
});
