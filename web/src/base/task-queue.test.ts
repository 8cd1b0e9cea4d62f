import assert from "node:assert/strict";
import { test } from "node:test";
import { TaskStack } from "./task-stack";

test("a few tasks run at a time, and the newest waiting one is next, whether tasks fail or not", async () => {
  const stack = new TaskStack(2);
  const begun: number[] = [];
  const ends = new Map<number, (fails: boolean) => void>();
  const add = (n: number): Promise<number> =>
    stack.run(
      () =>
        new Promise((resolve, reject) => {
          begun.push(n);
          ends.set(n, (fails) => (fails ? reject(new Error(String(n))) : resolve(n)));
        }),
    );
  const all = [1, 2, 3, 4].map(add);
  assert.deepEqual(begun, [1, 2]);
  ends.get(1)?.(true);
  await assert.rejects(all[0] ?? Promise.resolve(), new Error("1"));
  assert.deepEqual(begun, [1, 2, 4]);
  ends.get(2)?.(false);
  assert.equal(await all[1], 2);
  await Promise.resolve(); // the next one begins after the result is known
  assert.deepEqual(begun, [1, 2, 4, 3]);
});
