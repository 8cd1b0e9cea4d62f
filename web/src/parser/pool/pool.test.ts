import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { ParserHandle } from "../client";
import { isFailure, isUnreadable } from "../failure";
import type { Page } from "../model";
import type { Failure, ParserApi, Progress } from "../protocol";
import { SteppedParser } from "../testing/stepped-parser";
import { files } from "../testing/sessions";
import { createPool } from "./pool";

/** Returns the first row of a session. */
function rowsOf(api: ParserApi, session: number): Promise<Page> {
  return api.query("rows", { session, from: 0, count: 1 });
}

const twoProjects = files(
  "p/a/1.jsonl 9000009",
  "p/a/2.jsonl",
  "p/a/3.jsonl",
  "p/b/4.jsonl 9000000",
  "p/b/5.jsonl",
  "p/b/6.jsonl",
  "p/b/empty.jsonl",
);

/**
 * Two projects of three sessions, and a parser for each. `listed` is called when all sessions are listed and no parser
 * has received one.
 */
async function pooled(sources = twoProjects, listed: (api: ParserApi) => void = () => undefined) {
  const fakes: SteppedParser[] = [];
  const make = (): ParserHandle => {
    const fake = new SteppedParser();
    fakes.push(fake);
    return fake.handle;
  };
  const lost: { readonly why: Failure; readonly sessions: readonly number[] }[] = [];
  let found = 0;
  let listings = 0;
  const pool = createPool(
    make(),
    {
      make,
      onStopped: (why, sessions) => lost.push({ why, sessions }),
      onReadAgain: () => found++,
      onListed: () => listings++,
    },
    2,
  );
  const reports: Progress[] = [];
  const load = pool.api.load(sources, (progress) => {
    if (reports.push(progress) === 1) listed(pool.api);
  });
  load.catch(() => undefined);
  while (reports.length === 0) await new Promise((resolve) => setTimeout(resolve));
  const list = async (): Promise<readonly string[]> =>
    (await pool.api.sessions()).map(({ index, state, title }) => `${index} ${state} ${title}`);
  /** Waits until everything that needs no parser is done, which is only promises. */
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
  return { pool, fakes, lost, load, reports, list, settle, found: () => found, listings: () => listings };
}

test("as many parsers as the sizes justify read the files, also if a sample of them is much smaller", async () => {
  const names = Array.from({ length: 199 }, (_, at) => `p/${at % 5}/${at}.jsonl`);
  const { fakes, pool } = await pooled(files(...names, "p/x/200.jsonl 20000000", "p/y/201.jsonl 20000000"));
  while (!fakes.some(({ terminated, pending }) => !terminated && pending)) await new Promise((r) => setTimeout(r));
  assert.equal(fakes.filter(({ terminated }) => !terminated).length, 2);
  pool.terminate();
});

test("all sessions are listed before any is read, and keep their order", async () => {
  const { pool, fakes, list, load, reports, settle } = await pooled();
  const previews = [1, 2, 3, 4, 5, 6].map((n) => `${n - 1} waiting preview of p/${n < 4 ? "a" : "b"}/${n}.jsonl`);
  assert.equal(reports[0]?.sessions, 6);
  assert.deepEqual(await list(), previews);
  await settle();
  fakes[1]?.step(); // the newest comes first
  assert.deepEqual(await list(), previews.with(5, "5 read all of p/b/6.jsonl"));
  for (const fake of fakes) fake.finish();
  await load;
  assert.deepEqual(
    await list(),
    previews.map((line) => line.replace("waiting preview", "read all")),
  );
  assert.deepEqual(
    (await pool.api.sessions()).map(({ links }) => links?.[0]?.index),
    [2, 2, 2, 5, 5, 5],
  ); // the first that each parser read
  assert.equal((await rowsOf(pool.api, 1)).total, 1); // its index in the parser
  assert.equal((await rowsOf(pool.api, 3)).total, 2);
  assert.deepEqual([...(await pool.api.raw({ file: 0, offset: 0, length: 1 }))], [0, 1]);
  assert.deepEqual([...(await pool.api.raw({ file: 4, offset: 0, length: 1 }))], [4, 1]);
  assert.deepEqual(
    (await pool.api.files(-1)).map(({ file }) => file),
    [0, 1, 2, 3, 4, 5, 6],
  );
  assert.deepEqual(
    (await pool.api.files(4)).map(({ file }) => file),
    [4],
  );
  assert.equal(reports.at(-1)?.done, true);
});

