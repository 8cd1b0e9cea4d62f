import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutMarkup } from "./format";

test("headings, code and bold words become plain", () => {
  assert.equal(
    withoutMarkup("Do this: # Plan: Make `evaluate` **the default**"),
    "Do this: Plan: Make evaluate the default",
  );
  assert.equal(withoutMarkup("``a`b`` is cut at `resume w…"), "a`b is cut at `resume w…");
});

test("what only looks like markup stays", () => {
  for (const text of ["C# and #12", "a ** b ** c", "__init__.py", "2**3 ** 4", "#tag"])
    assert.equal(withoutMarkup(text), text);
});
