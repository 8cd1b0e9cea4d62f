import assert from "node:assert/strict";
import { test } from "node:test";
import { isFailure } from "../../parser/failure";
import { readListing } from "./listing";

const at = new URL("https://example.com/a/list.json");

function listing(files: number): Blob {
  return new Blob([JSON.stringify({ name: "n", files: Array.from({ length: files }, (_none, n) => `${n}.jsonl`) })]);
}

test("a list with the files of a year is read, and a longer one is rejected", async () => {
  assert.equal((await readListing(at, listing(20_000)))?.length, 20_000);
  const refused = await readListing(at, listing(20_001)).catch((error: unknown) => error);
  assert.ok(isFailure(refused) && refused.code === "too-large" && refused.detail.length > 0);
});

test("a file that is too long is not a list", async () => {
  const long = new Blob([JSON.stringify({ files: ["a.jsonl"], more: "x".repeat(8 << 20) })]);
  assert.equal(await readListing(at, long), undefined);
});
