import assert from "node:assert/strict";
import { test } from "node:test";
import { LowPriorityQueue } from "./low-priority-queue";

test("a search goes before requests that are not urgent", async () => {
  const queue = new LowPriorityQueue();
  const answered: string[] = [];
  const ask = async (name: "matches" | "story" | "rows"): Promise<void> =>
    queue.ask(name, async () => void answered.push(name));
  await ask("matches");
  const story = ask("story");
  await ask("rows");
  for (let i = 0; i < 3; i++) await ask("matches");
  await story;
  assert.deepEqual(answered, ["matches", "rows", "matches", "matches", "matches", "story"]);
});
