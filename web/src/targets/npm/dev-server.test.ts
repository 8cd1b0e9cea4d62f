import assert from "node:assert/strict";
import { test } from "node:test";
import { found } from "./dev-server";

test("assets beside the packages of Vite are looked for in this package", () => {
  for (const [url, want] of [
    ["http://a/node_modules/.vite/assets/parser.wasm.gz", "http://a/node_modules/unspool/assets/parser.wasm.gz"],
    ["http://a/docs/.vitepress/cache/assets/w.js", "http://a/docs/node_modules/unspool/assets/w.js"],
    ["http://a/node_modules/unspool/assets/w.js", "http://a/node_modules/unspool/assets/w.js"],
    ["http://a/node_modules/.vite/deps/assets/w.js", "http://a/node_modules/.vite/deps/assets/w.js"],
    ["http://a/assets/w-1234.js", "http://a/assets/w-1234.js"],
    ["file:///node_modules/.vite/assets/b/w.js", "file:///node_modules/.vite/assets/b/w.js"],
  ] as const) {
    assert.equal(found(url), want);
  }
});
