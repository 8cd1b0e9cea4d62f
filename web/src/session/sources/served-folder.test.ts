import assert from "node:assert/strict";
import { test } from "node:test";
import { ServedFile, revived } from "../../parser/served-file";
import { type FileTree, treeOf } from "./file-tree";
import { servedSources } from "./served-folder";

const PAGE = "http://127.0.0.1:8677";
const MANIFEST = new URL("/token/local/served.json", PAGE);
const text = "0123456789";

/** An EventSource whose events a test dispatches. */
class FakeEvents extends EventTarget {
  static last: FakeEvents | undefined;
  closed = false;

  constructor(readonly url: URL) {
    super();
    FakeEvents.last = this;
  }

  close(): void {
    this.closed = true;
  }

  tell(name: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
}

const page = Object.assign(new EventTarget(), { hidden: false });

/** Answers with a range of the text, like the server. */
async function answer(url: string, { headers }: { readonly headers: { readonly range: string } }): Promise<Response> {
  if (url.endsWith("gone.jsonl")) return new Response("", { status: 404 });
  if (url.endsWith("broken.jsonl")) throw new TypeError("Failed to fetch");
  const [, from = "", to = ""] = /^bytes=(\d+)-(\d+)$/.exec(headers.range) ?? [];
  if (Number(from) >= text.length) return new Response("", { status: 416 });
  return new Response(text.slice(Number(from), Number(to) + 1), { status: 206 });
}

async function allOf(paths: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const path of paths) all.push(path);
  return all;
}

/** Runs a test with what a page has. */
function testInPage(name: string, run: () => Promise<void>): void {
  test(name, async () => {
    const fakes = { self: { origin: PAGE }, EventSource: FakeEvents, document: page, fetch: answer };
    const before = Object.keys(fakes).map((key) => [key, Object.getOwnPropertyDescriptor(globalThis, key)] as const);
    for (const [key, value] of Object.entries(fakes))
      Object.defineProperty(globalThis, key, { value, configurable: true, writable: true });
    try {
      await run();
    } finally {
      for (const [key, descriptor] of before) {
        if (descriptor === undefined) Reflect.deleteProperty(globalThis, key);
        else Object.defineProperty(globalThis, key, descriptor);
      }
    }
  });
}

function entry(path: string, size = 10, modified = 1): object {
  return { path, size, modified };
}

async function treeWith(...files: readonly object[]): Promise<FileTree> {
  const sources = await servedSources(MANIFEST, new Blob([JSON.stringify({ files })]));
  const tree = sources?.[0] && treeOf(sources[0].blob);
  assert.ok(tree);
  return tree;
}

async function bytesOf(file: { arrayBuffer(): Promise<ArrayBuffer> }): Promise<string> {
  return new TextDecoder().decode(await file.arrayBuffer());
}

testInPage("a manifest becomes files, of which nothing is read", async () => {
  const manifest = new Blob([JSON.stringify({ files: [entry("p/a b#.jsonl", 10, 7)] })]);
  const [source] = (await servedSources(MANIFEST, manifest)) ?? [];
  assert.ok(source);
  assert.equal(source.path, "p/a b#.jsonl");
  assert.equal((source.blob as ServedFile).url, `${PAGE}/token/local/files/p/a%20b%23.jsonl`);
  assert.equal(source.blob.size, 10);
  assert.equal(source.blob.lastModified, 7);
  assert.equal(treeOf(source.blob)?.command, "unspool");
  const named = new Blob([JSON.stringify({ files: [entry("a.jsonl")], command: "npx unspool" })]);
  assert.equal((await servedSources(MANIFEST, named))?.map(({ blob }) => treeOf(blob)?.command).join(), "npx unspool");
  // Other hosts, and other files of this name, are no manifests.
  assert.equal(await servedSources(new URL("https://x.example/served.json"), manifest), undefined);
  for (const other of ["{", "[]", "{}", '{"files": ["a.jsonl"]}', '{"files": [{"path": "a.jsonl"}]}'])
    assert.equal(await servedSources(MANIFEST, new Blob([other])), undefined, other);
});

