import assert from "node:assert/strict";
import { test } from "node:test";
import { answering } from "../protocol";
import type { ParserHandle } from "../client";
import type { Page, SessionInfo } from "../model";
import { createPool } from "./pool";
import { type Numbered, numbered, projectsOf, share } from "./work-distribution";
import type { Failure, FileRead, ParserApi, Progress, Source } from "../protocol";

const A = "11111111-0000-4000-8000-000000000000";
const B = "22222222-0000-4000-8000-000000000000";

/** Files with these paths; the bytes of each follow a space. */
function files(...described: readonly string[]): readonly Source[] {
  return described.map((one) => {
    const [path = "", size = "1"] = one.split(" ");
    return { path, blob: new Blob(["x".repeat(Number(size))]) };
  });
}

/** Returns the paths of each project, and the relations between files, judging by their paths. */
function plan(
  sources: readonly Source[],
  ties: Readonly<Record<string, readonly string[]>> = {},
): readonly (readonly string[])[] {
  const all = numbered(sources);
  const known = new Map(all.map(({ path, number }) => [number, ties[path] ?? []]));
  return projectsOf(all, known).map(({ sessions, others }) =>
    [...others, ...sessions.flatMap(({ main, own }) => [main, ...own])].map(({ path }) => path).sort(),
  );
}

test("files have the numbers that a single parser would give them", () => {
  const sources = files(
    "p/a/agent-1.jsonl",
    "p/a/x.jsonl",
    "p/a/x/tool-results/1.txt",
    "p/b/y.jsonl",
    "p/prices.tsv",
    "p/image.png",
  );
  assert.deepEqual(
    numbered(sources).map(({ path, number }) => `${number} ${path}`),
    ["0 p/a/x.jsonl", "1 p/b/y.jsonl", "2 p/a/agent-1.jsonl", "3 p/a/x/tool-results/1.txt"],
  );
});

test("a project is a folder with everything below it", () => {
  assert.deepEqual(
    plan(
      files(
        "p/a/x.jsonl",
        `p/a/${A}.jsonl`,
        `p/a/${A}/subagents/agent-1.jsonl`,
        `p/a/${A}/subagents/agent-1.meta.json`,
        "p/a/agent-2.jsonl",
        "p/b/y.jsonl",
        "p/b/y/tool-results/1.txt",
      ),
    ),
    [
      [
        `p/a/${A}.jsonl`,
        `p/a/${A}/subagents/agent-1.jsonl`,
        `p/a/${A}/subagents/agent-1.meta.json`,
        "p/a/agent-2.jsonl",
        "p/a/x.jsonl",
      ],
      ["p/b/y.jsonl", "p/b/y/tool-results/1.txt"],
    ],
  );
});

test("files that contain the ID of a session belong to it, wherever they are", () => {
  assert.deepEqual(
    plan(files(`p/a/${A}.jsonl`, `p/b/${B}.jsonl`, `p/c/${B}/subagents/agent-1.jsonl`, `todos/${A}-agent-${A}.json`)),
    [
      [`p/a/${A}.jsonl`, `todos/${A}-agent-${A}.json`],
      [`p/b/${B}.jsonl`, `p/c/${B}/subagents/agent-1.jsonl`],
    ],
  );
});

test("projects whose sessions are related form one, also indirectly", () => {
  const sources = files("p/a/1.jsonl", "p/b/2.jsonl", "p/c/3.jsonl", "p/d/4.jsonl", "p/e/agent-5.jsonl");
  const ties = {
    "p/a/1.jsonl": ["x"],
    "p/b/2.jsonl": ["x", "y"],
    "p/c/3.jsonl": ["z"],
    "p/d/4.jsonl": ["y"],
    "p/e/agent-5.jsonl": ["z"],
  };
  assert.deepEqual(plan(sources, ties), [
    ["p/a/1.jsonl", "p/b/2.jsonl", "p/d/4.jsonl"],
    ["p/c/3.jsonl", "p/e/agent-5.jsonl"],
  ]);
  assert.equal(plan(sources).length, 5);
});

test("files about all sessions are in no project", () => {
  assert.deepEqual(plan(files("c/history.jsonl", "c/local_1.json", "c/p/a/1.jsonl")), [["c/p/a/1.jsonl"]]);
});

test("a session below the folder of another one belongs to its project", () => {
  assert.deepEqual(plan(files("p/a/x.jsonl", "p/a/x/more/y.jsonl", "p/b/z.jsonl")), [
    ["p/a/x.jsonl", "p/a/x/more/y.jsonl"],
    ["p/b/z.jsonl"],
  ]);
});

test("workers get similar numbers of bytes, and none gets nothing", () => {
  const all = numbered(files("p/a/1.jsonl 50", "p/b/1.jsonl 30", "p/c/1.jsonl 30", "p/d/1.jsonl 10"));
  const sizes = (workers: number) =>
    share(projectsOf(all, new Map()), workers).map((projects) => projects.map(({ bytes }) => bytes));
  assert.deepEqual(sizes(2), [
    [50, 10],
    [30, 30],
  ]);
  assert.deepEqual(sizes(1), [[50, 30, 30, 10]]);
  assert.deepEqual(sizes(9), [[50], [30], [30], [10]]);
});

