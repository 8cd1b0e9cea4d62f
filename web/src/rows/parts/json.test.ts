import assert from "node:assert/strict";
import { test } from "node:test";
import { layOut } from "./json";

test("JSON over lines", () => {
  const long = "a".repeat(80);
  const cases: readonly (readonly [text: string, want: string])[] = [
    ['{"a":1,"b":[1,2]}', '{\n  "a": 1,\n  "b": [1, 2]\n}'],
    ['[{"id":1,"name":"a, b: \\"c\\""},{}]', '[\n  {"id": 1, "name": "a, b: \\"c\\""},\n  {}\n]'],
    [`{"a":"${long}"}`, `{\n  "a": "${long}"\n}`],
    ["[1.50,  1e3]", "[1.50, 1e3]"], // as recorded
    ['{"cut":"abc', '{\n  "cut": "abc'],
    ["]]", "\n]\n]"],
    ["", ""],
  ];
  for (const [text, want] of cases) assert.equal(layOut(text), want, text);
});
