import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExportRequest, WritePartRequest } from "./model";
import { type ByteRange, parserOf } from "./protocol";
import { type ExportOptions, SessionExporter } from "./session-exporter";

/** Returns the requests of an export, in their order. */
async function requestsOf(options: ExportOptions): Promise<readonly ExportRequest[]> {
  const requests: ExportRequest[] = [];
  const api = parserOf(async (name, [query, request]) => {
    if (name === "sessions") return [{ id: "s", index: 0 }];
    if (query === "redactTitle") return { title: "", id: "WORD_1" };
    if (query === "export") requests.push(request as ExportRequest);
    if (query === "exportStep") return { file: "", bytes: new Uint8Array(), done: true, left: "", error: "" };
    return [];
  });
  const exporter = new SessionExporter(() => ({ api, close: () => undefined }), []);
  await exporter.export(options);
  return requests;
}

test("prompts are selected in the form itself, so that they keep their numbers", async () => {
  const [transcript, document] = await requestsOf({ format: "markdown", first: 2, last: 5, redact: true });
  assert.deepEqual([transcript?.format, transcript?.first, transcript?.last], ["transcript", 0, 0]);
  assert.deepEqual([document?.format, document?.first, document?.last], ["markdown", 2, 5]);
});

test("prompts are cut from the transcript where something counts from the last of them", async () => {
  for (const counts of [{ withoutTools: ["all"], keepTurns: 2 }, { compress: 2 }]) {
    const [transcript, document] = await requestsOf({ format: "messages", first: 2, last: 5, ...counts });
    assert.deepEqual([transcript?.format, transcript?.first, transcript?.last], ["transcript", 2, 5]);
    assert.deepEqual([document?.format, document?.first, document?.last], ["messages", 0, 0]);
  }
});

test("an agent is selected in the form itself, unless its call may be left out", async () => {
  const [whole, document] = await requestsOf({ format: "markdown", agent: "a", first: 2, redact: true });
  assert.deepEqual([whole?.agent, document?.agent, document?.first], ["", "WORD_1", 2]); // its id as it is redacted
  const [transcript, messages] = await requestsOf({ format: "messages", agent: "a", first: 2, withoutTools: ["all"] });
  assert.deepEqual([transcript?.agent, transcript?.first], ["a", 0]);
  assert.deepEqual([messages?.agent, messages?.first], ["", 2]);
  const [cut, traces] = await requestsOf({ format: "traces", agent: "a", withoutBranches: true });
  assert.deepEqual([cut?.agent, cut?.withoutBranches, traces?.agent], ["a", true, ""]);
});

test("a form without a selection of its own is made from a transcript with the prompts", async () => {
  const [transcript, traces] = await requestsOf({ format: "traces", first: 2, last: 5 });
  assert.deepEqual([transcript?.format, transcript?.first, transcript?.last], ["transcript", 2, 5]);
  assert.equal(traces?.format, "traces");
});

test("files with the same path that were loaded are scanned with their own bytes", async () => {
  const scanned: string[] = [];
  const api = parserOf(async (name, [query, request]) => {
    if (name === "sessions") return [{ id: "s", index: 0 }];
    if (name === "files") return [3, 5].map((file) => ({ file, path: "a.jsonl", size: 2 }));
    if (name === "raw") return new TextEncoder().encode(`${(query as ByteRange).file}\n`);
    if (query === "beginScan") return { error: "" };
    if (query === "writePart") scanned.push(new TextDecoder().decode((request as WritePartRequest).bytes));
    if (query === "writePart") return { more: false };
    if (query === "readFoundValues") return { values: [], total: 0 };
    return undefined;
  });
  await new SessionExporter(() => ({ api, close: () => undefined }), []).scan();
  assert.deepEqual(scanned, ["3\n", "5\n"]);
});
