import assert from "node:assert/strict";
import { test } from "node:test";
import { failure, isFailure, reason } from "../../../parser/failure";
import type { BeginPartRequest } from "../../../parser/model";
import { type FileRead, type ParserApi, parserOf } from "../../../parser/protocol";
import type { ExportParser } from "../../../parser/session-exporter";
import { info } from "../../../parser/testing/sessions";
import type { ExportSource } from "../../../session/session-loader";
import { type ShareChoice, ShareTask } from "./share-task";

type Answer = (query: string, request?: unknown) => unknown;

/** A parser that exports one file. `answer` may answer queries in another way, or throw. */
class FakeExporter implements ExportParser {
  answer: Answer = () => undefined;
  isClosed = false;
  readonly api: ParserApi;

  constructor(name: string) {
    let isWritten = false;
    this.api = parserOf(async (method, [query, request]) => {
      if (this.isClosed) throw new Error(`${name} is closed`);
      if (method === "sessions") return [info({ id: "s" })];
      if (method !== "query") return [];
      const own = this.answer(query as string, request);
      if (own !== undefined) return own;
      switch (query) {
        case "beginScan":
          return { error: "" };
        case "writePart":
          return { more: false };
        case "readFoundValues":
          return { values: [], total: 0 };
        case "export":
          return void (isWritten = false);
        case "exportStep": {
          const piece = {
            file: "s.jsonl",
            bytes: new TextEncoder().encode(name),
            done: isWritten,
            left: "",
            error: "",
          };
          isWritten = true;
          return piece;
        }
        case "redactTitle":
          return { title: "Title", id: "" };
        default:
          return null;
      }
    });
  }

  close(): void {
    this.isClosed = true;
  }
}

/** A session with a file, in a parser that can fail to return it. */
function source(
  files: () => readonly Partial<FileRead>[] = () => [{ file: 0, path: "s.jsonl", size: 1 }],
): ExportSource {
  const api = parserOf(async (method) => (method === "files" ? files() : new Blob(["\n"])));
  return { api, sessions: [info({ id: "s" }), info({ index: 1 })], shown: info({ id: "s" }), at: "", prices: [] };
}

/** Returns a task with the parsers that it starts; `prepare` is called for each with its number. */
function started(
  prepare: (exporter: FakeExporter, number: number) => void = () => undefined,
  exportSource = source(),
): { readonly task: ShareTask; readonly exporters: readonly FakeExporter[] } {
  const exporters: FakeExporter[] = [];
  const start = (): ExportParser => {
    const exporter = new FakeExporter(`parser ${exporters.length}`);
    prepare(exporter, exporters.push(exporter) - 1);
    return exporter;
  };
  return { task: new ShareTask(exportSource, start), exporters };
}

const choice: ShareChoice & { readonly format: "transcript" } = {
  format: "transcript",
  level: "tools",
  agent: undefined,
  prompts: undefined,
  without: new Set(),
  ignored: new Set(),
};

async function scan(task: ShareTask, signal = new AbortController().signal): Promise<unknown> {
  return task.scan({}, signal, () => undefined);
}

async function exported(task: ShareTask): Promise<string> {
  const { blob } = await task.export(choice, "Title", new AbortController().signal);
  return blob.text();
}

/** Returns what checks that an error is a failure with a code, or else has that as its message. */
function is(what: string): (error: unknown) => boolean {
  return (error) => (isFailure(error) ? error.code : reason(error)) === what;
}

/** Has the first parser answer a query with an error, as often as it is asked. */
function failing(name: string, why: unknown): (exporter: FakeExporter, number: number) => void {
  return (exporter, number) => {
    if (number > 0) return;
    exporter.answer = (query) => {
      if (query === name) throw why;
      return undefined;
    };
  };
}

test("after a failure, the next try starts another parser and closes the first one", async () => {
  for (const query of ["beginScan", "writePart", "readFoundValues"]) {
    const { task, exporters } = started(failing(query, failure("crashed", "out of memory")));
    await assert.rejects(scan(task), is("crashed"));
    assert.deepEqual(await scan(task), [], query);
    assert.deepEqual(
      exporters.map(({ isClosed }) => isClosed),
      [true, false],
      query,
    );
  }
});

