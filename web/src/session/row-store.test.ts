import assert from "node:assert/strict";
import { test } from "node:test";
import { effect } from "@preact/signals-core";
import { answering } from "../parser/protocol";
import { fold, row as makeRow } from "../parser/testing/rows";
import type { BranchRow, Row } from "../parser/model";
import { showsRows } from "../parser/rows";
import type { ParserApi } from "../parser/protocol";
import { RowStore } from "./row-store";

const TOTAL = 400;

const unexpected = (): Promise<never> => Promise.reject(new Error("not to be asked"));

/**
 * Returns a parser with rows "r0", "r1"… of a revision, starting at `first`. It records the requested indexes, and
 * `late` holds back its next replies.
 */
function parser() {
  const asked: number[] = [];
  const state = { revision: 1, first: 0, total: TOTAL, late: undefined as Promise<void> | undefined };
  const query = answering(
    {
      async rows({ from, count }) {
        const { revision, total, late } = state;
        if (count > 0) asked.push(from);
        if (count > 0) await late;
        const made = Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, at): Partial<Row> => ({
          key: `r${state.first + from + at}`,
        }));
        return { from, total, revision, rows: made as Row[], missed: false };
      },
    },
    unexpected,
  );
  const conversation = new RowStore({ query } as ParserApi, 0);
  return { conversation, asked, state };
}

test("a jump requests no loaded rows, unless rows changed for it", async () => {
  const { conversation, asked, state } = parser();
  await conversation.ensure(0, 10);
  assert.deepEqual(asked.splice(0), [0]);
  assert.equal(await conversation.resolveIndex(Promise.resolve(7)), 7);
  await conversation.ensure(0, 10);
  assert.deepEqual(asked.splice(0), []);

  state.revision = 2; // something was opened
  await conversation.resolveIndex(Promise.resolve(7));
  await conversation.ensure(0, 10);
  assert.deepEqual(asked.splice(0), [0]);
  await conversation.resolveIndex(Promise.resolve(7));
  await conversation.ensure(0, 10);
  assert.deepEqual(asked.splice(0), [], "what came is of that revision");
});

test("while more is read, a jump does not trust loaded rows", async () => {
  const { conversation, asked } = parser();
  await conversation.ensure(0, 10);
  conversation.onProgress(TOTAL);
  await conversation.resolveIndex(Promise.resolve(7));
  await conversation.ensure(0, 10);
  conversation.complete();
  await conversation.ensure(0, 10);
  await conversation.resolveIndex(Promise.resolve(7));
  await conversation.ensure(0, 10);
  assert.deepEqual(asked, [0, 0, 0]);
});

test("when everything has been read, a given first page is not requested again, and other pages are", async () => {
  const { conversation, asked } = parser();
  await conversation.ensure(0, 60);
  conversation.onProgress(TOTAL);
  let shown = 0; // rows
  const stop = effect(() => {
    if (conversation.rowsVersion.value > 0) shown = conversation.total;
  });
  const rows = [{ key: "last" } as Row];
  conversation.complete({ from: 0, total: TOTAL + 5, revision: 1, rows, missed: false });
  stop();
  assert.equal(shown, TOTAL + 5);
  assert.equal(conversation.row(0)?.key, "last");
  await conversation.ensure(0, 60);
  assert.deepEqual(asked, [0, 50, 50]);
});

test("a first page that lacks bytes does not replace loaded rows", async () => {
  const { conversation } = parser();
  await conversation.ensure(0, 10);
  const before = conversation.row(1);
  const rows = [{ key: "r0" }, { key: "r1", text: "" }] as Row[];
  conversation.complete({ from: 0, total: 2, revision: 1, rows, missed: true });
  assert.equal(conversation.row(1), before);
});

test("a range is loaded that lies beyond the rows that were known", async () => {
  const { conversation, state } = parser();
  state.total = 160;
  await conversation.ensure(0, 10);
  assert.equal(conversation.total, 160);
  state.total = 240;
  state.revision = 2; // something was opened to show row 207
  await conversation.resolveIndex(Promise.resolve(207));
  await conversation.ensure(197, 237);
  assert.equal(conversation.row(207)?.key, "r207");
});

test("rows that became stale while loading are requested again", async () => {
  const { conversation, asked, state } = parser();
  await conversation.ensure(0, 0);
  let answer = (): void => undefined;
  state.late = new Promise((resolve) => (answer = resolve));
  const ensured = conversation.ensure(200, 210);
  while (asked.length < 2) await Promise.resolve();
  conversation.refresh();
  answer();
  await ensured;
  assert.equal(conversation.row(205)?.key, "r205");
  assert.deepEqual(asked, [0, 200, 200]);
});

test("a row that moved to the next page keeps its name, whichever page arrives first", async () => {
  const { conversation, state } = parser();
  await conversation.ensure(0, 99);
  assert.equal(conversation.nameAt(49), "r49");
  Object.assign(state, { revision: 2, first: -1 }); // r49 is the first of the second page now
  conversation.refresh();
  await conversation.ensure(50, 50);
  assert.equal(conversation.nameAt(50), "r49");
  assert.equal(conversation.indexOf("r49"), 50);
  await conversation.ensure(0, 49);
  assert.equal(conversation.nameAt(49), "r48");
  assert.equal(conversation.indexOf("r49"), 50);
});

