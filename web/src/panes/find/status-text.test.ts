import assert from "node:assert/strict";
import { test } from "node:test";
import type { Match, Matches } from "../../parser/model";
import { type Found, Finder, type SearchScope } from "../../session/search/finder";
import type { ParserApi } from "../../parser/protocol";
import { queryFrom } from "../../session/search/search-query";
import { foundWords, moreWords } from "./status-text";
import { strings } from "./strings";

const nothing: Matches = {
  matches: null,
  prompts: null,
  places: 0,
  count: 0,
  kinds: null,
  tools: null,
  next: null,
  done: 1,
  error: null,
};
const query = queryFrom({ q: "needle", qways: "all" });

/** Searches sessions in which nothing is found, and returns the texts of each step and of the end. */
async function texts(scope: SearchScope): Promise<readonly string[]> {
  const said: string[] = [];
  const finder = new Finder(() => said.push(foundWords(finder, -1)));
  // Results are shown ten times a second.
  const answer = (): Promise<Matches> => new Promise((resolve) => setTimeout(resolve, 110, nothing));
  const api = { query: answer as unknown as ParserApi["query"] };
  await finder.run(api, scope, query);
  return [...said, moreWords(finder)];
}

test("says how many sessions were searched, and that nothing was found only after the last one", async () => {
  assert.deepEqual(await texts({ sessions: [3, 1, 2], notLoaded: 0, isRead: () => true }), [
    strings.searching(1, 3),
    strings.searching(2, 3),
    strings.nothing,
    strings.nothingFor("needle"),
  ]);
});

test("does not say that nothing was found while a session is being read", async () => {
  const scope = { sessions: [1, 2, 3], notLoaded: 0, isRead: (session: number) => session !== 2 };
  assert.deepEqual(await texts(scope), [strings.searching(1, 3), strings.searching(1, 3), strings.searching(2, 3), ""]);
  assert.deepEqual(await texts({ sessions: [1], notLoaded: 0, isRead: () => false }), [strings.looking, ""]);
});

test("names the sessions that cannot be searched", async () => {
  const said = await texts({ sessions: [1], notLoaded: 2, isRead: () => true });
  assert.deepEqual(said, [strings.nothing, `${strings.nothingFor("needle")} ${strings.notLoaded(2)}`]);
});

test("does not count what happened before the first prompt as a prompt", async () => {
  const cases: readonly (readonly [prompts: readonly number[], want: string])[] = [
    [[1, 2, 2], "3 matches in 2 prompts"],
    [[0, 1, 2], "3 matches in 2 prompts and other activity"],
    [[0, 0], "2 matches in other activity"],
  ];
  for (const [prompts, want] of cases) {
    const matches = prompts.map((prompt) => ({ prompt }) as Match);
    const answer: Matches = { ...nothing, matches, places: matches.length };
    const finder = new Finder(() => undefined);
    const api = { query: (() => Promise.resolve(answer)) as unknown as ParserApi["query"] };
    await finder.run(api, { sessions: [1], notLoaded: 0, isRead: () => true }, query);
    assert.equal(foundWords(finder, -1).replaceAll("\u00a0", " "), want);
    assert.equal(foundWords(finder, 0), want.replace(/^(\d) matches/, "1 of $1").replace(" prompts", "\u00a0prompts"));
  }
});

test("says how far the search is beside matches, too", () => {
  const found: Found = {
    query,
    sessions: [],
    places: 2,
    count: 2,
    prompts: 1,
    hasOther: false,
    kinds: new Map(),
    tools: new Map(),
    loaded: 2,
    done: 0.5,
    searched: 12,
    of: 62,
    notLoaded: 0,
    failure: undefined,
  };
  assert.equal(foundWords({ found, complete: false }, -1).replaceAll("\u00a0", " "), "2+ matches in 1 prompt");
  assert.equal(moreWords({ found, complete: false }).replaceAll("\u00a0", " "), "Searching … 12 of 62 sessions");
  assert.equal(moreWords({ found: { ...found, searched: 62 }, complete: true }), "");
});
