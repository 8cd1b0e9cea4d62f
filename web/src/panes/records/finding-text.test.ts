import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finding } from "../../parser/model";
import { findingHeading, findingText } from "./finding-text";

const finding: Finding = {
  code: "damaged-line",
  severity: "warning",
  file: 0,
  path: "s.jsonl",
  line: 2,
  offset: 67,
  length: 1,
  damage: "syntax",
  position: 1_023,
  excerpt: "<b>\u202e",
  limit: 0,
  agent: "",
  of: "",
  count: 0,
};

test("a text quotes the file as it is", () => {
  assert.equal(findingHeading(finding), "Damaged lines");
  assert.equal(findingText(finding), "Invalid JSON at byte 1,023 of the record: <b>\u202e");
  assert.equal(
    findingText({ ...finding, code: "unlinked-agent", agent: "<a>" }),
    "No tool call found that started agent <a>",
  );
});

test("a text names the limit that was exceeded", () => {
  const overlong: Finding = { ...finding, code: "overlong-line", limit: 32 << 20 };
  assert.equal(findingHeading(overlong), "Lines longer than 32 MB");
  assert.equal(findingText(overlong), "Longer than 32 MB: not read as a record");
  assert.equal(
    findingText({ ...finding, code: "too-many-blocks", limit: 10_000 }),
    "More than 10,000 blocks in one record; the rest is only in the raw bytes",
  );
});

test("findings that are not listed are counted", () => {
  assert.equal(
    findingText({ ...finding, code: "more", of: "damaged-line", count: 4_900 }),
    "4,900 more: Damaged lines",
  );
});
