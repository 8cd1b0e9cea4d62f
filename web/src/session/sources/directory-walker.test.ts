import assert from "node:assert/strict";
import { test } from "node:test";
import { number } from "../../base/format";
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
  assert.equal(walk.left, undefined);
  assert.ok(look.reports.at(-1)?.endsWith("files found, 100,000 checked"), look.reports.at(-1));
});

test("entries beyond a limit are left out and reported", async () => {
  const many = new DirectoryWalker(waiting());
  await many.entry(folder("f", () => files(MAX_FILES + 10, (n) => `${n}.jsonl`)));
  assert.equal(many.sources.length, MAX_FILES);
  assert.equal(many.left, "files");

  const look = waiting();
  const wide = new DirectoryWalker(look);
  await wide.entry(folder("f", () => files(1e9, (n) => `${n}.js`))); // it would never end
  assert.equal(wide.left, "entries");
  assert.ok(look.reports.at(-1)?.endsWith(`${number(MAX_ENTRIES)} checked`), look.reports.at(-1));

  const nested = (depth: number): FakeEntry =>
    new FakeEntry("d", "/d", () => [new FakeEntry("a.jsonl", "/d/a.jsonl"), nested(depth + 1)]);
  const deep = new DirectoryWalker(waiting());
  await deep.entry(folder("d", () => [nested(0)]));
  assert.equal(deep.left, "deep");
  assert.equal(deep.sources.length, MAX_DEPTH - 1);

  const locked = new DirectoryWalker(waiting());
  await locked.entry(
    folder("f", () => [
      ...files(2, (n) => `${n === 0 ? "locked" : "b"}.jsonl`),
      new FakeEntry("x", "/f/x", () => undefined),
    ]),
  );
  assert.equal(locked.left, "unread");
  assert.equal(locked.sources.length, 1);

  const picked = new DirectoryWalker(waiting()).files(
    (function* () {
      for (let n = 0; ; n++) yield inFolder(n % 2 === 0 ? "a.js" : "a.jsonl");
    })(),
  );
  assert.equal(picked.left, "files");
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
