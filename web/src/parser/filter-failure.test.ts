import assert from "node:assert/strict";
import { test } from "node:test";
import { filterFailure } from "./filter-failure";
import type { FilterError } from "./model";

const error: FilterError = { code: "invalid-turns", value: "3-2", kinds: ["prompts", "tools"], limit: 65_536 };

test("an invalid filter is a failure of the options", () => {
  assert.deepEqual(filterFailure(error), {
    code: "options",
    detail:
      "“3-2” is not a range of turns or prompts. Use one or two numbers, such as 12, 12-18, 12- or -5; the first is 1",
    path: "",
  });
  assert.equal(
    filterFailure({ ...error, code: "unknown-kind", value: "tool" }).detail,
    "“tool” is not a kind of row. The kinds, separated by spaces, are: prompts tools",
  );
  assert.equal(
    filterFailure({ ...error, code: "too-long", value: "" }).detail,
    "Too many kinds of rows: more than 64 kB",
  );
});
