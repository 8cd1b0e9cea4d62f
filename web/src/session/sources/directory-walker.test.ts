import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { number } from "../../base/format";
import { pause } from "../../base/schedule";
import { MAX_DEPTH, type ScanOptions, MAX_ENTRIES, MAX_FILES, DirectoryWalker } from "./directory-walker";
import { strings } from "./strings";

/** A tree of folders as browsers provide it. Names ending in "/" are folders with more entries. */
class FakeEntry {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  constructor(
    readonly name: string,
    readonly fullPath: string,
    readonly children?: () => Iterable<FakeEntry> | undefined,
  ) {
    this.isFile = children === undefined;
    this.isDirectory = !this.isFile;
  }
  file(give: (file: File) => void, fail: () => void): void {
    if (this.name.startsWith("locked")) fail();
    else give(new File([], this.name));
  }
  createReader(): { readEntries(give: (batch: FakeEntry[]) => void, fail: () => void): void } {
    const all = this.children?.()?.[Symbol.iterator]();
    return {
      readEntries: (give, fail) => {
        if (all === undefined) return fail();
        const batch: FakeEntry[] = [];
        for (let next = all.next(); next.done !== true; next = all.next()) {
          batch.push(next.value);
          if (batch.length === 100) break;
        }
        give(batch);
      },
    };
  }
}

function folder(name: string, children: () => Iterable<FakeEntry> | undefined): FileSystemEntry {
  return new FakeEntry(name, `/${name}`, children) as unknown as FileSystemEntry;
}

function* files(count: number, name: (n: number) => string): Generator<FakeEntry> {
  for (let n = 0; n < count; n++) yield new FakeEntry(name(n), `/f/${name(n)}`);
}

/** The classes of browsers, which Node does not have. */
class FileSystemFileHandle {
  readonly kind = "file";
  constructor(
    readonly name: string,
    readonly getFile = (): Promise<File> => Promise.resolve(new File([], name)),
  ) {}
}
class FileSystemDirectoryHandle {
  readonly kind = "directory";
  constructor(
    readonly name: string,
    readonly values: () => Iterable<FileSystemFileHandle | FileSystemDirectoryHandle>,
  ) {}
}

function useFakeHandles(t: TestContext): void {
  const { FileSystemFileHandle: file, FileSystemDirectoryHandle: directory } = globalThis; // of other tests
  Object.assign(globalThis, { FileSystemFileHandle, FileSystemDirectoryHandle });
  t.after(() => Object.assign(globalThis, { FileSystemFileHandle: file, FileSystemDirectoryHandle: directory }));
}

const asHandle = (fake: FileSystemDirectoryHandle): FileSystemHandle => fake as unknown as FileSystemHandle;

function inFolder(name: string, webkitRelativePath = `f/${name}`): File {
  return Object.assign(new File([], name), { webkitRelativePath });
}

function waiting(): ScanOptions & { readonly reports: string[]; readonly stop: () => void } {
  const ended = new AbortController();
  const reports: string[] = [];
  return { signal: ended.signal, stop: () => ended.abort(), reports, onProgress: (note) => void reports.push(note) };
}

test("of a folder of 100,000 files, only parts of sessions are kept", async () => {
  const look = waiting();
  const walk = new DirectoryWalker(look);
  await walk.entry(folder("f", () => files(100_000, (n) => (n % 1_000 === 7 ? `${n}.jsonl` : `${n}.js`))));
  assert.equal(walk.sources.length, 100);
  assert.equal(walk.sources[0]?.path, "f/7.jsonl");
  assert.equal(walk.note, undefined);
  assert.ok(look.reports.at(-1)?.endsWith("files found, 100,000 checked"), look.reports.at(-1));
});

test("entries beyond a limit are left out and reported", async () => {
  const many = new DirectoryWalker(waiting(), [{ path: "one.jsonl", blob: inFolder("one.jsonl") }]);
  await many.entry(folder("f", () => files(MAX_FILES + 10, (n) => `${n}.jsonl`)));
  assert.equal(many.sources.length, MAX_FILES);
  assert.equal(many.note, strings.leftOut.files);

  const look = waiting();
  const wide = new DirectoryWalker(look);
  await wide.entry(folder("f", () => files(1e9, (n) => `${n}.js`))); // it would never end
  assert.equal(wide.note, strings.leftOut.entries);
  assert.ok(look.reports.at(-1)?.endsWith(`${number(MAX_ENTRIES)} checked`), look.reports.at(-1));

  const nested = (depth: number): FakeEntry =>
    new FakeEntry("d", "/d", () => [new FakeEntry("a.jsonl", "/d/a.jsonl"), nested(depth + 1)]);
  const deep = new DirectoryWalker(waiting());
  await deep.entry(folder("d", () => [nested(0)]));
  assert.equal(deep.note, strings.leftOut.deep);
  assert.equal(deep.sources.length, MAX_DEPTH - 1);
  await deep.entry(folder("g", () => undefined)); // every reason is reported
  assert.equal(deep.note, `${strings.leftOut.deep} ${strings.leftOut.unread}`);

  const locked = new DirectoryWalker(waiting());
  await locked.entry(
    folder("f", () => [
      ...files(2, (n) => `${n === 0 ? "locked" : "b"}.jsonl`),
      new FakeEntry("x", "/f/x", () => undefined),
    ]),
  );
  assert.equal(locked.note, strings.leftOut.unread);
  assert.equal(locked.sources.length, 1);

  const picked = new DirectoryWalker(waiting()).files(
    (function* () {
      for (let n = 0; ; n++) yield inFolder(n % 2 === 0 ? "a.js" : "a.jsonl");
    })(),
  );
  assert.equal(picked.note, strings.leftOut.files);
  assert.equal(picked.sources.length, MAX_FILES);
});