test("the first page that arrives with the number of rows is not requested", async () => {
  const { conversation, asked } = parser();
  conversation.onProgress(TOTAL, await conversation.api.query("rows", { session: 0, from: 0, count: 50 }));
  asked.length = 0;
  await conversation.ensure(0, 10);
  assert.equal(conversation.row(10)?.key, "r10");
  assert.equal(conversation.total, TOTAL);
  assert.deepEqual(asked, []);
});

test("an unchanged row stays the same object", async () => {
  const { conversation, state } = parser();
  await conversation.ensure(0, 10);
  const before = conversation.row(3);
  conversation.refresh();
  await conversation.ensure(0, 10);
  assert.equal(conversation.row(3), before);
  state.first = 1; // another row is there
  conversation.refresh();
  await conversation.ensure(0, 10);
  assert.equal(conversation.row(3)?.key, "r4");
});

/**
 * Returns a parser of one row that folds others, with delayed replies, the requests that it got, and the row as last
 * rendered.
 */
function foldable() {
  const asked: boolean[] = [];
  const waiting: (() => void)[] = [];
  let open = false; // in the parser
  let pending: Promise<void> | undefined; // rows wait for it
  const row = (key = "a", shown = open): BranchRow => makeRow("branch", { key, fold: fold({ open: shown }) });
  const query = answering(
    {
      async expand({ key, open: now }) {
        asked.push(now);
        await new Promise<void>((go) => waiting.push(go));
        if (key === "gone") throw new Error("gone");
        open = now;
        return 0;
      },
      async rows({ from, count }) {
        const rows = count > 0 && from === 0 ? [row()] : [];
        await pending;
        return { from, total: 1, revision: asked.length, rows, missed: false };
      },
    },
    unexpected,
  );
  const conversation = new RowStore({ query } as ParserApi, 0);
  const isShown = (): boolean | undefined => {
    const first = conversation.row(0);
    return first && showsRows(first);
  };
  /** The user toggles the rendered row, each time as a new object, as the lines of attempts do. */
  const turn = (key?: string): Promise<void> => {
    const isOpen = row(key, isShown() ?? false);
    return conversation.toggleRows(isOpen, isOpen.fold.open);
  };
  return {
    conversation,
    asked,
    waiting,
    turn,
    isOpen: isShown,
    hold: (until: Promise<void> | undefined): void => {
      pending = until;
    },
  };
}

test("each quick toggle of a row inverts the previous one, with or without a reply in between", async () => {
  const { asked, waiting, turn, isOpen } = foldable();
  const first = turn();
  const second = turn();
  waiting.shift()?.();
  await first;
  const third = turn();
  for (const go of waiting.splice(0)) go();
  await Promise.all([second, third]);
  assert.deepEqual(asked, [true, false, true]);
  assert.equal(isOpen(), true);
  const fourth = turn(); // now the rendered row is up to date again
  waiting.shift()?.();
  await fourth;
  assert.deepEqual(asked.slice(3), [false]);
  assert.equal(isOpen(), false);
});

test("toggling one row does not affect another, and a failed toggle does not affect the next", async () => {
  const { asked, waiting, turn } = foldable();
  const failed = turn("gone");
  waiting.shift()?.();
  assert.equal(await failed.catch(String), "Error: gone");
  void turn("gone");
  void turn("a");
  assert.deepEqual(asked, [true, true, true]);
});

test("a toggle with a reply during loading applies until the row is rendered", async () => {
  const { conversation, asked, waiting, turn, isOpen, hold } = foldable();
  await conversation.ensure(0, 0);
  let come = (): void => undefined;
  hold(new Promise((resolve) => (come = resolve)));
  const first = turn();
  waiting.shift()?.();
  await new Promise((resolve) => setTimeout(resolve)); // its rows are on their way
  conversation.refresh();
  hold(undefined);
  let late = (): void => undefined;
  hold(new Promise((resolve) => (late = resolve)));
  come();
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(isOpen(), false);
  const second = turn();
  for (const go of waiting.splice(0)) go();
  late();
  await Promise.all([first, second]);
  assert.deepEqual(asked, [true, false]);
});

test("requests for rows that are no longer near the rendered ones are dropped, and needed ones are not", async () => {
  const { conversation, asked, state } = parser();
  conversation.prefetch(0, 10);
  await conversation.ensure(0, 10);
  assert.deepEqual(asked, [0], "the first rows are loaded before any are rendered");
  let release = (): void => undefined;
  state.late = new Promise((resolve) => (release = resolve));
  // As many as are sent at a time, and a page that waits.
  conversation.loadRendered([{ from: 0, to: 249 }]);
  conversation.prefetch(250, 299);
  await new Promise((resolve) => setTimeout(resolve));
  conversation.loadRendered([{ from: 700, to: 710 }]);
  const needed = conversation.ensure(350, 399);
  release();
  await needed;
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(asked, [0, 50, 100, 150, 200, 350, 700]);
  conversation.limit = 20;
  assert.deepEqual([conversation.total, conversation.totalOfAll, conversation.isLimited], [20, TOTAL, true]);
});
