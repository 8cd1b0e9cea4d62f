import assert from "node:assert/strict";
import { test } from "node:test";
import { hasMarkup } from "./formatted";

test("Prompts with Markdown are told from plain ones.", () => {
  for (const text of [
    "Fix this:\n```ts\nlet a;\n```",
    "# Plan",
    "do\n- one\n- two",
    "1. first",
    "> quoted",
    "| a | b |\n|---|---|",
    "rename `a` to `b`",
    "**now**",
    "see [the docs](https://example.com)",
    "https://example.com",
  ])
    assert.ok(hasMarkup(text), text);
  for (const text of [
    "",
    "fix the login",
    "two\nlines",
    "<tag>text</tag>",
    "a * b * c",
    "#123 is done",
    "-x is a flag",
    "it's 5 > 3",
    "snake_case __init__",
    "[Image #1] what is this?",
  ])
    assert.ok(!hasMarkup(text), text);
});
