import assert from "node:assert/strict";
import { test } from "node:test";
import { holds, wordsOf } from "./filter";

test("all words must match, in any case", () => {
  assert.deepEqual(wordsOf("  Fix THE\tlogin "), ["fix", "the", "login"]);
  assert.equal(holds("fix the failing login test", wordsOf("LOGIN fix")), true);
  assert.equal(holds("fix the failing login test", wordsOf("fix it")), false);
});
