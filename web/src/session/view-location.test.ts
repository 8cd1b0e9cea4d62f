import assert from "node:assert/strict";
import { test } from "node:test";
import { findSession, parseViewLocation, recordAddress, sourceIn, formatViewUrl } from "./view-location";
import { viewStateNames } from "./view-state";

const page = "https://unspool.example/index.html";

test("all parts are parsed as they were written", () => {
  const state = Object.fromEntries(viewStateNames.map((name) => [name, `${name} a&b=c+d#e%20é`]));
  const place = { session: "s 1", at: "f71cee38#2", state };
  const url = formatViewUrl(`${page}#v=1&src=a%2Fb.jsonl&unknown=x`, place);
  assert.deepEqual(parseViewLocation(new URL(url).hash), place);
  assert.equal(sourceIn(url), "a/b.jsonl");
  assert.ok(!url.includes("unknown"));
});

test("an address without parts is the page's own", () => {
  assert.equal(formatViewUrl(`${page}#v=1&view=usage`, { session: "", at: "", state: {} }), page);
  assert.equal(formatViewUrl(page, { session: "", at: "x", state: {} }), `${page}#v=1&at=x`);
});

test("unknown parts, long parts and other versions are ignored", () => {
  const nothing = { session: "", at: "", state: {} };
  for (const hash of [
    "",
    "#",
    "#v=2&at=x&view=usage",
    "#__proto__=x&constructor=y",
    `#at=${"a".repeat(30_000)}`,
    "#%%%=&&&",
  ])
    assert.deepEqual(parseViewLocation(hash), nothing, hash.slice(0, 40));
  assert.equal(parseViewLocation("#at=x&at=y").at, "x");
});

test("the session of an address is found by its ID, or else by the record", async () => {
  const records = new Map([
    [4, ["r1"]],
    [7, ["r2", "r3"]],
    [9, ["r3"]],
  ]);
  const sessions = [
    { index: 4, id: "one" },
    { index: 7, id: "two" },
    { index: 9, id: "three" },
  ];
  const asked: number[] = [];
  const find = (session: string, at: string): Promise<number | undefined> =>
    findSession({ session, at }, sessions, async (index, record) => {
      asked.push(index);
      return records.get(index)?.includes(record) === true;
    });
  assert.equal(await find("three", "r1"), 9);
  assert.equal(await find("other", ""), undefined);
  assert.equal(await find("", ""), undefined);
  assert.deepEqual(asked, []);
  assert.equal(await find("", "r3"), 7); // the first one that contains it
  assert.deepEqual(asked, [4, 7]);
  assert.equal(await find("other", "r1"), 4); // a copy in another session
  assert.equal(await find("other", "r4"), undefined);
});

test("the address of a record does not depend on file numbers", () => {
  assert.equal(recordAddress("f71cee38-7013"), "f71cee38-7013");
  assert.equal(recordAddress("series:@3/f71c#2"), "f71c#2");
  assert.equal(recordAddress("attempts:@3/r4"), "attempts:r4");
  assert.equal(recordAddress("branch:r4#1"), "branch:r4#1");
  assert.equal(recordAddress("copy:r4"), "copy:r4");
  for (const key of ["@3:4711", "broken", "link:continued-in:x", "end:5:agent:x@3", "a b", ""])
    assert.equal(recordAddress(key), key === "broken" ? "broken" : "", key);
});
