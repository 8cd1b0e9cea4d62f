import assert from "node:assert/strict";
import { test } from "node:test";
import { NBSP } from "../base/format";
import { pause } from "../base/schedule";
import type { ParserHandle } from "../parser/client";
import { failure } from "../parser/failure";
import { NOTHING_LOADED, type LoadResult, type ParserApi, answering } from "../parser/protocol";
import { files, info } from "../parser/testing/sessions";
import { FailureController } from "./failure-controller";
import { dollars } from "./format";
import { RowStore } from "./row-store";
import { type LoaderHost, SessionLoader } from "./session-loader";
import type { Handles } from "./sources/file-handles";

interface Shown {
  readonly conversation: RowStore;
}

/** Returns a loader whose parser answers like `api`. */
function loaderFor(api: Partial<ParserApi>, loadRereading?: LoaderHost["loadRereading"]) {
  let terminated = 0;
  const handle: ParserHandle = {
    api: api as ParserApi,
    stopped: new Promise(() => undefined),
    terminate: () => {
      terminated++;
    },
  };
  const conversation = new RowStore(handle.api, 0);
  const host: Partial<LoaderHost> = {
    addController: () => undefined,
    requestUpdate: () => undefined,
    updateComplete: Promise.resolve(true),
    assets: "",
    parserFactory: () => handle,
    emit: () => undefined,
    present: (session = 0) => (loader.screen.value = { kind: "session", session, context: { conversation } }),
    onBegin: () => undefined,
    onClear: () => undefined,
    complete: (first) => conversation.complete(first),
    fetchCode: () => undefined,
    loadRereading: loadRereading ?? (() => import("./sources/read-on")),
    whenRendered: () => undefined,
  };
  const failures = new FailureController(host as ConstructorParameters<typeof FailureController>[0]);
  const loader = new SessionLoader<Shown>({ ...host, failures } as LoaderHost);
  return { loader, failures, conversation, terminated: () => terminated };
}

/**
 * Reads a session, whose rows are shown at once, and a price table, then others alone. The parser's replies contain
 * `missed`.
 */
async function read(missed: LoadResult["missed"], ...others: readonly (readonly [LoadResult["missed"], string])[]) {
  const loads: (readonly string[])[] = [];
  let replied = 0; // the number of the conversation's redraws at that time
  const api: Partial<ParserApi> = {
    load: async (sources, onProgress) => {
      loads.push(sources.map(({ path }) => path));
      onProgress({ bytes: 1, total: 2, files: 0, sessions: 1, rows: 2, done: false });
      replied = conversation.contentVersion.value;
      return { ...NOTHING_LOADED, missed: answer, sessions: [info({})] };
    },
    sessions: async () => [info({})],
    query: answering({}, () => Promise.reject(new Error("not to be asked"))),
  };
  const { loader, failures, conversation } = loaderFor(api);
  let answer = missed;
  assert.equal(await loader.read(files("a.jsonl", "prices.tsv")), true);
  for (const [other, name] of others) {
    answer = other;
    assert.equal(await loader.read(files(name)), true);
  }
  const shown = { cost: dollars(1), failure: failures.partialFailure.value };
  const exported = loader.exportSource("")?.prices.map(({ path }) => path);
  loader.dispose();
  return { ...shown, redraws: conversation.contentVersion.value - replied, loads, exported };
}

const own = "$1.00\u00a0(prices.tsv)";
const first = ["a.jsonl", "prices.tsv"];

test("a price table that was read is named beside costs", async () => {
  assert.deepEqual(await read([]), {
    cost: own,
    failure: undefined,
    redraws: 1,
    loads: [first],
    exported: ["prices.tsv"],
  });
  assert.equal(dollars(1), "$1.00"); // after everything was released
});

test("an invalid price table is reported and not named, and rows are rendered again once", async () => {
  const invalid = failure("prices", "line 1", "prices.tsv");
  assert.deepEqual(await read([invalid]), {
    cost: "$1.00",
    failure: invalid,
    redraws: 1,
    loads: [first],
    exported: [],
  });
});

