import assert from "node:assert/strict";
import { test } from "node:test";
import type { ParserHandle } from "../parser/client";
import { failure } from "../parser/failure";
import { NOTHING_LOADED, type LoadResult, type ParserApi, answering } from "../parser/protocol";
import { files, info } from "../parser/testing/sessions";
import { FailureController } from "./failure-controller";
import { dollars } from "./format";
import { RowStore } from "./row-store";
import { type LoaderHost, SessionLoader } from "./session-loader";

interface Shown {
  readonly conversation: RowStore;
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
  const handle: ParserHandle = {
    api: api as ParserApi,
    stopped: new Promise(() => undefined),
    terminate: () => undefined,
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
    whenRendered: () => undefined,
  };
  const failures = new FailureController(host as ConstructorParameters<typeof FailureController>[0]);
  const loader = new SessionLoader<Shown>({ ...host, failures } as LoaderHost);
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
