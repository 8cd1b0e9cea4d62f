import assert from "node:assert/strict";

/** Returns the bytes of both arrays, one after the other. */
export function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  const all = new Uint8Array(before.byteLength + after.byteLength);
  all.set(before);
  all.set(after, before.byteLength);
  return all;
}

/** Compares bytes; a message with all of them would be too long. */
export function equalBytes(actual: Uint8Array, expected: Uint8Array, what: string): void {
  let at = 0;
  while (at < expected.byteLength && actual[at] === expected[at]) at++;
  assert.deepEqual([at, actual.byteLength], [expected.byteLength, expected.byteLength], what);
}
