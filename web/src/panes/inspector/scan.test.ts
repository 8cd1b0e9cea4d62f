import assert from "node:assert/strict";
import { test } from "node:test";
import { type Member, type Value, check, members, rootOf, decode, written } from "./scan";

const encoder = new TextEncoder();

function all(bytes: Uint8Array, value: Value): readonly Member[] {
  return [...members(bytes, value)].flatMap((member) => (member === undefined ? [] : [member]));
}

/** Returns what JSON.parse would return for a value. */
function made(bytes: Uint8Array, value: Value): unknown {
  switch (value.kind) {
    case "object":
      return Object.fromEntries(
        all(bytes, value).map(({ name, value: one }) => [
          name === undefined ? "" : decode(bytes, name),
          made(bytes, one),
        ]),
      );
    case "array":
      return all(bytes, value).map((member) => made(bytes, member.value));
    case "string":
      return decode(bytes, value);
    default:
      return JSON.parse(written(bytes, value));
  }
}

function verdict(bytes: Uint8Array): { readonly to: number; readonly whole: boolean } {
  const checking = check(bytes);
  for (;;) {
    const { done, value } = checking.next();
    if (done) return value;
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("valid JSON is read like JSON.parse does", () => {
  const texts = [
    '{"a":1,"b":[true,false,null,"x",{"c":[]}],"d":{}}',
    ' [ 1 , -0.5e+10 , 0 , "\\u00e9\\n\\"\\\\\\/" , "é😀" ] \n',
    '{"__proto__x":1,"":{"":""}}',
    '"\\ud800 alone"',
    "[[[[[[]]]]]]",
    "12",
  ];
  for (const text of texts) {
    const bytes = encoder.encode(text);
    const root = rootOf(bytes);
    assert.deepEqual(root.kind === "number" ? Number(written(bytes, root)) : made(bytes, root), JSON.parse(text), text);
    assert.deepEqual(verdict(bytes), { to: bytes.length, whole: true }, text);
  }
});

test("text that JSON.parse rejects is invalid, at every truncation and with every byte changed", () => {
  const text = '{"a":[1.5e3,-0,true,null],"b\\u0041":"x\\ny","c":{"d":""},"e":false}';
  for (let at = 0; at <= text.length; at++) {
    for (const other of [
      text.slice(0, at),
      ...['"', ",", "}", "]", "{", "[", ":", "\\", "0", "e", "\u0001", " ", "-", "."].map(
        (char) => text.slice(0, at) + char + text.slice(at + 1),
      ),
    ]) {
      const { whole, to } = verdict(encoder.encode(other));
      assert.equal(whole, parses(other), other);
      assert.ok(to <= other.length, other);
      if (!whole) all(encoder.encode(other), rootOf(encoder.encode(other))); // it ends
    }
  }
});

test("numbers, escapes and members with equal names stay as written", () => {
  const bytes = encoder.encode('{"n":12345678901234567890.10,"n":1e400,"s":"\\u0041\\/"}');
  const list = all(bytes, rootOf(bytes));
  assert.deepEqual(
    list.map(({ name, value }) => [name === undefined ? "" : decode(bytes, name), written(bytes, value)]),
    [
      ["n", "12345678901234567890.10"],
      ["n", "1e400"],
      ["s", '"\\u0041\\/"'],
    ],
  );
});

test("damaged JSON is shown as far as it goes", () => {
  const bytes = encoder.encode('{"a":1,"b":[1,{"c":"cut he');
  assert.deepEqual(verdict(bytes), { to: bytes.length, whole: false });
  const [a, b] = all(bytes, rootOf(bytes));
  assert.equal(a?.value.broken, false);
  assert.ok(b?.value.broken);
  const [, c] = all(bytes, b.value);
  assert.ok(c?.value.broken);
  const [last] = all(bytes, c.value);
  assert.ok(last?.value.broken);
  assert.equal(decode(bytes, last.value), "cut he");
  assert.equal(verdict(encoder.encode('{"a":1} x')).to, 8);
  assert.equal(verdict(encoder.encode('{"a":1,"b":nul}')).to, 11);
});

test("invalid UTF-8 affects only its own bytes", () => {
  const bytes = new Uint8Array([...encoder.encode('{"a":"'), 0xff, 0xc3, 0x28, ...encoder.encode('","b":2}')]);
  const list = all(bytes, rootOf(bytes));
  assert.equal(list.length, 2);
  assert.equal(verdict(bytes).whole, true);
  assert.equal(list[0] === undefined ? "" : decode(bytes, list[0].value), "\ufffd\ufffd(");
});

test("depth and length neither use the stack nor block for long", () => {
  const deep = encoder.encode("[".repeat(300_000) + "]".repeat(300_000));
  assert.equal(verdict(deep).whole, true);
  assert.equal(all(deep, rootOf(deep)).length, 1);
  assert.equal(verdict(encoder.encode("[".repeat(2_000_000))).whole, false);
  const long = encoder.encode(`{"a":"${"x".repeat(3_000_000)}","b":[${"1,".repeat(500_000)}1]}`);
  const pauses = [...members(long, rootOf(long))].filter((member) => member === undefined);
  assert.ok(pauses.length > 10, `${pauses.length} pauses`);
  const list = all(long, rootOf(long))[1];
  assert.ok(list !== undefined);
  const some = members(long, list.value);
  for (let at = 0; at < 100; at++) assert.equal(some.next().done, false); // the rest is not scanned
});

test("the beginning of a long string ends before a truncated escape", () => {
  for (const text of ['"abc\\u00e9\\ud83d\\ude00def"', '"éé😀é"']) {
    const bytes = encoder.encode(text);
    const value = rootOf(bytes);
    const whole = decode(bytes, value);
    assert.equal(whole, JSON.parse(text));
    for (let most = 2; most < bytes.length; most++) {
      const head = decode(bytes, value, most).replace(/[\ufffd\ud83d]$/, "");
      assert.ok(whole.startsWith(head), `${text} at ${most}: ${head}`);
    }
  }
});
