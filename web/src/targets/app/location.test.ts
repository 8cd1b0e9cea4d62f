import assert from "node:assert/strict";
import { test } from "node:test";
import { hashForAddress, linkTo, readLocation } from "./location";

const page = "https://unspool.example/index.html";

function kind(src: string, base = page): string {
  return readLocation(`#${new URLSearchParams({ v: "1", src }).toString()}`, base)?.kind ?? "nothing";
}

test("addresses on the page's own host and on others", () => {
  for (const src of ["s.jsonl", "/a/s.jsonl", "https://unspool.example/s.jsonl", "//unspool.example/s"])
    assert.equal(kind(src), "open", src);
  for (const src of [
    "https://example.com/s.jsonl",
    "//example.com/s",
    "http://unspool.example/s",
    "https://unspool.example:8443/s",
    "https://ada@unspool.example/s",
  ])
    assert.equal(kind(src), "elsewhere", src);
});

test("a link to a record names its session, and the source if there is one", () => {
  const now = `${page}#v=1&session=other&at=r9&view=usage`;
  assert.equal(linkTo("r1#2", "s1", "", now), `${page}#v=1&session=s1&at=r1%232`);
  assert.equal(linkTo("r1", "s1", "a/b.jsonl", now), `${page}#v=1&src=a%2Fb.jsonl&session=s1&at=r1`);
});

test("an address without a host is invalid, wherever the page is", () => {
  for (const base of [page, "file:///home/ada/unspool.html"]) {
    for (const src of [
      "javascript:alert(1)",
      "data:text/plain,x",
      `blob:${page}`,
      "about:blank",
      "file:///etc/passwd",
      "ftp://example.com/s",
      "https://",
    ])
      assert.equal(kind(src, base), "refuse", `${src} on ${base}`);
  }
});

test("a session in the address is opened by every page", () => {
  const hash = "#v=1&src=inline%3A1.abc-_&at=r1";
  for (const base of [page, "file:///home/ada/unspool.html"])
    for (const canFetch of [true, false])
      assert.deepEqual(readLocation(hash, base, canFetch), { kind: "open", src: "inline:1.abc-_" });
  assert.equal(readLocation("#v=1&src=a.jsonl", page, false)?.kind, "refuse");
  assert.equal(linkTo("r1", "s1", "inline:1.abc", page), `${page}#v=1&src=inline%3A1.abc&session=s1&at=r1`);
});

test("a pasted link to any page with a session in it opens that session", () => {
  assert.equal(hashForAddress("https://other.example/index.html#v=1&src=inline:1.abc"), "#v=1&src=inline%3A1.abc");
  assert.equal(hashForAddress("https://other.example/a#src=b"), "#v=1&src=https%3A%2F%2Fother.example%2Fa%23src%3Db");
});