/** Returns the first row of a session. */
function rowsOf(api: ParserApi, session: number): Promise<Page> {
  return api.query("rows", { session, from: 0, count: 1 });
}

/** Returns a made-up session. */
function info(overrides: Partial<SessionInfo>): SessionInfo {
  return {
    index: 0,
    file: 0,
    state: "read",
    id: "",
    title: "",
    prompt: "",
    project: "",
    branch: "",
    model: "",
    start: 0,
    end: 0,
    work: 0,
    bytes: 0,
    turns: 0,
    typedPrompts: 0,
    events: 0,
    agents: 0,
    calls: 0,
    tokens: 0,
    cost: { usd: 0, incomplete: false, unpriced: null },
    totals: {
      usage: {
        input: 0,
        output: 0,
        cacheRead: 0,
        cacheWrite5m: 0,
        cacheWrite1h: 0,
        thinking: 0,
        webSearches: 0,
        webFetches: 0,
      },
      cost: { usd: 0, incomplete: false, unpriced: null },
      low: 0,
      lowCost: 0,
      usageFrom: "",
      costFrom: "",
    },
    models: null,
    underReported: 0,
    rows: 0,
    damaged: 0,
    silent: false,
    lone: false,
    links: null,
    sketch: null,
    ...overrides,
  };
}

/** A fake parser that reads a file when the test says so. Its sessions are the main files, in reading order. */
class Fake {
  readonly read: Numbered[] = [];
  #left: Numbered[] = [];
  #begun: (() => void)[] = [];
  #end: (why: Failure | undefined) => void = () => undefined;
  #done: () => void = () => undefined;
  #fail: (why: Failure) => void = () => undefined;
  readonly stopped = new Promise<Failure | undefined>((resolve) => (this.#end = resolve));
  terminated = false;

  get handle(): ParserHandle {
    const fileRead = (file: number): FileRead => ({ file, path: "", size: 1, shared: false, notTranscript: false });
    const api: Partial<ParserApi> = {
      peek: async (files) =>
        files.map(({ path, blob: { size } }) => ({
          listed: !path.includes("empty"),
          relationKeys: `tie of ${path}`,
          info: info({
            id: path,
            title: `preview of ${path}`,
            state: "waiting",
            bytes: size,
            end: Number(/\d+/.exec(path)?.[0]),
          }),
        })),
      load: (sources, onProgress) => {
        this.#left = sources.filter((source): source is Numbered => source.number !== undefined);
        return new Promise<Failure | undefined>((resolve, reject) => {
          this.#done = () => (
            onProgress({ bytes: 0, total: 0, files: 0, sessions: 0, rows: 0, done: true }),
            resolve(undefined)
          );
          this.#fail = reject;
        });
      },
      prefer: (preferred) =>
        new Promise((begun) => {
          const first = this.#left.filter(({ number }) => preferred.includes(number));
          this.#left = [...first, ...this.#left.filter((one) => !first.includes(one))];
          if (first.length === 0) begun();
          else this.#begun.push(begun);
        }),
      sessions: async () =>
        this.#sessions().map(({ number, path }, index) =>
          info({
            index,
            file: number,
            id: path,
            title: `all of ${path}`,
            turns: 7,
            links: [{ kind: "continues", id: "", index: 0, title: "", at: "" }],
          }),
        ),
      query: answering(
        { rows: async ({ session, from }) => ({ from, total: session, revision: 0, rows: null, missed: false }) },
        () => Promise.reject(new Error("not to be asked")),
      ),
      files: async (session) =>
        (session < 0 ? this.read : this.#sessions().slice(session, session + 1)).map(({ number }) => fileRead(number)),
      raw: async ({ file }) => new Uint8Array([file, this.read.some(({ number }) => number === file) ? 1 : 0]),
      follow: async (sources) =>
        void this.read.push(...sources.filter((source): source is Numbered => source.number !== undefined)),
      cancel: async () => undefined,
    };
    return { api: api as ParserApi, stopped: this.stopped, terminate: () => void (this.terminated = true) };
  }

  #sessions(): readonly Numbered[] {
    return this.read.filter(({ path }) => /\d\.jsonl$/.test(path));
  }

  /** Reads the next file, or all. */
  step(): void {
    const next = this.#left.shift();
    if (next !== undefined) this.read.push(next);
    for (const begun of this.#begun.splice(0)) begun();
  }

  finish(): void {
    while (this.#left.length > 0) this.step();
    this.#done();
  }

  die(why: Failure): void {
    this.#fail(why);
    this.#end(why);
  }
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
  const fakes: Fake[] = [];
  const make = (): ParserHandle => {
    const fake = new Fake();
    fakes.push(fake);
    return fake.handle;
  };
  const lost: { readonly why: Failure; readonly sessions: readonly number[] }[] = [];
  let found = 0;
  const pool = createPool(
    make(),
    { make, onStopped: (why, sessions) => lost.push({ why, sessions }), onReadAgain: () => found++ },
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
  return { pool, fakes, lost, load, reports, list, settle, found: () => found };
}

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