/** Lists a hundred sessions, with a clock that advances by `ms` for each batch of files. */
async function listSlowly(t: TestContext, ms: number) {
  let clock = 0;
  t.mock.method(performance, "now", () => clock);
  const fake = new SteppedParser();
  const { handle } = fake;
  const api: ParserApi = {
    ...handle.api,
    peek: async (sources) => {
      const previews = await handle.api.peek(sources);
      clock += ms;
      return previews;
    },
  };
  const reports: (Progress & { readonly at: number })[] = [];
  const listings: number[] = []; // the number of reports before each
  const pool = createPool(
    { ...handle, api },
    {
      make: () => handle,
      onStopped: () => undefined,
      onReadAgain: () => undefined,
      onListed: () => listings.push(reports.length),
    },
    1,
  );
  const load = pool.api.load(files(...Array.from({ length: 100 }, (_, at) => `p/${at}.jsonl`)), (progress) =>
    reports.push({ ...progress, at: clock }),
  );
  while (!fake.pending) await new Promise((resolve) => setTimeout(resolve));
  const before = reports.slice();
  fake.finish();
  await load;
  return { before, reports, listings };
}

test("a long listing reports how many sessions were found, and its end", async (t) => {
  const { before, reports, listings } = await listSlowly(t, 400);
  const counts = before.map(({ sessions }) => sessions);
  assert.equal(counts.pop(), 100);
  assert.ok(counts.length > 1 && counts.length < 10, `${counts.length} reports`);
  assert.ok(
    counts.every((count, at) => count > (counts[at - 1] ?? 0) && count < 100),
    counts.join(" "),
  );
  assert.ok(
    before.every(({ at, bytes, files, total, done }) => at >= 1000 && bytes + files === 0 && total > 0 && !done),
  );
  assert.deepEqual(listings, [before.length]); // once, when all were found
  assert.equal(reports.at(-1)?.done, true);
});

test("a short listing is not reported before its end", async (t) => {
  const { before, listings } = await listSlowly(t, 150);
  assert.deepEqual(
    before.map(({ sessions }) => sessions),
    [100],
  );
  assert.deepEqual(listings, []);
});

test("an opened session is read next", async () => {
  const { pool, fakes, settle } = await pooled();
  await settle();
  fakes[0]?.step();
  const rows = rowsOf(pool.api, 0); // the oldest would be last
  await settle();
  fakes[0]?.step();
  assert.equal((await rows).total, 1);
  assert.deepEqual(
    fakes[0]?.read.map(({ path }) => path),
    ["p/a/3.jsonl", "p/a/1.jsonl"],
  );
  pool.terminate();
  assert.deepEqual(
    fakes.map(({ terminated }) => terminated),
    [true, true],
  );
  assert.equal(await pool.stopped, undefined);
});

test("a session that is opened as soon as it is listed is read first", async () => {
  let rows: Promise<unknown> | undefined;
  const { fakes, settle } = await pooled(twoProjects, (api) => void (rows = rowsOf(api, 0)));
  await settle();
  fakes[0]?.step();
  await rows;
  assert.deepEqual(
    fakes[0]?.read.map(({ path }) => path),
    ["p/a/1.jsonl"],
  );
});

test("sessions whose files cannot be read stay in the list until they are read on", async () => {
  const { pool, fakes, list, load, settle } = await pooled();
  await settle();
  for (let n = 0; n < 3; n++) fakes[0]?.skip(); // all of its files
  fakes[1]?.step();
  fakes[1]?.skip();
  for (const fake of fakes) fake.finish();
  const { missed, sessions } = await load;
  assert.deepEqual(
    missed.map(({ code, path }) => `${code} ${path}`),
    ["p/a/3.jsonl", "p/a/2.jsonl", "p/a/1.jsonl", "p/b/5.jsonl"].map((path) => `unreadable ${path}`),
  );
  const states = async (): Promise<string> => (await list()).map((line) => line.split(" ")[1]).join(" ");
  assert.equal(sessions.length, 6);
  assert.equal(await states(), "lost lost lost read lost read");
  await pool.api.follow(files("p/a/2.jsonl"));
  assert.equal(await states(), "lost read lost read lost read");
});

test("a pool that can read nothing names all files", async () => {
  const { fakes, load, settle } = await pooled();
  await settle();
  for (const fake of fakes) {
    while (fake.pending) fake.skip();
    fake.finish();
  }
  await assert.rejects(load, (why: unknown) => isFailure(why) && isUnreadable(why) && why.others?.length === 6);
});

