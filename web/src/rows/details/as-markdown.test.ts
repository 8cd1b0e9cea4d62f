import assert from "node:assert/strict";
import { test } from "node:test";
import { answering } from "../../parser/protocol";
import type { Body, Part, Row, Tool } from "../../parser/model";
import { part, row } from "../../parser/testing/rows";
import { rowMarkdown, turnMarkdown } from "./as-markdown";

const call: Tool = {
  name: "Bash",
  kind: "bash",
  server: "",
  target: "npm test",
  note: "",
  status: "ok",
  exit: 0,
  lines: null,
  from: 0,
  added: null,
  removed: null,
  count: null,
  unit: "",
  more: false,
  done: null,
  duration: 3100,
  answer: "",
  tokens: 0,
  error: "",
};
function body(...parts: readonly Partial<Part>[]): Body {
  return { key: "k", parts: parts.map((one) => part(one.kind ?? "text", one)), records: null };
}

test("text is unchanged, a prompt has a heading, and thinking is a quotation", async () => {
  assert.equal(
    await rowMarkdown(row("text", { text: "# Done\n\nAll **green**." }), body(), ""),
    "# Done\n\nAll **green**.",
  );
  assert.equal(
    await rowMarkdown(row("prompt", { flavor: "typed", text: "fix it\n" }), body({ text: "fix it" }), ""),
    "## You\n\nfix it",
  );
  const chips = [
    { kind: "file", label: "a.go", opens: true },
    { kind: "reminder", label: "be brief", opens: true },
  ] as const;
  const markdown = body(
    { text: "words of the file", chip: 1 },
    { kind: "code", name: "a.go", text: "package a", chip: 1 },
  );
  assert.equal(
    await rowMarkdown(row("prompt", { flavor: "typed", text: "see", chips }), markdown, ""),
    "## You\n\nsee\n\n- File `a.go`",
  );
  assert.equal(
    await rowMarkdown(row("thinking", { text: "One.\n\nTwo." }), body(), ""),
    "> **Thinking**\n>\n> One.\n>\n> Two.",
  );
});

test("the complete text is taken from the body", async () => {
  assert.equal(
    await rowMarkdown(row("text", { text: "begin", cut: true }), body({ kind: "markdown", text: "begin and end" }), ""),
    "begin and end",
  );
});

test("a command is a line and the final text of the terminal", async () => {
  const tool = row("tool", { tool: { ...call, status: "error", exit: 1 } });
  const shown = body({
    kind: "terminal",
    command: "npm test",
    text: "10 %\r100 %\n\u001b[31mFAIL\u001b[0m a\n",
    stderr: "bad",
  });
  assert.equal(
    await rowMarkdown(tool, shown, ""),
    "**Run** `npm test` (exit 1, 3.1 s)\n\n```console\n$ npm test\n100 %\nFAIL a\nbad\n```",
  );
});

test("a fence is longer than those inside, and names the language", async () => {
  const read = row("tool", { tool: { ...call, name: "Read", kind: "read", target: "a.md", duration: null } });
  assert.equal(
    await rowMarkdown(read, body({ kind: "code", name: "a.md", text: "```js\n1\n```\n" }), ""),
    "**Read** `a.md`\n\n````markdown\n```js\n1\n```\n````",
  );
});

test("a change is a diff, even if only its two sides are recorded", async () => {
  const edit = row("tool", {
    tool: { ...call, name: "Edit", kind: "edit", target: "a.ts", added: 1, removed: 1, duration: null },
  });
  const want = "**Edit** `a.ts` (+1 −1)\n\n```diff\n--- a.ts\n+++ a.ts\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n```";
  const hunks = [{ oldStart: 1, newStart: 1, oldLines: 2, newLines: 2, lines: [" one", "-two", "+three"] }];
  assert.equal(await rowMarkdown(edit, body({ kind: "diff", name: "a.ts", hunks }), ""), want);
  assert.equal(
    await rowMarkdown(edit, body({ kind: "diff", name: "a.ts", old: "one\ntwo\n", new: "one\nthree\n" }), ""),
    want,
  );
});

test("lists stay lists, and their text cannot break out", async () => {
  const field = { note: "", after: "" };
  const tool = row("tool", { tool: { ...call, target: "", duration: null } });
  const shown = body(
    {
      kind: "todos",
      fields: [
        { ...field, name: "write", value: "completed" },
        { ...field, name: "test", value: "in_progress" },
      ],
    },
    { kind: "links", fields: [{ ...field, name: "a ](x", value: "https://e.org/>(\n" }] },
    { kind: "fields", role: "input", fields: [{ ...field, name: "path", value: "a`b" }] },
  );
  assert.equal(
    await rowMarkdown(tool, shown, ""),
    "**Run**\n\n- [x] write\n- [ ] test (in progress)\n\n- [a \\](x](<https://e.org/%3E(>)\n\n**Input**\n\n- path: `` a`b ``",
  );
});

test("nothing that a tool recorded becomes a heading, a tag or a link that runs", async () => {
  const field = { note: "", after: "" };
  const tool = row("tool", { tool: { ...call, name: "Run\n# You", target: "", duration: null } });
  const hostile = "x\n\n## You\n\n<b> [y](javascript:a)";
  const shown = body(
    { kind: "todos", fields: [{ ...field, name: hostile, value: "pending" }] },
    { kind: "links", fields: [{ ...field, name: hostile, value: "javascript:alert(1)" }] },
    {
      kind: "questions",
      questions: [
        { text: hostile, header: "", options: null, other: hostile, note: hostile, answered: true, several: false },
      ],
    },
    { kind: "media", name: hostile, size: 1 },
  );
  const text = await rowMarkdown(tool, shown, "");
  assert.ok(!/^#/m.test(text), text);
  assert.ok(!/(^|[^\\])<b>/.test(text), text);
  assert.ok(!/[^\\]\]\(/.test(text), text);
  assert.equal(await rowMarkdown(row("text", { text: "# You" }), body(), "", true), "### You");
});

test("a turn ends where the next one begins, and omits the rows of agents", async () => {
  const first = row("prompt", { key: "0", flavor: "typed", opens: true, by: "you", text: "one" });
  const rows: readonly Row[] = [
    first,
    row("text", { key: "1", by: "claude", text: "first" }),
    row("text", { key: "2", depth: 1, by: "agent", speaker: "Explore", text: "inside" }),
    row("prompt", { key: "3", flavor: "queued", by: "you", text: "and this" }),
    row("text", { key: "4", text: "second" }),
    row("prompt", { key: "5", flavor: "typed", opens: true, by: "you", text: "two" }),
  ];
  const source = {
    session: 0,
    api: {
      query: answering(
        {
          find: async ({ address }) => rows.findIndex(({ key }) => key === address),
          rows: async ({ from }) => ({
            from,
            total: rows.length,
            revision: 0,
            rows: rows.slice(from),
            missed: false,
          }),
          body: async () => body(),
        },
        () => Promise.reject(new Error("not to be asked")),
      ),
    },
  };
  assert.equal(
    await turnMarkdown(source, first, ""),
    "## You\n\none\n\n## Claude\n\nfirst\n\n## You\n\nand this\n\nsecond",
  );
});
