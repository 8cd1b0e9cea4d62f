import assert from "node:assert/strict";
import { test } from "node:test";
import { failure } from "../../parser/failure";
import { type Comparison, FileComparer, rethrowUnlessUnreadable } from "./compare";
import { FakeReader } from "./testing/fake-reader";

const KB = 1 << 10;
const middle = "m".repeat(3 * KB);

/** Compares a file with a text to what was read of it. */
function compare(reader: FakeReader, now: string, path = "a.jsonl"): Promise<Comparison> {
  return new FileComparer(reader.api).compare(path, new File([now], path));
}

test("a file is compared to what was read of it", async () => {
  const cases: readonly (readonly [name: string, was: string, now: string, want: Comparison])[] = [
    ["unchanged", "one 1 2", "one 1 2", "same"],
    ["appended to", "one 1 2", "one 1 2 3", "grown"],
    ["empty, as before", "", "", "same"],
    ["no longer empty", "", "one 1", "grown"],
    ["emptied", "one 1 2", "", "emptied"],
    ["shortened", "one 1 2", "one 1", "cut"],
    ["shortened, of another session", "one 1 2", "two 1", "overwritten"],
    ["changed at its beginning", `one 1${middle}end`, `one 2${middle}end`, "replaced"],
    ["changed at its end", `one 1${middle}end`, `one 1${middle}End`, "replaced"],
    ["changed and appended to", `one 1${middle}end`, `one 2${middle}end and more`, "replaced"],
    ["of another session", `one 1${middle}end`, `two 1${middle}end`, "overwritten"],
    ["longer, of another session", "one 1 2", "two 1 2 3", "overwritten"],
  ];
  for (const [name, was, now, want] of cases)
    assert.equal(await compare(new FakeReader({ "b.jsonl": "two", "a.jsonl": was }), now), want, name);
});

test("a file that was not read before counts as grown", async () => {
  assert.equal(await compare(new FakeReader({ "a.jsonl": "one" }), "one", "b.jsonl"), "grown");
});

test("only the ends of a file are compared, and the files are listed once", async () => {
  const reader = new FakeReader({ "a.jsonl": middle, "b.jsonl": "one" });
  const comparer = new FileComparer(reader.api);
  assert.equal(await comparer.compare("a.jsonl", new File([middle], "a.jsonl")), "same");
  assert.equal(await comparer.compare("b.jsonl", new File(["one"], "b.jsonl")), "same");
  assert.deepEqual(reader.compared, [KB, KB, 3, 3]);
  assert.equal(reader.listings, 1);
});

test("a comparison rejects if the file cannot be read", async () => {
  const fault = new DOMException("", "NotReadableError");
  const unreadable = Object.assign(new File(["one"], "a.jsonl"), {
    slice: () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(fault) }),
  });
  const reader = new FakeReader({ "a.jsonl": "one" });
  await assert.rejects(new FileComparer(reader.api).compare("a.jsonl", unreadable), fault);
});

test("only errors of unreadable files are caught", async () => {
  assert.equal(rethrowUnlessUnreadable(new DOMException("", "NotAllowedError")), "unreadable");
  assert.equal(rethrowUnlessUnreadable(failure("unreadable", "it changed")), "unreadable");
  for (const other of [failure("crashed"), new RangeError("a mistake")]) {
    const caught = async (): Promise<unknown> => rethrowUnlessUnreadable(other);
    await assert.rejects(caught(), (error: unknown) => error === other);
  }
});
