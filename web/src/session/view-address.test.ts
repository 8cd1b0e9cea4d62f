import assert from "node:assert/strict";
import { test } from "node:test";
import { readPlace, recordIn, sourceIn, writePlace } from "./view-address";
import { lookNames } from "./view-state";

const page = "https://unspool.example/index.html";

test("all parts come back", () => {
  const look = Object.fromEntries(lookNames.map((name) => [name, `${name} a&b=c+d#e%20é`]));
  const place = { session: "s 1", at: "f71cee38#2", look };
  const address = writePlace(`${page}#v=1&src=a%2Fb.jsonl&unknown=x`, place);
  assert.deepEqual(readPlace(new URL(address).hash), place);
  assert.equal(sourceIn(address), "a/b.jsonl");
  assert.ok(!address.includes("unknown"));
});

test("an address that says nothing is the page's own", () => {
  assert.equal(writePlace(`${page}#v=1&view=usage`, { session: "", at: "", look: {} }), page);
  assert.equal(writePlace(page, { session: "", at: "x", look: {} }), `${page}#v=1&at=x`);
});

test("what is not known, too long, or of another version is ignored", () => {
  const nothing = { session: "", at: "", look: {} };
  for (const hash of [
    "",
    "#",
    "#v=2&at=x&view=usage",
    "#__proto__=x&constructor=y",
    `#at=${"a".repeat(30_000)}`,
    "#%%%=&&&",
  ])
    assert.deepEqual(readPlace(hash), nothing, hash.slice(0, 40));
  assert.equal(readPlace("#at=x&at=y").at, "x");
});

test("an address of a record depends on no file's number", () => {
  assert.equal(recordIn("f71cee38-7013"), "f71cee38-7013");
  assert.equal(recordIn("series:@3/f71c#2"), "f71c#2");
  assert.equal(recordIn("attempts:@3/r4"), "attempts:r4");
  assert.equal(recordIn("branch:r4#1"), "branch:r4#1");
  assert.equal(recordIn("copy:r4"), "copy:r4");
  for (const key of ["@3:4711", "broken", "link:continued-in:x", "end:5:agent:x@3", "a b", ""])
    assert.equal(recordIn(key), key === "broken" ? "broken" : "", key);
});
