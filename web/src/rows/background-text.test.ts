import assert from "node:assert/strict";
import { test } from "node:test";
import { backgroundText } from "./background-text";

test("background records", () => {
  const kinds = [
    { name: "hook_success", count: 2 },
    { name: "last-prompt", count: 1 },
    { name: "hook_progress", count: 1 },
    { name: "mode", count: 2 },
    { name: "edited_text_file", count: 1 },
    { name: "tide_event", count: 1 },
  ];
  assert.equal(backgroundText(kinds), "3 hooks, changed file, tide event, 3 background records");
  assert.equal(backgroundText([{ name: "mode", count: 1 }]), "background record");
});
