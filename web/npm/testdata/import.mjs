// Everything can be imported where there is no document, and that does nothing.
import assert from "node:assert/strict";

for (const name of ["unspool", "unspool/client", "unspool/define"]) {
  await import(name);
}
const { UnspoolSession, define } = await import("unspool");
assert.equal(typeof UnspoolSession, "function");
define();
for (const name of ["document", "window", "customElements", "HTMLElement", "Go", "fs", "unspoolHost"]) {
  assert.equal(globalThis[name], undefined, name);
}
