import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "../model";
import { isFailure } from "../failure";
import { Parser, type SyncRead } from "./parser";
import type { FileContent, WasmApi, WasmHost } from "../protocol";
import { equalBytes, joined } from "../testing/bytes";

/** A parser with a program that does nothing except record its calls. */
function parser(
  other: {
    readonly open?: () => unknown;
    readonly write?: (file: number, bytes: Uint8Array) => unknown;
    readonly resume?: (file: number) => unknown;
    readonly prices?: (table: string) => unknown;
    readonly countSessions?: () => number;
  } = {},
  page = (): Page | Error => ({ from: 0, total: 1, revision: 1, rows: [], missed: false }),
  readSync?: SyncRead,
) {
  const called: { readonly what: string; readonly at: number }[] = [];
  const note = (what: string): void => void called.push({ what, at: performance.now() });
  const fake = {
    open: () => 0,
    write: () => note("write"),
    close: () => undefined,
    finish: () => note("finish"),
    sessions: () => ({ order: Uint32Array.of(0), changed: [{ index: 0 }] }),
    countSessions: () => 1,
    prices: () => (note("prices"), null),
    query: (name: string) => {
      if (name === "rows") return page();
      note(name);
      return [];
    },
    resume: () => note("resume"),
    ...other,
  };
  let read: WasmHost["read"] = () => new Uint8Array();
  const made = new Parser({
    start: async (given) => {
      read = given;
      return { api: fake as unknown as WasmApi, memory: () => 0, stopReason: () => undefined };
    },
    readSync,
  });
  return { made, called, read: (...range: Parameters<WasmHost["read"]>) => read(...range) };
}

/** With this, large files do not stay in memory. */
const notRead = (): never => {
  throw new Error("nothing is read");
};

/** A parser that does not keep files in memory, and the bytes that it received of each. */
function receiver() {
  const seen: Uint8Array[] = [];
  const { made } = parser(
    {
      open: () => seen.push(new Uint8Array()) - 1,
      write: (file, bytes) => void (seen[file] = joined(seen[file] ?? new Uint8Array(), bytes)),
      resume: (file) => seen[file]?.byteLength,
    },
    undefined,
    notRead,
  );
  return { made, seen };
}

test("while files are read, repeated requests wait, and requests of the user do not", async () => {
  const { made, called } = parser();
  const asked: Promise<unknown>[] = [];
  const outline = (): Promise<unknown> => made.query("outline", { session: 0, from: 0, count: 100 });
  const began = performance.now();
  await made.load([{ path: "a.jsonl", blob: new Blob([new Uint8Array(9 << 20)]) }], () => {
    if (asked.length === 0) asked.push(outline(), made.query("prompt", { session: 0, number: 1 }));
  });
  await Promise.all(asked);
  const place = (what: string): number => called.findIndex((one) => one.what === what);
  assert.ok(place("prompt") < called.findLastIndex(({ what }) => what === "write"), "a reader waited");
  const first = called[place("outline")];
  assert.ok(place("outline") > place("finish") || (first !== undefined && first.at - began >= 1000), "it came at once");
  await outline(); // nothing is read any more
});

test("the first rows are sent once, with the first progress event that counts them", async () => {
  const { made } = parser();
  const came: boolean[] = [];
  await made.load(
    [{ path: "a.jsonl", blob: new Blob([new Uint8Array(9 << 20)]) }],
    (_progress, first) => void came.push(first !== undefined),
  );
  assert.ok(came.length > 1);
  assert.deepEqual(came, [true, ...came.slice(1).map(() => false)]);
});

test("a file of a few MB is reported once, and its first rows come with the reply", async () => {
  const { made, called } = parser();
  const came: unknown[] = [];
  const { first, sessions } = await made.load(
    [{ path: "a.jsonl", blob: new Blob([new Uint8Array(3 << 20)]) }],
    ({ bytes, done }) => void came.push({ bytes, done }),
  );
  assert.deepEqual(came, [{ bytes: 3 << 20, done: true }]);
  assert.equal(first?.total, 1);
  assert.equal(sessions.order.length, 1);
  assert.equal(called.filter(({ what }) => what === "write").length, 2); // in pieces of at most 2 MB
});

test("an error of a progress report does not end reading, and is not an error of the file", async () => {
  const { made, called } = parser({}, () => new Error("rows: this call only")); // as Go returns its errors
  const reports = await made
    .load([{ path: "a.jsonl", blob: new Blob([new Uint8Array(3 << 20)]) }], () => undefined)
    .then(({ missed }) => (missed.length === 0 ? "read" : missed), String);
  assert.equal(reports, "read");
  assert.ok(called.filter(({ what }) => what === "write").length > 1);
  const dead = parser({ write: () => new Error("out of memory") });
  const why = await dead.made
    .load([{ path: "a.jsonl", blob: new Blob(["x"]) }], () => undefined)
    .then(
      () => "read",
      (error: unknown) => (isFailure(error) ? error.code : String(error)),
    );
  assert.equal(why, "crashed");
});