test("after an invalid price table, the one before still applies", async () => {
  const invalid = failure("prices", "line 1", "Prices.tsv");
  const { cost, failure: shown, loads, exported } = await read([], [[invalid], "Prices.tsv"]);
  assert.deepEqual([cost, shown, exported], [own, invalid, ["prices.tsv"]]);
  assert.deepEqual(loads, [first, ["a.jsonl", "Prices.tsv", "prices.tsv"]]);
  // A valid one replaces it, and is what the next one falls back to.
  const next = await read([], [[invalid], "Prices.tsv"], [[], "PRICES.tsv"], [[invalid], "Prices.tsv"]);
  assert.equal(next.cost, "$1.00\u00a0(PRICES.tsv)");
  assert.deepEqual(next.loads.slice(2), [
    ["a.jsonl", "PRICES.tsv", "prices.tsv"],
    ["a.jsonl", "Prices.tsv", "PRICES.tsv"],
  ]);
});

test("files that are about to be opened again do not disturb the files that replace them", async () => {
  const loads: string[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const { loader, terminated } = loaderFor({
    load: async ([source]) => {
      loads.push(source?.path ?? "");
      if (loads.length === 1) throw failure("unreadable", "changed", "a.jsonl");
      await finished;
      return { ...NOTHING_LOADED, sessions: [info({})] };
    },
    query: answering({}, () => Promise.reject(new Error("not to be asked"))),
  });
  let give: (handles: Awaited<Handles>) => void = () => undefined;
  const replaced = loader.read(files("a.jsonl"), new Promise((resolve) => (give = resolve)));
  while (loads.length === 0) await pause();
  const other = loader.read(files("b.jsonl"));
  while (loads.length === 1) await pause();
  const before = terminated();
  give([{ status: "fulfilled", value: null }]);
  assert.equal(await replaced, false);
  finish();
  assert.equal(await other, true);
  assert.deepEqual(loads, ["a.jsonl", "b.jsonl"]);
  assert.equal(terminated(), before);
  assert.equal(loader.sources[0]?.path, "b.jsonl");
});

test("if a parser of several stops while changed files are read on, the rest stays", async () => {
  const rereading = await import("./sources/read-on");
  const { loader, failures } = loaderFor(
    {
      load: async () => {
        const missed = [failure("unreadable", "changed", "a.jsonl")];
        return { ...NOTHING_LOADED, missed, sessions: [info({})] };
      },
      sessions: async () => [info({})],
      query: answering({}, () => Promise.reject(new Error("not to be asked"))),
    },
    async () => ({ ...rereading, readChanged: () => Promise.reject(failure("crashed")) }),
  );
  assert.equal(await loader.read(files("a.jsonl", "b.jsonl")), true);
  assert.equal(failures.partialFailure.value?.code, "unreadable");
});

test("one message names what was missed, until it is read", () => {
  const { failures } = loaderFor({});
  const unread = ["a", "b", "c", "d"].map((name) => failure("unreadable", "it changed", `p/${name}.jsonl`));
  failures.showMissed([failure("prices", "line 1", "prices.tsv"), ...unread]);
  const named = "“a.jsonl”, “b.jsonl”, “c.jsonl”";
  const prices = "The price table “prices.tsv” is ignored: line 1. ";
  const shown = (): string => failures.partialFailure.value?.detail.replaceAll(NBSP, " ") ?? "";
  assert.equal(shown(), `${prices}4 files could not be read: ${named} and 1 more. Browser error: it changed`);
  failures.filesRead(["p/d.jsonl", "p/e.jsonl"]);
  assert.equal(shown(), `${prices}3 files could not be read: ${named}. Browser error: it changed`);
  failures.filesRead(unread.map(({ path }) => path));
  assert.equal(failures.partialFailure.value?.code, "prices");
  failures.showMissed(unread.slice(0, 1)); // beside what is shown
  failures.clear();
  failures.filesRead(["p/a.jsonl"]);
  assert.equal(failures.partialFailure.value, undefined);
});
