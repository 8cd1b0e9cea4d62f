import assert from "node:assert/strict";
import { test } from "node:test";
import { type CacheLimits, AsyncLruCache, estimateSize } from "./async-value";

/** A cache of texts that records which texts were made and which were evicted. */
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
    return asyncValue.state === "loaded" ? asyncValue.value : asyncValue.state;
  };
  /** Renders a whole screen twice, so that earlier requests are scrolled out of view. */
  const screen = async (...keys: readonly string[]): Promise<void> => {
    for (let round = 0; round < 3; round++) {
      cache.startRenderPass();
      for (const key of keys) get(key);
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  return { cache, get, screen, made, dropped };
}

test("the most recently used values stay, up to a number", async () => {
  const { screen, dropped, get } = makeCache({ maxCount: 2 });
  await screen("a");
  await screen("b");
  await screen("a");
  await screen("c");
  assert.deepEqual(dropped, ["b"]);
  assert.equal(get("a"), "a");
});

test("the most recently used values stay, up to a size, and evicted values are created again", async () => {
  const { cache, screen, made, dropped } = makeCache({ maxCount: 100, bytes: 10 });
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

test("values on the screen are never evicted, and are created once", async () => {
  const { screen, made, dropped } = makeCache({ maxCount: 2, bytes: 5 });
  const all = ["aaaa", "bbbb", "cccc", "dddd"];
  for (let i = 0; i < 5; i++) await screen(...all);
  assert.deepEqual(made, all);
  assert.deepEqual(dropped, []);
  await screen("e");
  assert.deepEqual(dropped.sort(), ["aaaa", "bbbb", "cccc"], "it goes when it is scrolled away, until there is room");
});

test("without limits, nothing is evicted", async () => {
  const { cache, screen, dropped } = makeCache({ maxCount: 1, bytes: 1 });
  cache.unbounded = true;
  await screen("aaaa");
  await screen("bbbb");
  assert.deepEqual(dropped, []);
  cache.unbounded = false;
  await screen("c");
  assert.deepEqual(dropped, ["aaaa", "bbbb"]);
});

test("values that are no longer needed when they arrive are dropped", async () => {
  const { cache, get, dropped } = makeCache({ maxCount: 9 });
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

test("the size of plain data is that of its texts, and some more", () => {
  assert.equal(estimateSize(""), 16);
  assert.ok(estimateSize({ parts: [{ text: "x".repeat(1000), note: null }] }) > 2000);
});