test("a price table is accepted up to its limit, and a larger one is ignored", async () => {
  const priced = async (size: number): Promise<string> => {
    const { made, called } = parser();
    const reports = await made
      .load(
        [
          { path: "a.jsonl", blob: new Blob(["x"]) },
          { path: "prices.tsv", blob: new Blob(["#".repeat(size)]) },
        ],
        () => undefined,
      )
      .then(({ missed }) => missed[0]?.code ?? "taken", String);
    return `${reports} ${called.filter(({ what }) => what === "prices").length}`;
  };
  assert.equal(await priced(1 << 20), "taken 1");
  assert.equal(await priced((1 << 20) + 1), "prices 0");
});

test("after an invalid price table, the one before is applied", async () => {
  const applied = async (...tables: readonly string[]): Promise<string> => {
    const asked: string[] = [];
    const prices = (table: string): unknown => {
      asked.push(table);
      return table.startsWith("bad") ? { code: "invalid-date", line: 1, column: 2, value: "x" } : null;
    };
    const sources = ["a.jsonl", ...tables].map((text) => ({
      path: text === "a.jsonl" ? text : "prices.tsv",
      blob: new Blob([text]),
    }));
    const { missed } = await parser({ prices }).made.load(sources, () => undefined);
    return `${missed[0]?.code ?? "read"}: ${asked.join()}`;
  };
  assert.equal(await applied("new", "before"), "read: new");
  assert.equal(await applied("bad", "before"), "prices: bad,before");
  assert.equal(await applied("bad"), "prices: bad");
});

test("a price table in a folder is no price table", async () => {
  const { made, called } = parser();
  const sources = ["p/a.jsonl", "p/prices.tsv", "p/b/prices.tsv"].map((path) => ({ path, blob: new Blob(["x"]) }));
  assert.deepEqual((await made.load(sources, () => undefined)).missed, []);
  assert.equal(called.filter(({ what }) => what === "prices").length, 0);
});

test("a copy of a file that was read further meanwhile does not replace the newer data", async () => {
  const size = 33 << 20; // too large to be copied while it is read
  const { made } = parser({ resume: () => size }, undefined, notRead);
  const file = new File([new Uint8Array(size)], "a.jsonl");
  const grown = new File([file, "and more"], "a.jsonl");
  // Pieces are requested only for the copy: by then, those of the current file have been read.
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let copied = (): void => undefined;
  const end = new Promise<void>((resolve) => (copied = resolve));
  file.slice = (from = 0, to = size) => {
    const part = new Blob([new Uint8Array(to - from)]);
    const read = part.arrayBuffer.bind(part);
    part.arrayBuffer = async () => {
      await opened;
      const bytes = await read();
      if (to === size) setTimeout(copied); // after the promises that wait for the bytes
      return bytes;
    };
    return part;
  };
  const slice = grown.slice.bind(grown);
  grown.slice = (from, to) => (from === 0 ? new Blob() : slice(from, to)); // too short, like a file that changed

  await made.load([{ path: "a.jsonl", blob: file }], () => undefined);
  await made.follow([{ path: "a.jsonl", blob: grown }]);
  open();
  await end;
  assert.equal(new TextDecoder().decode(await made.raw({ file: 0, offset: size, length: 100 })), "and more");
});

test("a file that is being read further is not copied before its end is read", async () => {
  const size = 33 << 20; // too large to be copied while it is read
  let files = 0;
  const { made } = parser({ open: () => files++, resume: () => size }, undefined, notRead);
  const gate = (): readonly [Promise<void>, () => void] => {
    let open = (): void => undefined;
    return [new Promise((resolve) => (open = resolve)), () => open()];
  };
  const [copying, copy] = gate();
  const [reading, read] = gate();
  const [begun, begin] = gate();
  const [copied, end] = gate();
  const first = new File([new Uint8Array(size)], "a.jsonl");
  const second = new File([new Uint8Array(size)], "b.jsonl");
  const grown = new File([second, "and more"], "b.jsonl");
  /** Lets reads of parts of a file wait, and records them. */
  const hold = (
    file: File,
    which: (from: number) => boolean,
    until: Promise<void>,
    heard = (_bytes: Promise<unknown>): void => undefined,
  ): void => {
    const slice = file.slice.bind(file);
    file.slice = (from = 0, to) => {
      const part = slice(from, to);
      const bytes = part.arrayBuffer.bind(part);
      if (which(from)) {
        part.arrayBuffer = () => {
          const coming = until.then(bytes);
          heard(coming);
          return coming;
        };
      }
      return part;
    };
  };
  const atEnd = (bytes: Promise<unknown>): void => void bytes.then(() => setTimeout(end)); // by then the copy is made
  hold(first, (from) => from === 0, copying);
  hold(first, (from) => from === 32 << 20, copying, atEnd);
  hold(grown, (from) => from === size, reading, begin);

  await made.load(
    [first, second].map((file) => ({ path: file.name, blob: file })),
    () => undefined,
  );
  const following = made.follow([{ path: "b.jsonl", blob: grown }]);
  await begun;
  let early = 0;
  for (const file of [second, grown])
    hold(
      file,
      (from) => from < size,
      copied,
      () => early++,
    );
  copy(); // of the first file; the second one's would be next
  await copied;
  assert.equal(early, 0);
  read();
  await following;
  assert.equal(new TextDecoder().decode(await made.raw({ file: 1, offset: size, length: 100 })), "and more");
});

