import assert from "node:assert/strict";
import { test } from "node:test";
import type { Match, MatchError, MatchesRequest } from "./model";
import type { ParserApi } from "./protocol";
import { MAX_HITS, search } from "./search";

type Part = Pick<Match, "key" | "turn" | "prompt" | "before" | "words" | "after">;

const match: Part = { key: "", turn: 0, prompt: 0, before: "", words: "", after: "" };

/** A parser whose segments contain these matches; `asked` holds the arguments of each query. */
function parser(segments: readonly (readonly Part[])[]) {
  const asked: unknown[] = [];
  const query = async (name: string, request: MatchesRequest) => {
    const { from } = request;
    asked.push([name, request]);
    return { matches: segments[from] ?? null, next: from + 1 < segments.length ? from + 1 : null, error: null };
  };
  return { api: { query: query as unknown as ParserApi["query"] }, asked };
}

const matches = (count: number): readonly Part[] => Array.from({ length: count }, () => match);

test("all segments are searched, one after the other", async () => {
  const first = { ...match, key: "u1", turn: 1, prompt: 1, before: "…a ", words: "Needle", after: " here" };
  const last = { ...match, key: "@3/a1#2", turn: 2, prompt: 1, words: "needle" };
  const { api, asked } = parser([[first], [], [last, { ...match, key: "@0:57" }]]);
  assert.deepEqual(await search(api, 7, "needle"), {
    hits: [
      { uuid: "u1", turn: 1, prompt: 1, text: "…a Needle here" },
      { uuid: "a1", turn: 2, prompt: 1, text: "needle" },
      { uuid: "@0:57", turn: 0, prompt: 0, text: "" },
    ],
    more: false,
  });
  assert.deepEqual(
    asked,
    [0, 1, 2].map((from) => [
      "matches",
      { session: 7, text: "needle", options: "phrase", kinds: "", tools: "", agent: "", from },
    ]),
  );
});

test("the search ends at the maximum, and reports that there are more", async () => {
  const { api, asked } = parser([matches(60), matches(60), matches(60)]);
  const { hits, more } = await search(api, 0, "x");
  assert.equal(hits.length, MAX_HITS);
  assert.equal(more, true);
  assert.equal(asked.length, 2);
});

test("exactly the maximum number of hits is complete", async () => {
  const { api } = parser([matches(100), []]);
  assert.equal((await search(api, 0, "x")).more, false);
});

test("an invalid query is a failure of the options", async () => {
  const error: MatchError = { code: "too-many-words", value: "", kinds: [], limit: 16 };
  const api = { query: async () => ({ matches: null, next: null, error }) };
  const failure = await search({ query: api.query as unknown as ParserApi["query"] }, 0, "x").catch(
    (caught: unknown) => caught,
  );
  assert.deepEqual(failure, {
    code: "options",
    detail: "Use at most 16\u00a0words, or search for the exact phrase",
    path: "",
  });
});

test("an error of the query is a failure of the options", async () => {
  const api = { query: () => Promise.reject(new Error("no such session")) };
  const failure = await search(api, 0, "x").catch((caught: unknown) => caught);
  assert.deepEqual(failure, { code: "options", detail: "no such session", path: "" });
});