test("archives in folders are left out, and named if there is no transcript", async () => {
  const walk = new DirectoryWalker(waiting());
  await walk.entry(new FakeEntry("whole.zip", "/whole.zip") as unknown as FileSystemEntry);
  assert.equal(walk.note, undefined);
  const names = ["a.json", "b\u202e.zip", "c.TGZ", "locked.jsonl"];
  await walk.entry(folder("f", () => files(names.length, (n) => names[n] ?? "")));
  assert.deepEqual(
    walk.sources.map(({ path }) => path),
    ["whole.zip", "f/a.json"],
  );
  assert.equal(walk.note, `${strings.leftOut.unread} ${strings.archive("b.zip")}`);

  const picked = new DirectoryWalker(waiting()).files([inFolder("a.json"), inFolder("b.tar"), inFolder("c.zip", "")]);
  assert.deepEqual(
    picked.sources.map(({ path }) => path),
    ["f/a.json", "c.zip"],
  );
  assert.equal(picked.note, strings.archive("b.tar"));
  assert.equal(picked.files([inFolder("d.jsonl")]).note, undefined);
});

test("files are opened a hundred at once, and taken in their order", async (t) => {
  useFakeHandles(t);
  let [open, most] = [0, 0];
  const delayed = (ms: number): Promise<void> => {
    most = Math.max(most, ++open);
    return pause(ms).then(() => {
      open--;
    });
  };
  class SlowEntry extends FakeEntry {
    override file(give: (file: File) => void): void {
      void delayed(this.name.startsWith("1") ? 2 : 0).then(() => give(new File([], this.name)));
    }
  }
  const names = Array.from({ length: 250 }, (_, n) => `${n}.jsonl`);
  // Some browsers return all entries of a folder at once.
  const all = folder("f", () => []);
  const batches = [names.map((name) => new SlowEntry(name, `/f/${name}`)), []];
  const readEntries = (give: (batch: FakeEntry[]) => void): void => give(batches.shift() ?? []);
  Object.assign(all, { createReader: () => ({ readEntries }) });
  const walk = new DirectoryWalker(waiting());
  await walk.entry(all);
  assert.deepEqual(
    walk.sources.map(({ path }) => path),
    names.map((name) => `f/${name}`),
  );
  assert.equal(most, 100);

  most = 0;
  const handles = names.map(
    (name) =>
      new FileSystemFileHandle(name, () => delayed(name.startsWith("1") ? 2 : 0).then(() => new File([], name))),
  );
  const handled = new DirectoryWalker(waiting());
  await handled.handle(asHandle(new FileSystemDirectoryHandle("f", () => handles)), "f");
  assert.deepEqual(
    handled.sources.map(({ path }) => path),
    names.map((name) => `f/${name}`),
  );
  assert.equal(most, 100);
});

test("of a handle, the files that can be opened are taken, up to the limit", async (t) => {
  useFakeHandles(t);
  const locked = new FileSystemFileHandle("b.jsonl", () => Promise.reject(new Error("locked")));
  const broken = new FileSystemDirectoryHandle("x", () => {
    throw new Error("gone");
  });
  const inner = new FileSystemDirectoryHandle("d", () => [new FileSystemFileHandle("e.jsonl"), broken]);
  const walk = new DirectoryWalker(waiting());
  const files = [new FileSystemFileHandle("a.jsonl"), locked, new FileSystemFileHandle("c.js"), inner];
  await walk.handle(asHandle(new FileSystemDirectoryHandle("f", () => files)), "f");
  assert.deepEqual(
    walk.sources.map(({ path }) => path),
    ["f/a.jsonl", "f/d/e.jsonl"],
  );
  assert.equal(walk.note, strings.leftOut.unread);

  const many = new DirectoryWalker(waiting());
  const handles = Array.from({ length: MAX_FILES + 10 }, (_, n) => new FileSystemFileHandle(`${n}.jsonl`));
  await many.handle(asHandle(new FileSystemDirectoryHandle("f", () => handles)), "f");
  assert.equal(many.sources.length, MAX_FILES);
  assert.equal(many.note, strings.leftOut.files);

  const look = waiting();
  look.stop();
  await assert.rejects(
    new DirectoryWalker(look).handle(asHandle(new FileSystemDirectoryHandle("f", () => handles)), "f"),
    { name: "AbortError" },
  );
});

test("a canceled walk ends", async () => {
  const look = waiting();
  let given = 0;
  const walk = new DirectoryWalker({
    ...look,
    onProgress: (note) => {
      if (note.endsWith(" 500 checked")) look.stop();
    },
  });
  const read = walk.entry(folder("f", () => files(1e9, (n) => ((given = n), `${n}.js`))));
  assert.equal(
    await read.then(
      () => "",
      (error: unknown) => (error instanceof Error ? error.name : ""),
    ),
    "AbortError",
  );
  assert(given < 1_000);
});
