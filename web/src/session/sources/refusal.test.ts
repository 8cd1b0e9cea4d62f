import assert from "node:assert/strict";
import { test } from "node:test";
import { failure } from "../../parser/failure";
import type { FilePreview } from "../../parser/model";
import { type Failure, NOTHING_LOADED, type Source } from "../../parser/protocol";
import { refusalOf } from "./refusal";

const none = failure("no-sessions");

/** Asks about files. Those whose content is "session" are listed, those whose content is "export" can be loaded. */
async function ask(
  files: Readonly<Record<string, string>>,
): Promise<{ readonly why: Failure | undefined; readonly loaded: boolean }> {
  let loaded = false;
  const contents = (asked: readonly Source[]): Promise<readonly string[]> =>
    Promise.all(asked.map(({ blob }) => (blob as Blob).text()));
  const sources = Object.entries(files).map(([path, content]) => ({ path, blob: new Blob([content]) }));
  const why = await refusalOf(sources, {
    peek: async (asked) =>
      (await contents(asked)).map((content) =>
        content === "unreadable" ? undefined : ({ listed: content === "session" } as FilePreview),
      ),
    load: async (asked) => {
      loaded = true;
      if ((await contents(asked)).includes("export")) return NOTHING_LOADED;
      throw none;
    },
  });
  return { why, loaded };
}

test("files without a session are refused for the reason that the parser gives", async () => {
  assert.deepEqual(await ask({ "a.png": "png" }), { why: none, loaded: true });
  assert.deepEqual(await ask({ "a.jsonl": "unreadable", "b.json": "json" }), { why: none, loaded: true });
  assert.deepEqual(await ask({}), { why: none, loaded: false });
  assert.deepEqual(await ask({ "photos/a.png": "png" }), { why: none, loaded: false });
});

test("files with a session are not refused", async () => {
  const many = Object.fromEntries(Array.from({ length: 70 }, (_, n) => [`p/${n}.jsonl`, "text"]));
  assert.deepEqual(await ask({ ...many, "p/last.jsonl": "session" }), { why: undefined, loaded: false });
  assert.deepEqual(await ask({ "conversations.json": "export" }), { why: undefined, loaded: true });
  assert.deepEqual(await ask({ "prices.tsv": "text" }), { why: undefined, loaded: false });
});
