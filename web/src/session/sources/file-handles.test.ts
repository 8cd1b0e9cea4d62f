import assert from "node:assert/strict";
import { test } from "node:test";
import { HandleTree } from "./file-handles";

/** A handle of a file that cannot be read for a reason, if there is one. */
class FakeFile {
  readonly kind = "file";

  constructor(
    readonly name: string,
    readonly fault?: Error,
  ) {}

  async getFile(): Promise<File> {
    if (this.fault !== undefined) throw this.fault;
    return new File(["{}"], this.name);
  }
}

class FakeFolder {
  readonly kind = "directory";

  constructor(
    readonly name: string,
    readonly files: readonly FakeFile[],
  ) {}

  async getFileHandle(name: string): Promise<FakeFile> {
    if (name.includes(":")) throw new TypeError("Name is not allowed.");
    const file = this.files.find((one) => one.name === name);
    if (file === undefined) throw new DOMException("", "NotFoundError");
    return file;
  }
}

Object.assign(globalThis, { FileSystemFileHandle: FakeFile, FileSystemDirectoryHandle: FakeFolder });

/** Returns the tree of a folder "p" with these files. */
function treeOf(...files: readonly FakeFile[]): HandleTree {
  return new HandleTree([new FakeFolder("p", files) as unknown as FileSystemHandle]);
}

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
