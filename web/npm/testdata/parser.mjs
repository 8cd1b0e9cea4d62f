// What unspool/parser promises, on a session with an agent.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { UnspoolError, open } from "unspool/parser";

const [path] = process.argv.slice(2); // of the session's main file; its agents lie in a folder beside it
const bytes = await readFile(path);
const list = async (rows) => {
  const all = [];
  for await (const row of rows) all.push(row);
  return all;
};

// However it is given, it is the same session.
const heard = [];
const opened = await open(path, { onProgress: (progress) => heard.push(progress) });
assert.equal(heard.at(-1).bytes, bytes.byteLength);
assert.ok(heard.at(-1).done);
const [{ id }] = await opened.sessions();
for (const given of [
  pathToFileURL(path),
  [path],
  bytes,
  new Uint8Array(bytes).buffer,
  new Blob([bytes]),
  [new File([bytes], "a.jsonl")],
  [{ path: "a.jsonl", data: bytes }],
]) {
  const other = await open(given);
  assert.deepEqual(
    (await other.sessions()).map((session) => session.id),
    [id],
  );
  const { file: _, ...summary } = await other.summary();
  const { file: __, ...same } = await opened.summary();
  assert.deepEqual(summary, same);
  other.close();
}

// Bytes without a name are told apart.
const two = await open([bytes, new Blob([bytes.toString().replaceAll(id, "another")])]);
const names = await Promise.all((await two.sessions()).map(async ({ index }) => (await two.summary(index)).file));
assert.deepEqual(names.sort(), ["session-1.jsonl", "session-2.jsonl"]);
two.close();

// Rows, bodies, what is recorded, and the bytes behind them.
const rows = await list(opened);
assert.deepEqual(rows, await list(opened.rows({ session: 0 })));
for (const { key } of rows) {
  const body = await opened.body(key);
  for (const { file, offset, length } of body.records ?? []) {
    const raw = await opened.raw({ file, offset, length });
    assert.ok(bytes.subarray(offset, offset + length).equals(raw));
  }
  assert.equal((await opened.about(key)).key, key);
}
assert.deepEqual(await opened.diagnostics(), []);

// With its agents, rows of theirs are there when they are asked for, and only then.
const folder = await open(dirname(path));
const shown = await list(folder);
const all = await list(folder.rows({ all: true }));
assert.ok(all.length > shown.length && all.some((row) => row.agent !== ""));
assert.ok(!shown.some((row) => row.agent !== ""));
assert.equal(new Set(all.map((row) => row.key)).size, all.length);
assert.deepEqual(await list(folder), shown);
folder.close();

// Only some of it, and what is found in it.
const { hits, more } = await opened.search("tide");
assert.ok(
  hits.length > 1 && hits.every(({ uuid, text }) => uuid !== "" && /tide/i.test(text)) && typeof more === "boolean",
);
await opened.narrow({ turns: "2-3", hide: "tools" });
const some = await list(opened);
assert.ok(some.length > 0 && some.length < rows.length && !some.some((row) => row.kind === "tool"));
await opened.narrow({});
assert.deepEqual(await list(opened), rows);

// Prices of one's own go before the built-in ones.
const free = await open(path, { prices: await readFile(process.argv[3], "utf8") });
assert.notEqual((await free.summary()).cost.usd, (await opened.summary()).cost.usd);
free.close();

// Exports are written by the same code as those of the command.
const secret = "ghp_0123456789abcdefABCDEF0123456789wxYZ";
const leak = Buffer.concat([
  bytes,
  Buffer.from(
    `{"type":"user","uuid":"leak","sessionId":"s","message":{"role":"user","content":"my key is ${secret}"}}\n`,
  ),
]);
const leaking = await open(leak);
const textOf = async (files) => (await Promise.all(files.map(({ blob }) => blob.text()))).join("");
const plain = await leaking.export({ format: "transcript" });
assert.ok((await textOf(plain)).includes(secret));
const { files, values } = await leaking.redact({ words: ["Tidepool"] });
assert.deepEqual(
  values.filter(({ value }) => value === secret).map(({ kind, count }) => [kind, count]),
  [["secret", 1]],
);
assert.ok(!(await textOf(files)).includes(secret) && (await textOf(files)).includes("‹"));
const kept = await leaking.redact({ keep: ["secret"] });
assert.ok((await textOf(kept.files)).includes(secret));
for (const redact of [false, true]) {
  const [messages] = await leaking.export({ format: "messages", redact });
  const text = await messages.blob.text();
  assert.ok(JSON.parse(text).messages.length > 2);
  assert.equal(text.includes(secret), !redact);
}
for (const redact of [false, true]) {
  const [traces] = await leaking.export({ format: "traces", content: true, redact });
  const lines = (await traces.blob.text()).trim().split("\n");
  assert.ok(lines.every((line) => JSON.parse(line).resourceSpans[0].scopeSpans[0].spans.length > 1));
  assert.equal(lines.join().includes("/home/"), !redact);
}
// The output without the values is in memory, and converted from there, when the session is on disk as well.
const [document] = await opened.export({ format: "markdown", redact: true });
assert.ok((await document.blob.text()).includes("## "));
const [chrome] = await leaking.export({ format: "chrome" });
assert.ok(JSON.parse(await chrome.blob.text()).traceEvents.length > 2);
const tables = await leaking.export({ format: "ndjson", redact: true });
assert.deepEqual(
  tables.map(({ path }) => path),
  ["sessions.ndjson", "turns.ndjson", "responses.ndjson", "tool_calls.ndjson", "file_changes.ndjson", "manifest.json"],
);
const costOf = async (opened) => {
  const [sessions] = await opened.export({ format: "ndjson" });
  return JSON.parse(await sessions.blob.text()).cost_usd;
};
assert.ok(Math.abs((await costOf(leaking)) - (await leaking.summary()).cost.usd) < 1e-6);
const gratis = await open(leak, { prices: await readFile(process.argv[3], "utf8") });
assert.notEqual(await costOf(gratis), await costOf(leaking));
gratis.close();
const [cut] = await leaking.export({ format: "transcript", first: 1, last: 1 });
const one = await open(cut.blob);
assert.equal((await one.summary()).prompts, 1);
one.close();
leaking.close();

