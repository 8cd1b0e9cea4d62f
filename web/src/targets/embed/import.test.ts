import assert from "node:assert/strict";
import { test } from "node:test";
import { toSources } from "../../session/sources/sources";
import { commonLength } from "./fetch-multiple";
import { EmbedElement } from "./embed-element";

test("the class can be imported without a document", () => {
  assert.equal("document" in globalThis, false);
  assert.equal("window" in globalThis, false);
  assert.equal(typeof EmbedElement, "function");
  assert(EmbedElement.observedAttributes.includes("turns"));
});

test("files keep their paths below their common folder", () => {
  assert.equal(
    commonLength([
      ["a", "b"],
      ["a", "b", "c"],
    ]),
    2,
  );
  assert.equal(
    commonLength([
      ["a", "b"],
      ["a", "c"],
    ]),
    1,
  );
  assert.equal(commonLength([["a"], ["b"]]), 0);
});

test("inputs without names get one", () => {
  const blob = new Blob(["{}"]);
  const source = { path: "s/agent-1.jsonl", blob };
  assert.deepEqual(
    toSources(["{}", blob, new Uint8Array([123, 125]), new File(["{}"], "mine.jsonl")]).map(({ path }) => path),
    ["session-1.jsonl", "session-2.jsonl", "session-3.jsonl", "mine.jsonl"],
  );
  assert.deepEqual(
    toSources(["{}"]).map(({ path }) => path),
    ["session.jsonl"],
  );
  assert.deepEqual(toSources([source]), [source]);
});

test("TypeScript knows the events of the element", () => {
  // Compiled but never run: a wrong detail is a compile error.
  const listen = (viewer: EmbedElement): void => {
    viewer.addEventListener("unspool-ready", ({ detail }) => detail.sessions.length);
    viewer.addEventListener("unspool-error", ({ detail: { code, path } }) => [code, path]);
    viewer.addEventListener("unspool-select", ({ detail }) => detail.turn.toFixed());
    viewer.addEventListener("click", (event) => event.clientX);
    viewer.addEventListener("something", (event) => event.type);
  };
  assert.equal(typeof listen, "function");
});
