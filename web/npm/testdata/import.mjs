// Everything can be imported where there is no document, and that does nothing beyond what Lit does.
import assert from "node:assert/strict";

// What Lit notes of itself.
const lit = ["litHtmlVersions", "litPropertyMetadata", "reactiveElementVersions", "litElementVersions"];
const globals = () => Reflect.ownKeys(globalThis).filter((name) => !lit.includes(name));

const before = globals();
for (const name of ["unspool", "unspool/client", "unspool/define", "unspool/parser"]) {
  await import(name);
}
const { UnspoolSession, define } = await import("unspool");
assert.equal(typeof UnspoolSession, "function");
define();
assert.deepEqual(globals(), before);
