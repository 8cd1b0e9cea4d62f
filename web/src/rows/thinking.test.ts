import assert from "node:assert/strict";
import { test } from "node:test";
import { excerpt } from "./thinking";

test("the beginning of a text, on one line", () => {
  const cases: readonly (readonly [text: string, want: string])[] = [
    ["the field pr_input of __init__.py", "the field pr_input of __init__.py"],
    ["# Plan\n\n- first\n* second\n  2. third", "Plan first second third"],
    ["so **this one**, in `a_b.ts`", "so this one, in a_b.ts"],
    ["**`a`**: ``b``", "a: b"],
    ["`**/*.ts` and `**/b`, issue #12, 2 * 3 * 4", "**/*.ts and **/b, issue #12, 2 * 3 * 4"],
    ["an `open one", "an `open one"],
    [" \n ", ""],
  ];
  for (const [text, want] of cases) assert.equal(excerpt(text), want);
});
