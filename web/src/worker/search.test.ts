import assert from "node:assert/strict";
import { test } from "node:test";
import type { Found, Hit } from "./model";
import { MOST_HITS, search } from "./search";

/** A parser whose stretches hold so many hits each; it notes where it was asked to go on. */
function parser(stretches: readonly number[]) {
  const asked: number[] = [];
  const api = {
    async search(_session: number, text: string, from: number): Promise<Found> {
      asked.push(from);
      const hits: Hit[] = Array.from({ length: stretches[from] ?? 0 }, (_, at) => ({
        uuid: `${from}-${at}`,
        turn: from,
        text,
      }));
      return { hits, next: from + 1 < stretches.length ? from + 1 : -1 };
    },
  };
  return { api, asked };
}

test("stretches are asked for until the end", async () => {
  const { api, asked } = parser([1, 0, 2]);
  const { hits, more } = await search(api, 0, "x");
  assert.deepEqual(
    hits.map(({ uuid }) => uuid),
    ["0-0", "2-0", "2-1"],
  );
  assert.equal(more, false);
  assert.deepEqual(asked, [0, 1, 2]);
});

test("when there are enough, no more are asked for, and it says that there are more", async () => {
  const { api, asked } = parser([60, 60, 60]);
  const { hits, more } = await search(api, 0, "x");
  assert.equal(hits.length, MOST_HITS);
  assert.equal(more, true);
  assert.deepEqual(asked, [0, 1]);
});

test("a hundred and no other are all", async () => {
  const { api } = parser([100, 0]);
  assert.deepEqual((await search(api, 0, "x")).more, false);
});

test("who aborts it hears so, and no more is asked for", async () => {
  const { api, asked } = parser([1, 1, 1, 1]);
  const stop = new AbortController();
  const stopping = {
    search: (session: number, text: string, from: number) => {
      if (from === 1) stop.abort(new Error("enough"));
      return api.search(session, text, from);
    },
  };
  assert.equal(await search(stopping, 0, "x", stop.signal).catch(String), "Error: enough");
  assert.deepEqual(asked, [0, 1]);
  assert.equal(await search(api, 0, "x", AbortSignal.abort(new Error("before"))).catch(String), "Error: before");
  assert.deepEqual(asked, [0, 1]);
});
