import assert from "node:assert/strict";
import { test } from "node:test";
import { LowPriorityQueue } from "./low-priority-queue";

test("a search goes before requests that are not urgent", async () => {
  const queue = new LowPriorityQueue();
  const answered: string[] = [];
  const ask = async (name: "matches" | "story" | "rows", took?: Promise<void>): Promise<void> =>
    queue.ask(name, async () => (await took, void answered.push(name)));
  let read = (): void => undefined;
  const first = ask("matches", new Promise((resolve) => (read = resolve)));
  const story = ask("story"); // while the first bytes are read
  await new Promise((resolve) => setTimeout(resolve, 60));
  read();
  await first;
  await ask("rows");
  for (let i = 0; i < 3; i++) await ask("matches");
  await story;
  assert.deepEqual(answered, ["matches", "rows", "matches", "matches", "matches", "story"]);
});

test("requests that are not urgent wait for work that goes first, and for a while", async () => {
  const queue = new LowPriorityQueue();
  const done: string[] = [];
  const ask = async (name: "story" | "rows"): Promise<void> => queue.ask(name, async () => void done.push(name));
  let finish = (): void => undefined;
  const work = queue.waitFor(new Promise<void>((resolve) => (finish = resolve)));
  const story = ask("story");
  await ask("rows");
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(done, ["rows"]);
  finish();
  await work;
  await story;
  queue.pause(30);
  const paused = ask("story");
  await ask("rows");
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(done, ["rows", "story", "rows"]);
  await paused;
  assert.deepEqual(done, ["rows", "story", "rows", "story"]);
});

test("when everything has been read, the rows of the page go before requests that are not urgent", async () => {
  const queue = new LowPriorityQueue();
  const answered: string[] = [];
  const ask = async (name: "story" | "rows"): Promise<void> => queue.ask(name, async () => void answered.push(name));
  let finish = (): void => undefined;
  const load = queue.during(new Promise<void>((resolve) => (finish = resolve)));
  const story = ask("story");
  finish();
  await load;
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setTimeout(resolve, 40)); // together longer than the time after which it is quiet
    await ask("rows");
  }
  await story;
  assert.deepEqual(answered, ["rows", "rows", "rows", "rows", "rows", "story"]);
});