test("a snapshot of a file waits for the copy, and no longer depends on the file", async () => {
  const { made } = parser({}, undefined, notRead);
  const size = 33 << 20; // too large to be copied while it is read
  const file = new File([new Uint8Array(size).fill(7)], "a.jsonl");
  await made.load([{ path: "a.jsonl", blob: file }], () => undefined);
  const snapshot = await made.snapshot(0);
  assert.ok(snapshot !== undefined && !(snapshot instanceof File));
  assert.equal(snapshot.size, size);
  assert.deepEqual(new Uint8Array(await snapshot.slice(-2).arrayBuffer()), new Uint8Array([7, 7]));
});

test("there is no snapshot of a file that cannot be copied", async () => {
  const { made } = parser({}, undefined, notRead);
  const file = new File([new Uint8Array(33 << 20)], "a.jsonl");
  file.slice = () => new Blob(); // too short, like a file that changed
  await made.load([{ path: "a.jsonl", blob: file }], () => undefined);
  assert.equal(await made.snapshot(0), undefined);
});

test("following files waits until everything is read", async () => {
  const { made, called } = parser();
  const source = { path: "a.jsonl", blob: new Blob([new Uint8Array(3 << 20)]) };
  let following: Promise<void> | undefined;
  await made.load([source], () => void (following ??= made.follow([source])));
  await following;
  const place = (what: string): number => called.findIndex((one) => one.what === what);
  assert.ok(place("resume") > place("finish"), called.map(({ what }) => what).join(" "));
});

test("a single file of a few MB stays in memory, until it is replaced", async () => {
  const read: string[] = [];
  const bytes = new TextEncoder().encode("first".padEnd(9 << 20));
  let from = bytes.length;
  const opened = parser({ resume: () => from }, undefined, (blob) => {
    read.push(String(blob.size));
    return new Uint8Array(blob.size);
  });
  const text = (offset: number, length: number): string =>
    new TextDecoder().decode(opened.read(0, offset, length)).trim();
  await opened.made.load([{ path: "a.jsonl", blob: new File([bytes], "a.jsonl") }], () => undefined);
  assert.equal(text(0, 5), "first");
  assert.equal(text(bytes.length - 5, 5), "");
  assert.equal((await opened.made.snapshot(0))?.size, bytes.length);
  assert.deepEqual(read, []);

  const grown = (...parts: BlobPart[]) => [{ path: "a.jsonl", blob: new File(parts, "a.jsonl") }];
  await opened.made.follow(grown(bytes, "and more"));
  assert.equal(text(0, 5), "first");
  text(bytes.length, 8); // what follows is not in memory
  assert.deepEqual(read, ["8"]);
  assert.equal(
    new TextDecoder().decode(await opened.made.raw({ file: 0, offset: bytes.length, length: 8 })),
    "and more",
  );

  from = 0; // another file has taken its place
  await opened.made.follow(grown("second"));
  text(0, 6);
  assert.deepEqual(read, ["8", "6"]);
  assert.equal(new TextDecoder().decode(await opened.made.raw({ file: 0, offset: 0, length: 6 })), "second");
});

test("what was appended to a file while it was opened can be read", async () => {
  const text = new Blob(["first,second"]);
  let size = 6;
  const grows = {
    get size() {
      return [size, (size = text.size)][0] ?? 0;
    },
    lastModified: 1,
    slice: (from?: number, to?: number) => text.slice(from, to),
    arrayBuffer: () => text.arrayBuffer(),
  };
  const opened = parser({}, undefined, () => new Uint8Array());
  await opened.made.load([{ path: "a.jsonl", blob: grows }], () => undefined);
  const read = async (offset: number): Promise<string> =>
    new TextDecoder().decode(await opened.made.raw({ file: 0, offset, length: 6 }));
  assert.deepEqual([await read(0), await read(6)], ["first,", "second"]);
});

