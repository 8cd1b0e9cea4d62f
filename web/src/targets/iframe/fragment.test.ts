import assert from "node:assert/strict";
import { test } from "node:test";
import { needsNoConsent, urlsIn } from "./fragment";

const page = {
  href: "https://viewer.example/unspool/embed.html",
  hostname: "viewer.example",
  origin: "https://viewer.example",
};

const hrefs = (src: string): readonly string[] | undefined => urlsIn(src, page)?.map((url) => url.href);

test("a frame reads from its own host, and from public ones by https", () => {
  assert.deepEqual(hrefs("a.jsonl  https://files.example/b.jsonl"), [
    "https://viewer.example/unspool/a.jsonl",
    "https://files.example/b.jsonl",
  ]);
});

test("a frame reads from nowhere else", () => {
  for (const src of [
    "",
    "http://files.example/a.jsonl",
    "https://192.168.0.1/a.jsonl",
    "https://router.local/a",
    "https://me:key@files.example/a",
    "https://me@viewer.example/a",
    "javascript:alert(1)",
    "a ".repeat(101),
  ]) {
    assert.equal(hrefs(src), undefined, src);
  }
});

test("a session in the address needs no consent and no host", () => {
  const long = `inline:1.${"a".repeat(20_000)}`;
  assert.deepEqual(hrefs(long), [long]);
  assert.equal(needsNoConsent(new URL(long), page), true);
  assert.equal(needsNoConsent(new URL("https://files.example/inline:1.a"), page), false);
  assert.equal(hrefs("inline://["), undefined);
  assert.equal(hrefs("a.jsonl inline:1.abc"), undefined);
});
