import assert from "node:assert/strict";
import { test } from "node:test";
import { type LineRange, gather } from "./collect-pages";

/** Pages of two lines. Each list is the current one for the given number of replies. */
function answers(
  ...lists: readonly (readonly [revision: number, lines: readonly string[], times: number])[]
): (from: number) => Promise<LineRange<string>> {
  const queue = lists.flatMap(([revision, lines, times]) => Array.from({ length: times }, () => ({ revision, lines })));
  return (from) => {
    const now = queue.shift();
    if (now === undefined) throw new Error("it is asked too often");
    const lines = now.lines.slice(from, from + 2);
    // A list that is not known yet has no lines and is requested again.
    const next = now.revision === 0 ? from : from + 2 < now.lines.length ? from + 2 : null;
    return Promise.resolve({ lines, next, revision: now.revision });
  };
}

const one = ["a", "b", "c", "d", "e"];
const two = ["z", "a", "b", "c", "d"];

test("all lines are collected, or the requested number", async () => {
  assert.deepEqual(await gather(answers([7, one, 3]), 0, Infinity), one);
  assert.deepEqual(await gather(answers([7, one, 2]), 0, 3), ["a", "b", "c", "d"]);
  assert.deepEqual(await gather(answers([7, one, 2]), 2, 3), ["c", "d", "e"]);
});

test("lines of several lists are never mixed", async () => {
  assert.deepEqual(await gather(answers([7, one, 1], [8, two, 4]), 0, Infinity), two);
  assert.deepEqual(await gather(answers([7, one, 1], [8, two, 3]), 2, 3), ["b", "c", "d"]);
});

test("a list that is not known yet is requested again", async () => {
  assert.deepEqual(await gather(answers([0, [], 3], [7, one, 3]), 0, Infinity), one);
  assert.deepEqual(await gather(answers([7, one, 1], [0, [], 2], [8, two, 3]), 0, Infinity), two);
});

test("giving up returns undefined", async () => {
  assert.equal(await gather(() => Promise.resolve(undefined), 0, Infinity), undefined);
});
