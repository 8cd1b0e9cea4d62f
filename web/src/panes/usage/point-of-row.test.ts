import assert from "node:assert/strict";
import { test } from "node:test";
import { pointOfRow } from "./point-of-row";

const series = (prompt: readonly number[], time: readonly number[]) => ({
  prompt: Float64Array.from(prompt),
  time: Float64Array.from(time),
});

test("the response of a row is the last one up to its time", () => {
  const timed = series([1, 1, 2, 2], [10, 20, 30, 40]);
  assert.equal(pointOfRow(timed, { prompt: 1, time: 20 }), 1);
  assert.equal(pointOfRow(timed, { prompt: 2, time: 25 }), 1, "a prompt comes before its first response");
  assert.equal(pointOfRow(timed, { prompt: 2, time: 99 }), 3);
  assert.equal(pointOfRow(timed, { prompt: 1, time: 5 }), undefined, "before the first response");
});

test("without times it is the last response of the prompt", () => {
  const untimed = series([1, 1, 3], [0, 0, 0]);
  assert.equal(pointOfRow(untimed, { prompt: 1, time: 0 }), 1);
  assert.equal(pointOfRow(untimed, { prompt: 2, time: 7 }), 1);
  assert.equal(pointOfRow(untimed, { prompt: 3, time: 0 }), 2);
});
