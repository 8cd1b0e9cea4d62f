import assert from "node:assert/strict";
import { test } from "node:test";
import { isFailure } from "./failure";
import type { FoundValue, PartValue, Queries } from "./model";
import { type ParserApi, type Source, parserOf } from "./protocol";
import { type FindOptions, scan } from "./scan";

const MB = 1 << 20;

/** A parser that finds a value in each part that it scans, except for every third, and notes the parts. */
class FakeParser {
  readonly parts: number[] = [];
  readonly added: PartValue[] = [];
  readonly firstBytes = new Map<number, number | undefined>(); // by part
  readonly #addedParts = new Set<number>();
  #count = 0;
  #part: Queries["beginPart"]["request"] | undefined;
  #read = 0;

  readonly api: ParserApi = parserOf(async (_, [query, request]) => this.query(query as string, request));

  query(query: string, request: unknown): unknown {
    switch (query) {
      case "beginScan":
        this.#count = (request as Queries["beginScan"]["request"]).parts;
        return { error: "" };
      case "beginPart":
        this.#part = request as Queries["beginPart"]["request"];
        this.#read = Math.max(0, this.#part.from - 1);
        this.parts.push(this.#part.part);
        return null;
      case "writePart": {
        const { bytes } = request as Queries["writePart"]["request"];
        const part = this.#part?.part ?? -1;
        if (!this.firstBytes.has(part)) this.firstBytes.set(part, bytes[0]);
        this.#read += bytes.byteLength;
        return { more: this.#read < (this.#part?.to ?? 0) };
      }
      case "readPartValues": {
        const values = this.parts.filter(hasValue).map((part) => ({ part, key: "", value: foundValue(part) }));
        return page(values, request as Queries["readPartValues"]["request"]);
      }
      case "addPartValues": {
        const { parts, values } = request as Queries["addPartValues"]["request"];
        for (const part of parts ?? []) this.#addedParts.add(part);
        this.added.push(...(values ?? []));
        return null;
      }
      default: {
        const scanned = new Set([...this.parts, ...this.#addedParts]);
        if (scanned.size !== this.#count) throw new Error("not all parts were scanned");
        const parts = [...this.parts.filter(hasValue), ...this.added.map(({ part }) => part)].sort((a, b) => a - b);
        return page(parts.map(foundValue), request as Queries["readFoundValues"]["request"]);
      }
    }
  }
}

/** A helper that fails with its second part. */
class FailingParser extends FakeParser {
  override query(query: string, request: unknown): unknown {
    if (query === "beginPart" && this.parts.length === 1) throw new Error("out of memory");
    return super.query(query, request);
  }
}

/** A helper that starts when it is told to. */
class SlowParser extends FakeParser {
  start: () => void = () => undefined;
  readonly #started = new Promise<void>((resolve) => (this.start = resolve));

  override query(query: string, request: unknown): unknown {
    const reply = super.query(query, request);
    return query === "beginScan" ? this.#started.then(() => reply) : reply;
  }
}

/** Returns a page of values. It is short, so that there are several. */
function page(all: readonly unknown[], { from }: Queries["readFoundValues"]["request"]): object {
  return { values: all.slice(from, from + 2), total: all.length };
}

function hasValue(part: number): boolean {
  return part % 3 !== 1;
}

function foundValue(part: number): FoundValue {
  return { kind: "word", rule: "word", value: `part ${part}`, count: 1, file: "a.jsonl", before: "", after: "" };
}

const files: readonly Source[] = [
  { path: "a.jsonl", blob: new Blob([new Uint8Array(60 * MB)]) },
  { path: "empty.jsonl", blob: new Blob() },
  { path: "b.jsonl", blob: new Blob([new Uint8Array(MB)]) },
];
const PARTS = 10;
const all = Array.from({ length: PARTS }, (_, part) => part)
  .filter(hasValue)
  .map((part) => `part ${part}`);

async function valuesOf(helpers: readonly FakeParser[], options?: FindOptions): Promise<readonly string[]> {
  const apis = helpers.map(({ api }) => api);
  return (await scan(files, new FakeParser().api, apis, options)).map(({ value }) => value);
}

test("each part is scanned once, also that of an empty file, by one of the parsers", async () => {
  const helpers = [new FakeParser(), new FakeParser()];
  let read = 0;
  assert.deepEqual(await valuesOf(helpers, { onProgress: (bytes) => (read = bytes) }), all);
  assert.ok(
    helpers.every(({ parts }) => parts.length > 0),
    "the helpers scanned nothing",
  );
  assert.equal(read, 61 * MB);
});

test("files with the same path are scanned with their own bytes, also in several parts", async () => {
  const twins = [1, 2].map((byte) => ({ path: "a.jsonl", blob: new Blob([new Uint8Array(10 * MB).fill(byte)]) }));
  const main = new FakeParser();
  const helper = new FakeParser();
  await scan(twins, main.api, [helper.api]);
  const bytes = [...main.firstBytes, ...helper.firstBytes].sort(([a], [b]) => a - b);
  assert.deepEqual(bytes, [
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 2],
  ]);
});

test("the main parser scans the parts of a helper that fails", async () => {
  const failing = new FailingParser();
  let read = 0;
  assert.deepEqual(await valuesOf([failing], { onProgress: (bytes) => (read = bytes) }), all);
  assert.equal(failing.parts.length, 1);
  assert.equal(read, 61 * MB);
});

test("a helper that starts late takes no part of one that fails", async () => {
  const slow = new SlowParser();
  const main = new FakeParser();
  const onProgress = (): void => {
    if (main.parts.length + failing.parts.length >= PARTS) slow.start();
  };
  const failing = new FailingParser();
  const values = await scan(files, main.api, [slow.api, failing.api], { onProgress });
  assert.deepEqual(
    values.map(({ value }) => value),
    all,
  );
  assert.deepEqual(slow.parts, []);
});

test("what a helper found is not added once the scan is aborted", async () => {
  const controller = new AbortController();
  const main = new FakeParser();
  const helper = new FakeParser();
  const query = helper.query.bind(helper);
  helper.query = (name, request) => {
    if (name === "readPartValues") controller.abort();
    return query(name, request);
  };
  await assert.rejects(scan(files, main.api, [helper.api], { signal: controller.signal }), { name: "AbortError" });
  assert.deepEqual(main.added, []);
});

test("a file that got shorter is reported", async () => {
  const shorter: Source = {
    path: "a.jsonl",
    blob: { size: 10, slice: () => new Blob(["12345"]), arrayBuffer: async () => new ArrayBuffer(5) },
  };
  await assert.rejects(
    scan([shorter], new FakeParser().api, []),
    (error: unknown) => isFailure(error) && error.code === "unreadable" && error.path === "a.jsonl",
  );
});

test("an invalid pattern is an invalid option", async () => {
  const { api } = new FakeParser();
  const refusing: ParserApi = { ...api, query: async () => ({ error: "missing )" }) };
  await assert.rejects(scan(files, refusing, []), (error: unknown) => isFailure(error) && error.code === "options");
});

test("a scan that is aborted ends", async () => {
  const controller = new AbortController();
  const main = new FakeParser();
  const scanning = scan(files, main.api, [], { signal: controller.signal, onProgress: () => controller.abort() });
  await assert.rejects(scanning, { name: "AbortError" });
  assert.deepEqual(main.parts, [0]);
});