// Files with the same path, as from two folders, are told apart, also when they are searched and written.
const record = (uuid, agent, content) =>
  `${JSON.stringify({ type: "user", uuid, sessionId: "s", ...agent, message: { role: "user", content } })}\n`;
const keys = ["a", "b"].map((letter) => `ghp_0123456789${letter}bcdefABCDEF0123456789wxYZ`);
const bodies = keys.map((key, n) => record(`a${n}`, { agentId: "1", isSidechain: true }, `Agent ${n} has ${key}.`));
const twins = await open([
  { path: "p/s.jsonl", data: Buffer.from(record("u", {}, "Hello")) },
  ...bodies.map((body) => ({ path: "p/s/subagents/agent-1.jsonl", data: Buffer.from(body) })),
]);
const texts = async (files) => Promise.all(files.map(({ blob }) => blob.text()));
const apart = await twins.export({ format: "transcript" });
assert.equal(new Set(apart.map(({ path }) => path)).size, 3);
assert.deepEqual((await texts(apart)).slice(1).sort(), bodies);
const clean = await twins.redact();
assert.deepEqual(clean.values.map(({ value }) => value).sort(), keys);
assert.deepEqual(
  (await texts(clean.files)).map((text) => /Agent (\d) has (‹\w+›)\.|Hello/.exec(text)?.slice(1)),
  [
    [undefined, undefined],
    ["0", "‹GITHUB_PAT_1›"],
    ["1", "‹GITHUB_PAT_2›"],
  ],
);
twins.close();

// A long file leaves the event loop its turns. Each chunk of some 2 MB is one.
const long = Buffer.concat(Array.from({ length: Math.ceil((16 << 20) / bytes.byteLength) }, () => bytes));
let turns = 0;
const count = () => (timer = setImmediate(count, turns++));
let timer = setImmediate(count);
(await open(long)).close();
clearImmediate(timer);
assert.ok(turns > 4, `${turns} turns`);

// What goes wrong is an error with a code.
opened.close();
const again = await open(bytes);
const stop = new AbortController();
stop.abort();
for (const [code, call] of [
  ["unreadable", () => open("no/such/file.jsonl")],
  ["empty", () => open(new Uint8Array())],
  ["not-a-transcript", () => open(Buffer.from("<!doctype html>"))],
  ["no-sessions", () => open([])],
  ["prices", () => open(path, { prices: "no table" })],
  ["options", () => again.summary(99)],
  ["options", () => again.narrow({ turns: "3-2" })],
  ["options", () => opened.summary()],
  ["options", () => opened.redact()],
  ["options", () => again.redact({ patterns: ["("] })],
  ["options", () => again.redact({ words: ["a"] })],
  ["options", () => again.export({ format: "pdf" })],
  ["options", () => again.export({ format: "transcript" }, 99)],
  ["options", () => again.export()],
  ["options", () => open([path, bytes])],
  ["options", () => open([bytes, path])],
  ["options", () => open(undefined)],
  ["options", () => open({})],
  ["options", () => open([null])],
]) {
  await assert.rejects(
    call,
    (error) => error instanceof UnspoolError && error.code === code && error.message !== "",
    code,
  );
}
for (const [call, detail] of [
  [() => again.export({ format: "html", level: "most" }), /^level .*"dialogue", "tools", "all".*"most"$/],
  [() => again.export({ format: "html", drop: "sounds" }), /^drop .*"images", "outputs".*"sounds"$/],
  [() => again.export({ format: "html", withoutTools: ["all"], resultsOnly: 1 }), /^resultsOnly .*true or false.* 1$/],
  [() => again.export({ format: "html", resultsOnly: true }), /^resultsOnly needs withoutTools/],
  [() => again.export({ format: "html", detail: "all" }), /^there is no option "detail": .* level, /],
  [() => again.redact({ drop: ["images"] }), /^drop .*"images", "outputs".* a list$/],
  [() => again.redact({ level: "all" }), /^there is no option "level": .*patterns/],
]) {
  await assert.rejects(call, { name: "UnspoolError", code: "options", detail });
}
// What is allowed is what the parser takes.
const formats = ["transcript", "messages", "markdown", "html", "traces", "chrome", "csv", "ndjson"];
for (const format of formats) {
  for (const level of ["dialogue", "tools", "all"]) {
    const drop = "images,outputs,thinking,files,context";
    assert.ok((await again.export({ format, level, drop, keepTurns: undefined })).length > 0);
  }
}
await assert.rejects(() => open(path, { signal: stop.signal }), { name: "AbortError" });
