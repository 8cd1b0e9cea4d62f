import assert from "node:assert/strict";
import { test } from "node:test";
import { files } from "../testing/sessions";
import { estimatedBytes, totalBytes } from "./sizes";

test("the size of a few files is exact, and that of many is estimated", () => {
  assert.equal(estimatedBytes([]), 0);
  assert.equal(estimatedBytes(files("a.jsonl 10", "b.jsonl 5")), 15);
  const many = files(...Array.from({ length: 1050 }, (_, at) => `${at}.jsonl ${at % 2 === 0 ? 100 : 300}`));
  const estimate = estimatedBytes(many);
  assert.ok(estimate >= 180_000 && estimate <= 240_000, String(estimate)); // 210,000 in fact
});

test("each file is asked for its size", async () => {
  let asked = 0;
  const all = files(...Array.from({ length: 45 }, (_, at) => `${at}.jsonl`)).map(({ path, blob }) => ({
    path,
    blob: {
      slice: blob.slice.bind(blob),
      arrayBuffer: () => blob.arrayBuffer(),
      get size() {
        asked++;
        return blob.size;
      },
    },
  }));
  assert.equal(await totalBytes(all, () => false), 45);
  assert.equal(asked, 45);
  await totalBytes(all, () => true);
  assert.equal(asked, 46, "it goes on after a stop");
});
