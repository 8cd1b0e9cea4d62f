import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, encode } from "./z85";

test("the example of the specification", () => {
  assert.equal(encode(Uint8Array.of(0x86, 0x4f, 0xd2, 0x6f, 0xb5, 0x59, 0xf7, 0x5b)), "HelloWorld");
});

test("what was encoded is decoded, whatever its length", () => {
  for (let length = 0; length < 40; length++) {
    for (const fill of [0, 1, 84, 85, 127, 128, 254, 255]) {
      const bytes = new Uint8Array(length).map((_, i) => (fill + i * (length % 7)) & 255);
      const text = encode(bytes);
      assert.equal(text.length, Math.ceil((length * 5) / 4));
      assert.deepEqual(decode(text), bytes);
    }
  }
});

test("nothing of it means something in HTML", () => {
  const all = new Uint8Array(40_000).map((_, i) => Math.imul(i, 2_654_435_761) >>> 24);
  assert.ok(/^[^<>&"'`\\\s]*$/.test(encode(all)));
});