test("an export that failed can be tried again, after another scan", async () => {
  const { task, exporters } = started(failing("exportStep", new Error("gone")));
  await scan(task);
  await assert.rejects(exported(task), is("gone"));
  await scan(task);
  assert.equal(await exported(task), "parser 1");
  assert.deepEqual(
    exporters.map(({ isClosed }) => isClosed),
    [true, false],
  );
});

test("invalid options keep the parser, and what it found", async () => {
  const { task, exporters } = started();
  await scan(task);
  const [exporter] = exporters;
  assert.ok(exporter);
  exporter.answer = (query) =>
    query === "exportStep"
      ? { file: "", bytes: new Uint8Array(), done: true, left: "", error: "no prompt" }
      : undefined;
  await assert.rejects(exported(task), is("options"));
  exporter.answer = () => undefined;
  assert.equal(await exported(task), "parser 0");
  assert.equal(exporters.length, 1);
});

test("what was aborted keeps the parser", async () => {
  const controller = new AbortController();
  const { task, exporters } = started((exporter) => {
    exporter.answer = (query) => {
      if (query === "writePart") controller.abort();
      return undefined;
    };
  });
  await assert.rejects(scan(task, controller.signal), { name: "AbortError" });
  assert.deepEqual(await scan(task), []);
  assert.deepEqual(
    exporters.map(({ isClosed }) => isClosed),
    [false],
  );
});

test("a late failure of the first parser does not close the one of the next try", async () => {
  let fail: (why: Error) => void = () => undefined;
  const late = new Promise((_, reject) => (fail = reject));
  const { task, exporters } = started((exporter, number) => {
    let scans = 0;
    exporter.answer = (query) => {
      if (number > 0 || query !== "beginScan") return undefined;
      if (scans++ === 0) return late;
      throw new Error("gone");
    };
  });
  const first = assert.rejects(scan(task), is("gone late"));
  await assert.rejects(scan(task), is("gone"));
  assert.deepEqual(await scan(task), []);
  fail(new Error("gone late"));
  await first;
  assert.deepEqual(
    exporters.map(({ isClosed }) => isClosed),
    [true, false],
  );
});

test("files that could not be read are read again", async () => {
  let tries = 0;
  const files = (): readonly Partial<FileRead>[] => {
    if (tries++ === 0) throw failure("unreadable", "busy", "s.jsonl");
    return [];
  };
  const { task } = started(undefined, source(files));
  await assert.rejects(scan(task), is("unreadable"));
  assert.deepEqual(await scan(task), []);
  assert.equal(tries, 2);
});

test("without code that exports, or without a session, nothing can be exported", async () => {
  const task = new ShareTask(source(), undefined);
  assert.equal(task.canExport, false);
  await assert.rejects(scan(task), is("wasm"));
  const { task: ofList } = started(undefined, { ...source(), shown: undefined });
  assert.equal(ofList.canExport, false);
  assert.equal(started().task.canExport, true);
});

test("with the only session, the files of no session are checked, too", async () => {
  for (const [sessions, checked] of [
    [1, ["s.jsonl", "history.jsonl"]],
    [2, ["s.jsonl"]],
  ] as const) {
    const paths: string[] = [];
    const exportSource = source();
    const own = { file: 1, path: "s.jsonl", size: 1 };
    const others = [{ file: 0, path: "history.jsonl", size: 1 }, own];
    const api = parserOf(async (method, [session]) => {
      if (method !== "files") return new Blob(["\n"]);
      return session === -1 ? others : [own];
    });
    const only = { ...exportSource, api, sessions: exportSource.sessions.slice(0, sessions) };
    const { task } = started((exporter) => {
      exporter.answer = (query, request) => {
        if (query === "beginPart") paths.push((request as BeginPartRequest).path);
        return undefined;
      };
    }, only);
    await scan(task);
    assert.deepEqual(paths, checked);
  }
});
