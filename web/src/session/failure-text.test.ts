import assert from "node:assert/strict";
import { test } from "node:test";
import { NBSP } from "../base/format";
import { failure, unreadableOf } from "../parser/failure";
import { failureNotice, failureText } from "./failure-text";

/** Returns the texts about files that could not be read, with the browser's reason. */
function textsOf(paths: readonly string[], reason = "it changed") {
  const why = unreadableOf(paths.map((path) => failure("unreadable", reason, path)));
  assert.ok(why);
  const { what, ...others } = failureText(why);
  return { what: what.replaceAll(NBSP, " "), ...others };
}

test("if no file could be read, their number and the first names are shown", () => {
  assert.deepEqual(textsOf(["p/a.jsonl", "p/b.jsonl", "p/c.jsonl", "p/d.jsonl", "p/e.jsonl"]), {
    what: "5 files could not be read: “a.jsonl”, “b.jsonl”, “c.jsonl” and 2 more",
    why: "Browser error: it changed.",
    help: "They may have changed or moved while being read. Drop the folder again.",
  });
  assert.deepEqual(textsOf(["a.jsonl", "b.jsonl"], ""), {
    what: "2 files could not be read: “a.jsonl”, “b.jsonl”",
    why: "The browser could not read them.",
    help: "They may have changed or moved while being read. Drop them again.",
  });
});

test("one file that could not be read is named", () => {
  assert.deepEqual(textsOf(["a.jsonl"]), {
    what: "“a.jsonl” could not be read",
    why: "Browser error: it changed.",
    help: "It may have changed or moved while being read. Drop it again.",
  });
  assert.equal(
    failureNotice(failure("unreadable", "", "p/a.jsonl")),
    "“a.jsonl” could not be read. The browser could not read a.jsonl.",
  );
});
