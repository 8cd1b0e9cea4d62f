import assert from "node:assert/strict";
import { test } from "node:test";
import { unicodeHost } from "./unicode";

test("names in other scripts", () => {
  for (const name of [
    "bücher.example",
    "аррӏе.com",
    "例え.テスト",
    "مثال.إختبار",
    "παράδειγμα.δοκιμή",
    "münchen.straße.example",
    "😀.example",
    "a.b.例え.c",
    "他们为什么不说中文.example",
  ]) {
    const { hostname } = new URL(`https://${name}/`);
    assert.ok(hostname.includes("xn--"));
    assert.equal(unicodeHost(hostname), name);
  }
});

test("names that need no decoding, or cannot be decoded", () => {
  for (const name of [
    "example.com",
    "xn--.com",
    "xn--a.example",
    "xn--!.example",
    "xn--99999999999999.example",
    "xn--zzzzzzzzzzzz.example",
    "127.0.0.1",
    "[::1]",
  ]) {
    const read = unicodeHost(name);
    assert.ok(read === name || !read.includes("\u0000"), `${name}: ${read}`);
  }
  assert.equal(unicodeHost("example.com"), "example.com");
});