testInPage("slices of a file are those of a Blob, also in a worker", async () => {
  const whole = new ServedFile({ url: `${PAGE}/a.jsonl`, size: text.length, lastModified: 1, start: 0 });
  const blob = new Blob([text]);
  // A worker receives only the fields.
  const [copy] = revived([{ path: "a.jsonl", blob: JSON.parse(JSON.stringify(whole)) as ServedFile }]);
  for (const file of [whole, copy?.blob ?? whole]) {
    for (const [from, to] of [[], [0], [3], [3, 5], [0, 99], [12], [5, 3], [10, 10]]) {
      const slice = file.slice(from, to);
      assert.equal(await bytesOf(slice), await blob.slice(from, to).text(), JSON.stringify([from, to]));
      assert.equal(
        await bytesOf(slice.slice(1, 3)),
        await blob.slice(from, to).slice(1, 3).text(),
        JSON.stringify([from, to]),
      );
      assert.equal(slice.lastModified, undefined);
    }
  }
});

testInPage("a file that cannot be read rejects like one on disk", async () => {
  const file = (name: string, size: number): ServedFile =>
    new ServedFile({ url: `${PAGE}/${name}`, size, lastModified: 1, start: 0 });
  await assert.rejects(file("gone.jsonl", 1).arrayBuffer(), { name: "NotFoundError" });
  await assert.rejects(file("broken.jsonl", 1).arrayBuffer(), { name: "NotReadableError" });
  await assert.rejects(file("a.jsonl", 11).arrayBuffer(), { name: "NotReadableError" });
  await assert.rejects(file("a.jsonl", 30).slice(20, 30).arrayBuffer(), { name: "NotReadableError" });
});

testInPage("events say what changed, and whether the server can be reached", async () => {
  const tree = await treeWith(entry("p/a.jsonl"), entry("p/b.jsonl"), entry("p/b/subagents/agent-1.jsonl"));
  const told: unknown[] = [];
  const over = new AbortController();
  const listener = {
    onChange: (paths: readonly string[]) => told.push(paths),
    onConnection: () => told.push(tree.isLost),
    onSkipped: () => told.push("skipped"),
  };
  tree.watch?.(listener, over.signal);
  const events = FakeEvents.last;
  assert.ok(events);
  assert.equal(events.url.href, `${PAGE}/token/local/events`);
  // Something changed before the stream began.
  events.tell("files", { files: [entry("p/a.jsonl", 12), entry("p/b.jsonl"), entry("p/c.jsonl")] });
  assert.deepEqual(told.splice(0), [["p/a.jsonl", "p/c.jsonl", "p/b/subagents/agent-1.jsonl"]]);
  assert.equal((await tree.file("p/a.jsonl"))?.size, 12);
  events.tell("change", { files: [entry("p/d/x.jsonl")], gone: ["p/b.jsonl"] });
  assert.deepEqual(told.splice(0), [["p/d/x.jsonl", "p/b.jsonl"]]);
  assert.equal(await tree.file("p/b.jsonl"), undefined);
  assert.deepEqual(await allOf(tree.list("p", false)), ["p/a.jsonl", "p/c.jsonl"]);
  assert.deepEqual(await allOf(tree.list("p", true)), ["p/a.jsonl", "p/c.jsonl", "p/d/x.jsonl"]);
  events.dispatchEvent(new Event("error"));
  events.dispatchEvent(new Event("error"));
  events.tell("files", { files: [entry("p/a.jsonl", 12), entry("p/c.jsonl"), entry("p/d/x.jsonl")] });
  assert.deepEqual(told.splice(0), [true, false, []]);
  events.tell("end", {});
  assert.deepEqual([events.closed, told.splice(0)], [true, [true]]);
  // A hidden page has no stream, and one that is shown again has a new one.
  page.hidden = true;
  page.dispatchEvent(new Event("visibilitychange"));
  assert.equal(FakeEvents.last, events);
  page.hidden = false;
  page.dispatchEvent(new Event("visibilitychange"));
  assert.ok(FakeEvents.last !== events);
  over.abort();
  assert.equal(FakeEvents.last?.closed, true);
});

testInPage("a manifest without all files says so", async () => {
  const manifest = new Blob([JSON.stringify({ files: [entry("p/a.jsonl")], skipped: 2 })]);
  const [source] = (await servedSources(MANIFEST, manifest)) ?? [];
  const over = new AbortController();
  const told: string[] = [];
  const tell = (name: string) => () => void told.push(name);
  const tree = source && treeOf(source.blob);
  tree?.watch?.(
    { onChange: tell("change"), onConnection: tell("connection"), onSkipped: tell("skipped") },
    over.signal,
  );
  over.abort();
  assert.deepEqual(told, ["skipped"]);
});
