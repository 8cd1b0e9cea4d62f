import assert from "node:assert/strict";
import { test } from "node:test";
import { TaskQueue } from "./task-queue";

/** A queue of two tasks at a time, which end when they are told to. */
function makeQueue() {
  const queue = new TaskQueue(2);
  const begun: number[] = [];
  const ends = new Map<number, (fails: boolean) => void>();
  const add = (n: number, rank?: () => number): Promise<number | undefined> =>
    queue.run(
      () =>
        new Promise((resolve, reject) => {
          begun.push(n);
          ends.set(n, (fails) => (fails ? reject(new Error(String(n))) : resolve(n)));
        }),
      rank,
    );
  const end = async (n: number, fails = false): Promise<void> => {
    ends.get(n)?.(fails);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { begun, add, end };
}

test("a few tasks run at a time, and the newest waiting one is next, whether tasks fail or not", async () => {
  const { begun, add, end } = makeQueue();
  const failed = assert.rejects(add(1), { name: "Error" });
  const second = add(2);
  void add(3);
  void add(4);
  assert.deepEqual(begun, [1, 2]);
  await end(1, true);
  await failed;
  assert.deepEqual(begun, [1, 2, 4]);
  await end(2);
  assert.equal(await second, 2);
  assert.deepEqual(begun, [1, 2, 4, 3]);
});

test("the lowest rank by then comes first, and tasks of infinite rank are skipped", async () => {
  const { begun, add, end } = makeQueue();
  let at = 10;
  void add(1);
  void add(2);
  const skipped = add(3, () => (at === 10 ? 0 : Infinity));
  for (const place of [9, 20, 30]) void add(place, () => Math.abs(at - place));
  at = 20;
  await end(1);
  assert.deepEqual(begun, [1, 2, 20]);
  assert.equal(await skipped, undefined);
  at = 10;
  await end(2);
  assert.deepEqual(begun, [1, 2, 20, 9]);
});