test("one of many small files grows: its bytes can be read, and those of the others are unchanged", async () => {
  const { made, seen } = receiver();
  const contents = Array.from({ length: 20 }, (_, at) => `content of file ${at}`);
  /** A file that cannot be read before `from`, nor after it has changed, since the parser has a copy. */
  const openFile = (at: number, from = 0) => {
    const file = new File([contents[at] ?? ""], `${at}.jsonl`);
    const slice = file.slice.bind(file);
    let isChanged = false;
    file.slice = (start = 0, end) => {
      assert.ok(!isChanged && start >= from, `file ${at} is read from ${start}`);
      return slice(start, end);
    };
    return { source: { path: file.name, blob: file }, change: () => (isChanged = true) };
  };
  const check = async (): Promise<void> => {
    for (const [file, content] of contents.entries()) {
      const text = new TextDecoder().decode(await made.raw({ file, offset: 0, length: 100 }));
      assert.deepEqual([text, new TextDecoder().decode(seen[file])], [content, content]);
      assert.equal(await (await made.snapshot(file))?.text(), content);
    }
  };
  const opened = contents.map((_, at) => openFile(at));
  await made.load(
    opened.map(({ source }) => source),
    () => undefined,
  );
  for (const { change } of opened) change();
  await check();
  // The second addition is as long as the whole file was, and the third one follows to a copy of its own.
  for (const addition of [" and more", "content of file 7", "."]) {
    const from = contents[7]?.length ?? 0;
    contents[7] = (contents[7] ?? "") + addition;
    const grown = openFile(7, from);
    await made.follow([grown.source]);
    grown.change();
    await check();
  }
  const old = "content of file 7";
  const bytes = await made.raw({ file: 7, offset: old.length - 1, length: 4 });
  assert.equal(new TextDecoder().decode(bytes), "7 an");
});

test("a file that grows while a folder is read loses no bytes, and repeats none", async () => {
  /** A file that has its final size after it was accessed some times. */
  const growing = (before: Uint8Array, after: Uint8Array, accesses: number): FileContent => {
    const blobs = [before, after].map((bytes) => new Blob([bytes as BlobPart]));
    const current = (): Blob => blobs[accesses-- > 0 ? 0 : 1] ?? new Blob();
    const part = (start = 0, end = after.byteLength): FileContent => ({
      get size() {
        return current().slice(start, end).size;
      },
      lastModified: 1,
      slice: part,
      arrayBuffer: () => current().slice(start, end).arrayBuffer(),
    });
    return part();
  };
  const sizes = [
    [6, 16],
    [6, 400_000], // it no longer fits into the first chunk
    [300_000, 300_010], // read in one piece
    [1_010_000, 1_010_010], // read in slices
  ] as const;
  // The first access is the one that tells the size.
  const files = [1, 2, 3, 4, 5].flatMap((accesses) =>
    sizes.map(([before, size]) => {
      const all = new Uint8Array(size).map((_, at) => (at * accesses) % 251);
      return { path: `${before} to ${size} after ${accesses}.jsonl`, before, accesses, all };
    }),
  );
  for (const ordered of [files, files.toReversed()]) {
    const { made, seen } = receiver();
    await made.load(
      ordered.map(({ path, before, accesses, all }) => ({
        path,
        blob: growing(all.subarray(0, before), all, accesses),
      })),
      () => undefined,
    );
    const check = async (isAtEnd: boolean): Promise<void> => {
      for (const [file, { path, before, all }] of ordered.entries()) {
        const bytes = seen[file] ?? new Uint8Array();
        equalBytes(bytes, all.subarray(0, isAtEnd ? all.byteLength : Math.max(before, bytes.byteLength)), path);
        equalBytes(await made.raw({ file, offset: 0, length: all.byteLength }), bytes, `raw of ${path}`);
      }
    };
    await check(false);
    await made.follow(ordered.map(({ path, all }) => ({ path, blob: new File([all as BlobPart], path) })));
    await check(true);
  }
});

test("if no file can be read, all of them are reported", async () => {
  const unreadable = new Blob(["{}"]);
  unreadable.arrayBuffer = () => Promise.reject(new DOMException("it changed", "NotReadableError"));
  const { made } = parser({ countSessions: () => 0 }, undefined, notRead);
  const sources = ["p/a.jsonl", "p/b.jsonl", "p/c.jsonl"].map((path) => ({ path, blob: unreadable }));
  assert.deepEqual(await made.load(sources, () => undefined).catch((error: unknown) => error), {
    code: "unreadable",
    detail: "it changed",
    path: "p/a.jsonl",
    others: ["p/b.jsonl", "p/c.jsonl"],
  });
});
