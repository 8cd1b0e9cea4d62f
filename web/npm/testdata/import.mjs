// Everything can be imported where there is no document, and that does nothing.
import assert from "node:assert/strict";

const before = Reflect.ownKeys(globalThis);
for (const name of ["unspool", "unspool/client", "unspool/define", "unspool/parser"]) {
  await import(name);
}
const { UnspoolSession, define } = await import("unspool");
assert.equal(typeof UnspoolSession, "function");
define();
assert.deepEqual(Reflect.ownKeys(globalThis), before);