test("if a parser stops, only its sessions are lost, and opening one reads it again", async () => {
  const { pool, fakes, list, lost, load, settle, found } = await pooled();
  await settle();
  fakes[0]?.step();
  fakes[0]?.die({ code: "worker", detail: "gone", path: "" });
  await settle();
  assert.deepEqual(lost, [{ why: { code: "crashed", detail: "gone", path: "a" }, sessions: [0, 1, 2] }]);
  fakes[1]?.finish();
  await load;
  const all = await list();
  assert.deepEqual(
    all.map((line) => line.split(" ")[1]),
    ["lost", "lost", "lost", "read", "read", "read"],
  );
  for (const asked of [
    rowsOf(pool.api, 1),
    pool.api.files(1),
    pool.api.query("outline", { session: 1, from: 0, count: 1 }),
    pool.api.raw({ file: 1, offset: 0, length: 1 }),
  ]) {
    assert.deepEqual(await asked.catch((why: unknown) => why), { code: "worker", detail: "gone", path: "" });
  }
  assert.deepEqual(
    (await pool.api.files(-1)).map(({ file }) => file),
    [3, 4, 5, 6],
  );
  await pool.api.prefer([4]); // it has been read
  assert.equal(fakes.length, 2);
  assert.equal(found(), 0);
  void pool.api.prefer([1]);
  void pool.api.prefer([2]); // of the same parser
  const rows = rowsOf(pool.api, 1);
  await settle();
  assert.equal(fakes.length, 3);
  fakes[2]?.step();
  assert.equal((await rows).total, 0);
  assert.deepEqual(
    (await list()).slice(0, 3).map((line) => line.split(" ")[1]),
    ["waiting", "read", "waiting"],
  );
  fakes[2]?.finish();
  await settle();
  assert.ok(found() > 0);
  assert.deepEqual(
    (await list()).map((line) => line.split(" ")[1]),
    ["read", "read", "read", "read", "read", "read"],
  );
  pool.terminate();
  assert.ok(fakes.every(({ terminated }) => terminated));
});

test("read sessions stay in the list when their parser stops; files without a session do not reappear", async () => {
  const { pool, fakes, list, load, settle } = await pooled();
  await settle();
  for (const fake of fakes) fake.finish();
  await load;
  await pool.api.follow(files("p/b/7.jsonl"));
  const before = await list();
  fakes[1]?.die({ code: "worker", detail: "gone", path: "" });
  await settle();
  assert.equal(before.length, 7);
  assert.deepEqual(
    (await list()).map((line) => line.split(" ", 2).join(" ")),
    before.map((line) =>
      line
        .split(" ", 2)
        .join(" ")
        .replace(/([345]|7) read/, "$1 lost"),
    ),
  );
});

test("if all parsers stop, the load fails with the reason", async () => {
  const { fakes, load, settle } = await pooled();
  await settle();
  for (const fake of fakes) fake.die({ code: "crashed", detail: "gone", path: "" });
  assert.deepEqual(await load.catch((why: unknown) => why), { code: "crashed", detail: "gone", path: "" });
});

test("grown and new files go to the parser of their project", async () => {
  const { pool, fakes, load, settle } = await pooled();
  await settle();
  for (const fake of fakes) fake.finish();
  await load;
  await pool.api.follow(
    files("p/b/4.jsonl", "p/b/7.jsonl", "p/b/4/subagents/agent-1.jsonl", "p/a/8.jsonl", "elsewhere/9.jsonl"),
  );
  assert.deepEqual(
    fakes[1]?.read.slice(4).map(({ path, number }) => `${number} ${path}`),
    ["3 p/b/4.jsonl", "7 p/b/7.jsonl", "8 p/b/4/subagents/agent-1.jsonl"],
  );
  assert.deepEqual(
    fakes[0]?.read.slice(3).map(({ path, number }) => `${number} ${path}`),
    ["9 p/a/8.jsonl", "10 elsewhere/9.jsonl"],
  );
  assert.deepEqual(
    (await pool.api.sessions()).map(({ id }) => id).filter((id) => /[789]/.test(id)),
    ["p/b/7.jsonl", "p/a/8.jsonl", "elsewhere/9.jsonl"],
  );
});

test("a new file has a number of its own, even if others share its path", async () => {
  // This file is in another folder of that name.
  const { pool, fakes, load, settle } = await pooled([...twoProjects, ...files("p/a/3.jsonl")]);
  await settle();
  for (const fake of fakes) fake.finish();
  await load;
  await pool.api.follow(files("p/b/8.jsonl"));
  assert.deepEqual(
    fakes[1]?.read.slice(4).map(({ path, number }) => `${number} ${path}`),
    ["8 p/b/8.jsonl"],
  );
});
