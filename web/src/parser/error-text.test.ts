import assert from "node:assert/strict";
import { test } from "node:test";
import { matchErrorText, priceErrorText } from "./error-text";
import type { MatchError, PriceError } from "./model";

test("errors of a query", () => {
  const error: MatchError = { code: "too-long", value: "", kinds: ["input", "output"], limit: 1_000 };
  assert.equal(matchErrorText(error), "The search text is longer than 1,000\u00a0characters");
  assert.equal(matchErrorText({ ...error, code: "unknown-option", value: "up" }), "“up” is not a search option");
  assert.equal(
    matchErrorText({ ...error, code: "unknown-kind", value: "tool" }),
    "“tool” is not a kind of match. The kinds, separated by spaces, are: input output",
  );
});

test("errors of a price table", () => {
  const error: PriceError = { code: "invalid-price", line: 1_004, column: 7, value: "x", want: 9 };
  assert.equal(priceErrorText(error), "line 1,004, column 7: “x” is not a price in USD per million tokens");
  assert.equal(
    priceErrorText({ ...error, code: "invalid-tier" }),
    "line 1,004, column 7: “x” is not a tier: “-”, “fast”, or such as “>200000”",
  );
  assert.equal(
    priceErrorText({ ...error, code: "too-few-columns", line: 2, column: 1, value: "" }),
    "line 2 has 1\u00a0column instead of at least 9",
  );
});
