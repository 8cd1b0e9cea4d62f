import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, decodeUrl, encode, encodeUrl, GROUP_BYTES, GROUP_CHARS } from "./base64";

const all = new Uint8Array(40_000).map((_, i) => Math.imul(i, 2_654_435_761) >>> 24);

test("the examples of RFC 4648", () => {
  for (const [text, coded] of [
    ["", ""],
    ["f", "Zg=="],
    ["fo", "Zm8="],
    ["foobar", "Zm9vYmFy"],
  ] as const) {
    assert.equal(encode(new TextEncoder().encode(text)), coded);
    assert.equal(new TextDecoder().decode(decode(coded)), text);
  }
});

test("data that was encoded in pieces can be decoded in pieces", () => {
  let text = "";
  for (let at = 0; at < all.length; at += 1000 * GROUP_BYTES) text += encode(all.subarray(at, at + 1000 * GROUP_BYTES));
  assert.equal(text, encode(all));
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 7 * GROUP_CHARS) bytes.push(...decode(text.slice(at, at + 7 * GROUP_CHARS)));
  assert.deepEqual(Uint8Array.from(bytes), all);
});

test("the browser's own functions are used if they exist", () => {
  const text = encode(all);
  Uint8Array.fromBase64 = (given) => Uint8Array.of(given.length);
  Uint8Array.prototype.toBase64 = () => "its own";
  try {
    assert.deepEqual(decode(text), Uint8Array.of(text.length));
    assert.equal(encode(all), "its own");
  } finally {
    delete Uint8Array.fromBase64;
    delete Uint8Array.prototype.toBase64;
  }
});

test("the alphabet for addresses needs no encoding and no padding", () => {
  for (let length = 0; length < 300; length++) {
    const text = encodeUrl(all.subarray(0, length));
    assert.equal(text, encodeURIComponent(text));
    assert.deepEqual(decodeUrl(text), all.slice(0, length));
  }
  assert.equal(encodeUrl(Uint8Array.of(251, 239, 255, 254)), "--___g");
});
