import assert from "node:assert/strict";
import { test } from "node:test";
import { files } from "../testing/sessions";
import { estimatedBytes, querySizes } from "./sizes";

test("the size of a few files is exact, and that of many is estimated", () => {
  assert.equal(estimatedBytes([]), 0);
  assert.equal(estimatedBytes(files("a.jsonl 10", "b.jsonl 5")), 15);
  const many = files(...Array.from({ length: 1000 }, (_, at) => `${at}.jsonl ${at % 2 === 0 ? 100 : 300}`));
  const estimate = estimatedBytes(many);
  assert.ok(estimate >= 100_000 && estimate <= 300_000, String(estimate));
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
  await querySizes(all);
  assert.equal(asked, 45);
});
