import assert from "node:assert/strict";
import { test } from "node:test";
import { SessionList } from "./session-list";
import { info } from "../testing/sessions";

test("a session that has not changed stays the same object, in the order of the last reply", () => {
  const list = new SessionList();
  const [a, b, other] = [info({ index: 0 }), info({ index: 1 }), info({ index: 1, title: "other" })];
  assert.deepEqual(list.update({ order: Uint32Array.of(1, 0), changed: [a, b] }), [b, a]);
  const again = list.update({ order: Uint32Array.of(0, 1), changed: [other] });
  assert.ok(again[0] === a && again[1] === other);
  assert.deepEqual(list.update({ order: Uint32Array.of(0), changed: null }), [a]);
  const sessions = { order: Uint32Array.of(1, 0), changed: [b] };
  const loaded = list.complete({ missed: [], sessions, first: undefined });
  assert.deepEqual(loaded, { missed: [], sessions: [b, a], first: undefined });
});
