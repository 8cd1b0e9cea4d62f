import assert from "node:assert/strict";
import { test } from "node:test";
import { type CacheLimits, AsyncLruCache, estimateSize } from "./async-value";

/** A shelf of texts; it notes what was made and what fell out. */
function makeCache(room: Omit<CacheLimits<string>, "drop" | "weigh">) {
  const made: string[] = [];
  const dropped: string[] = [];
  const cache = new AsyncLruCache<string>(
    { ...room, sizeOf: (text) => text.length, onEvict: (text) => dropped.push(text) },
    () => undefined,
  );
  const get = (key: string, text = key): string => {
    const asyncValue = cache.get(key, async () => {
      made.push(key);
      return text;
    });
    return asyncValue.state === "here" ? asyncValue.value : asyncValue.state;
  };
  /** All of a screen is drawn, twice: what was asked for before is scrolled away then. */
  const screen = async (...keys: readonly string[]): Promise<void> => {
    for (let round = 0; round < 3; round++) {
      cache.startRenderPass();
      for (const key of keys) get(key);
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  return { cache, get, screen, made, dropped };
}

test("what was used last stays, by number", async () => {
  const { screen, dropped, get } = makeCache({ most: 2 });
  await screen("a");
  await screen("b");
  await screen("a");
  await screen("c");
  assert.deepEqual(dropped, ["b"]);
  assert.equal(get("a"), "a");
});

test("what was used last stays, by bytes, and what fell out is made again", async () => {
  const { cache, screen, made, dropped } = makeCache({ most: 100, bytes: 10 });
  await screen("aaaa");
  await screen("bbbb");
  assert.equal(cache.bytes, 8);
  await screen("cccc");
  assert.deepEqual(dropped, ["aaaa"]);
  assert.equal(cache.bytes, 8);
  await screen("aaaa");
  assert.deepEqual(made, ["aaaa", "bbbb", "cccc", "aaaa"]);
  assert.deepEqual(dropped, ["aaaa", "bbbb"]);
});

test("what is on the screen stays, however much it is, and is made once", async () => {
  const { screen, made, dropped } = makeCache({ most: 2, bytes: 5 });
  const all = ["aaaa", "bbbb", "cccc", "dddd"];
  for (let i = 0; i < 5; i++) await screen(...all);
  assert.deepEqual(made, all);
  assert.deepEqual(dropped, []);
  await screen("e");
  assert.deepEqual(dropped.sort(), ["aaaa", "bbbb", "cccc"], "it goes when it is scrolled away, until there is room");
});

test("endless, nothing falls out", async () => {
  const { cache, screen, dropped } = makeCache({ most: 1, bytes: 1 });
  cache.unbounded = true;
  await screen("aaaa");
  await screen("bbbb");
  assert.deepEqual(dropped, []);
  cache.unbounded = false;
  await screen("c");
  assert.deepEqual(dropped, ["aaaa", "bbbb"]);
});

test("what comes when nobody waits any more is let go of", async () => {
  const { cache, get, dropped } = makeCache({ most: 9 });
  get("a", "first");
  cache.clear();
  get("a", "second");
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(get("a"), "second");
  assert.deepEqual(dropped, ["first"]);
  assert.equal(cache.bytes, 6);
  assert.equal(cache.awaited, 0);
  cache.clear();
  assert.deepEqual(dropped, ["first", "second"]);
  assert.equal(cache.bytes, 0);
});

test("plain data weighs what its texts do, and some", () => {
  assert.equal(estimateSize(""), 16);
  assert.ok(estimateSize({ parts: [{ text: "x".repeat(1000), note: null }] }) > 2000);
});
