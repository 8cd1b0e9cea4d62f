import assert from "node:assert/strict";
import { test } from "node:test";
import { csv } from "./csv";

test("text is quoted", () => {
  assert.equal(
    csv([
      ["a", 'say "x", y', "two\nlines"],
      [1.5, undefined, Number.NaN],
    ]),
    '\ufeff"a","say ""x"", y","two\nlines"\r\n1.5,,\r\n',
  );
});

test("formulas are escaped, and numbers stay numbers", () => {
  const cases: readonly (readonly [cell: string, want: string])[] = [
    ["=1+1", "'=1+1"],
    ['=HYPERLINK("https://x","y")', `'=HYPERLINK(""https://x"",""y"")`],
    ["+1", "'+1"],
    ["-rf /", "'-rf /"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t'=1"],
    ["\t1", "'\t1"],
    [" =1", " '=1"],
    ["\u200b=1", "\u200b'=1"],
    ["＝1", "'＝1"],
    ["a=1", "a=1"],
    ["a;=cmd", "a;'=cmd"],
    ["a|\n -1", "a|\n '-1"],
    ['a";"=1', `a"";""'=1`],
    ['"=1', `""'=1`],
    ["", ""],
  ];
  for (const [cell, want] of cases) assert.equal(csv([[cell]]), `\ufeff"${want}"\r\n`);
  assert.equal(csv([[-1]]), "\ufeff-1\r\n");
});
