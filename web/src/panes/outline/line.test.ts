import assert from "node:assert/strict";
import { test } from "node:test";
import { compacted } from "./line";

test("A compaction is described by the sizes that are recorded.", () => {
  assert.equal(compacted({ before: 168_000, after: 9_000 }), "compacted 168k → 9.0k");
  assert.equal(compacted({ before: 168_000, after: null }), "compacted at 168k tokens");
  assert.equal(compacted({ before: null, after: 9_000 }), "compacted to 9.0k tokens");
  assert.equal(compacted({ before: null, after: null }), "Compacted");
});
