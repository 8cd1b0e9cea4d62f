import assert from "node:assert/strict";
import { test } from "node:test";
import { type Room, Shelf, weightOf } from "./async-value";

/** A shelf of texts; it notes what was made and what fell out. */
function shelf(room: Omit<Room<string>, "drop" | "weigh">) {
  const made: string[] = [];
  const dropped: string[] = [];
  const held = new Shelf<string>(
    { ...room, weigh: (text) => text.length, drop: (text) => dropped.push(text) },
    () => undefined,
  );
  const get = (key: string, text = key): string => {
    const later = held.get(key, async () => {
      made.push(key);
      return text;
    });
    return later.state === "here" ? later.value : later.state;
  };
  /** All of a screen is drawn, twice: what was asked for before is scrolled away then. */
  const screen = async (...keys: readonly string[]): Promise<void> => {
    for (let round = 0; round < 3; round++) {
      held.draw();
      for (const key of keys) get(key);
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  return { held, get, screen, made, dropped };
}

test("what was used last stays, by number", async () => {
  const { screen, dropped, get } = shelf({ most: 2 });
  await screen("a");
  await screen("b");
  await screen("a");
  await screen("c");
  assert.deepEqual(dropped, ["b"]);
  assert.equal(get("a"), "a");
});

test("what was used last stays, by bytes, and what fell out is made again", async () => {
  const { held, screen, made, dropped } = shelf({ most: 100, bytes: 10 });
  await screen("aaaa");
  await screen("bbbb");
  assert.equal(held.bytes, 8);
  await screen("cccc");
  assert.deepEqual(dropped, ["aaaa"]);
  assert.equal(held.bytes, 8);
  await screen("aaaa");
  assert.deepEqual(made, ["aaaa", "bbbb", "cccc", "aaaa"]);
  assert.deepEqual(dropped, ["aaaa", "bbbb"]);
});

test("what is on the screen stays, however much it is, and is made once", async () => {
  const { screen, made, dropped } = shelf({ most: 2, bytes: 5 });
  const all = ["aaaa", "bbbb", "cccc", "dddd"];
  for (let i = 0; i < 5; i++) await screen(...all);
  assert.deepEqual(made, all);
  assert.deepEqual(dropped, []);
  await screen("e");
  assert.deepEqual(dropped.sort(), ["aaaa", "bbbb", "cccc"], "it goes when it is scrolled away, until there is room");
});

test("endless, nothing falls out", async () => {
  const { held, screen, dropped } = shelf({ most: 1, bytes: 1 });
  held.endless = true;
  await screen("aaaa");
  await screen("bbbb");
  assert.deepEqual(dropped, []);
  held.endless = false;
  await screen("c");
  assert.deepEqual(dropped, ["aaaa", "bbbb"]);
});

test("what comes when nobody waits any more is let go of", async () => {
  const { held, get, dropped } = shelf({ most: 9 });
  get("a", "first");
  held.clear();
  get("a", "second");
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(get("a"), "second");
  assert.deepEqual(dropped, ["first"]);
  assert.equal(held.bytes, 6);
  assert.equal(held.awaited, 0);
  held.clear();
  assert.deepEqual(dropped, ["first", "second"]);
  assert.equal(held.bytes, 0);
});

test("plain data weighs what its texts do, and some", () => {
  assert.equal(weightOf(""), 16);
  assert.ok(weightOf({ parts: [{ text: "x".repeat(1000), note: null }] }) > 2000);
});
