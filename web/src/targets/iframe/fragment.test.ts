import assert from "node:assert/strict";
import { test } from "node:test";
import { isConfined, needsNoConsent, urlsIn } from "./fragment";

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

test("a frame in a private network reads from other hosts only for pages in a private network", () => {
  const confined = (hostname: string, origins: readonly string[] | undefined, referrer = ""): boolean =>
    isConfined({ hostname, ...(origins === undefined ? {} : { ancestorOrigins: origins }) }, referrer);
  for (const host of ["192.168.1.7", "localhost", "nas.fritz.box", "viewer.localdomain", "api.team.svc", "[::1]"]) {
    assert.equal(confined(host, ["https://evil.example"]), true, host);
    assert.equal(confined(host, ["http://wiki.lan", "https://evil.example"]), true, host);
    assert.equal(confined(host, ["null"]), true, host);
    assert.equal(confined(host, undefined), true, host);
    assert.equal(confined(host, undefined, "https://evil.example/"), true, host);
    assert.equal(confined(host, ["http://wiki.lan"]), false, host);
    assert.equal(confined(host, undefined, "http://wiki.lan/page"), false, host);
  }
  assert.equal(confined("viewer.example", ["https://evil.example"]), false);
});
