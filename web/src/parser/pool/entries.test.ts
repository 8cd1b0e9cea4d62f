import assert from "node:assert/strict";
import { test } from "node:test";
import { info } from "../testing/sessions";
import type { Link } from "../model";
import { Entries } from "./entries";
import type { PoolWorker } from "./pool-worker";

test("a session that has not changed stays the same object, except if it links to others", () => {
  const entries = new Entries();
  const member = { listsAll: true, stopReason: undefined } as PoolWorker;
  entries.own(
    member,
    [7, 8].map((number) => ({ number, path: `p/${number}.jsonl`, blob: new Blob() })),
  );
  const link: Link = { kind: "continues", id: "b", title: "", index: 1, at: "" };
  const [a, b] = [info({ index: 0, file: 7, id: "a" }), info({ index: 1, file: 8, id: "b", links: [link] })];
  const listed = (...infos: readonly (typeof a)[]) => {
    entries.list(member, infos);
    return entries.infos();
  };
  const first = listed(a, b);
  assert.deepEqual(
    first.map(({ index, links }) => [index, links?.[0]?.index]),
    [
      [7, undefined],
      [8, 8],
    ],
  );
  const again = listed(a, b);
  assert.ok(again[0] === first[0] && again[1] !== first[1]);
  const [changed] = listed({ ...a, title: "another" }, b);
  assert.equal(changed?.title, "another");
});
