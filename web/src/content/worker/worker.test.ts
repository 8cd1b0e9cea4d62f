import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, type WorkerLike } from "./client";
import { createHighlighter } from "../code/highlighter";
import { directionOf } from "../markdown/direction";
import { effort } from "../../base/effort";
import { grammars } from "../code/grammars";
import { languageOf } from "../code/languages";
import { type RenderReply, packRuns, type RenderRequest, unpackRuns } from "./messages";
import { createParser } from "../markdown/parse-markdown";
import { type Block, type Inline, isTree } from "../markdown/tree";

const parse = createParser();

function inlineText(inline: Inline): string {
  switch (inline.kind) {
    case "text":
      return inline.text;
    case "code":
      return `\`${inline.text}\``;
    case "break":
      return "⏎";
    case "link":
      return `[${inlinesText(inline.children)}→${inline.url}]`;
    case "image":
      return `!${inline.alt}→${inline.url}`;
    case "math":
      return `${inline.display ? "display" : "math"}<${inline.text}>`;
    case "note":
      return `^${inline.number}`;
    default:
      return `${inline.kind}(${inlinesText(inline.children)})`;
  }
}

function inlinesText(list: readonly Inline[]): string {
  return list.map(inlineText).join("");
}

function blockText(block: Block): string {
  switch (block.kind) {
    case "paragraph":
    case "tight":
      return inlinesText(block.children);
    case "heading":
      return `h${block.level} ${inlinesText(block.children)}`;
    case "quote":
      return `quote(${block.children.map(blockText).join(" / ")})`;
    case "list":
      return `${block.ordered ? `ol${block.start}` : "ul"}(${block.items.map((item) => (item.task === "none" ? "" : `${item.task}:`) + item.children.map(blockText).join(" / ")).join(", ")})`;
    case "code":
      return `code:${block.language}:${block.text}`;
    case "math":
      return `math:${block.text}`;
    case "table":
      return `table(${block.align.join(",")}|${[block.head, ...block.rows].map((row) => row.map(inlinesText).join(" ")).join("|")})`;
    case "rule":
      return "rule";
    case "notes":
      return `notes(${block.notes.map((note) => `${note.number} ${inlinesText(note.children)}`).join(", ")})`;
  }
}

function read(text: string): string {
  const parsed = parse(text);
  if (parsed.kind !== "tree") return parsed.kind;
  assert(isTree(structuredClone(parsed.blocks)), "the page would refuse it");
  return parsed.blocks.map(blockText).join("\n");
}

test("Markdown as a tree", () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      "# Title\n\ntwo\nlines **bold *both*** ~~gone~~ `code`",
      "h1 Title\ntwo⏎lines strong(bold em(both)) del(gone) `code`",
    ],
    ["1. a\n2. b\n   - c\n\n5. d", "ol1(a, b / ul(c), d)"],
    ["7. x", "ol7(x)"],
    ["- [ ] open\n- [x] **done**\n- [y] no\n- [ ]x", "ul(open:open, done:strong(done), [y] no, [ ]x)"],
    ["> a\n> > b", "quote(a / quote(b))"],
    ["```ts title=x\nlet a;\n```\n\n    indented", "code:ts:let a;\ncode::indented"],
    ["```math\nx^2\n```", "math:x^2"],
    ["$$\na\nb\n$$\nafter\n$$x = 1$$", "math:a\nb\nafter\nmath:x = 1"],
    ["$$ and $5\n\n$$", "$$ and $5\nmath:"],
    ["$$ a\n= b $$\n\\[ c^2 \\]\n\\[\nd\n\\]", "math:a\n= b\nmath:c^2\nmath:d"],
    ["$$a\n\nb$$", "$$a\nb$$"],
    ["\\[x\\] is no formula", "[x] is no formula"],
    [
      "$x$, $a^2 + b_1$ and \\(\\alpha\\), $$y = 1$$ or \\[z = 2\\].",
      "math<x>, math<a^2 + b_1> and math<\\alpha>, display<y = 1> or display<z = 2>.",
    ],
    [
      "$5 and $6, $5M to 10$, $HOME/$USER, `$a` and `$b`, \\$x\\$, \\(seen\\)",
      "$5 and $6, $5M to 10$, $HOME/$USER, `$a` and `$b`, $x$, (seen)",
    ],
    ["- $$\n  a\n\nout", "ul(math:a\n)\nout"],
    ["| a | b |\n|:--|--:|\n| 1 | `x\\|y` |", "table(left,right|a b|1 `x|y`)"],
    [
      "a[^x] b[^y] c[^x]\n\n[^x]: first\n  more\n[^y]: [l](https://e.com)\n[^z]: unused",
      "a^1 b^2 c^1\nnotes(1 first⏎more, 2 [l→https://e.com])",
    ],
    ["a[^none]", "a[^none]"],
    [
      "https://e.com/a_b and README.md, a@b.com ftp://x.y",
      "[https://e.com/a_b→https://e.com/a_b] and README.md, a@b.com ftp://x.y",
    ],
    [
      "(https://e.com/a_(b)), **http://e.com:80**. 'https://e.com/?q=ä#x'; https://e.com/(a b",
      "([https://e.com/a_(b)→https://e.com/a_(b)]), strong([http://e.com:80→http://e.com:80]). '[https://e.com/?q=ä#x→https://e.com/?q=ä#x]'; [https://e.com/→https://e.com/](a b",
    ],
    [
      "https://e.com@evil.com xhttps://e.com https:// https://-a http://[::1]/x",
      "[https://e.com@evil.com→https://e.com@evil.com] xhttps://e.com https:// https://-a [http://[::1]/x→http://[::1]/x]",
    ],
    [
      "https://müller.de “https://e.com/a”",
      "[https://müller.de→https://müller.de] “[https://e.com/a→https://e.com/a]”",
    ],
    ["[x](javascript:alert(1)) <script>alert(1)</script>", "[x→javascript:alert(1)] <script>alert(1)</script>"],
    ["![alt *x*](https://e.com/p.png)", "!alt *x*→https://e.com/p.png"],
    ["a\n\n---\n", "a\nrule"],
    ["<https://e.com> &amp; &copy;", "[https://e.com→https://e.com] & ©"],
    ["&eacute; &yuml; &rarr; &#x2713; &nope; `&amp;`", "é ÿ → ✓ &nope; `&amp;`"],
    ["", ""],
  ];
  for (const [text, expected] of cases) assert.equal(read(text), expected);
});

test("hostile Markdown takes linear time or is rejected", () => {
  const deep = [
    ">".repeat(5_000),
    "> ".repeat(5_000),
    Array.from({ length: 1_000 }, (_, depth) => `${"  ".repeat(depth)}- x`).join("\n"),
    "*a **a ".repeat(300) + "b** b*".repeat(300),
    "[a](b) ".repeat(4_000),
  ];
  for (const text of deep) assert.equal(read(text), "deep", text.slice(0, 20));
  const wide = [
    "[a](b) ".repeat(3_000),
    "[".repeat(50_000),
    "![".repeat(50_000),
    "[a](".repeat(20_000),
    "*a".repeat(50_000),
    "`".repeat(50_000) + "x",
    "<".repeat(50_000),
    "$$\n".repeat(50_000),
    "$$a\n".repeat(50_000),
    "$$a\nb\n".repeat(30_000),
    "\\[a\n".repeat(40_000),
    "$a".repeat(50_000),
    "$".repeat(50_000),
    "\\(".repeat(50_000),
    "\\[".repeat(50_000),
    "$x$".repeat(50_000),
    "[^a]".repeat(30_000),
    "[^a]: x\n".repeat(20_000),
    "&".repeat(60_000),
    "\\".repeat(60_000),
    "|".repeat(60_000),
    "a|".repeat(300) + "\n" + "-|".repeat(300) + "\n" + "|\n".repeat(3_000),
    "https://".repeat(20_000),
    "http://a.b/".repeat(20_000),
    "http://a/(".repeat(20_000),
    "http://a.-".repeat(20_000),
    "http://a/" + "([{".repeat(20_000),
    "http://[::".repeat(6_000),
    "http://🧵".repeat(6_000),
    "~~a".repeat(30_000),
    "- ".repeat(30_000),
    "1. x\n".repeat(20_000),
  ];
  for (const text of wide) {
    const time = effort(() => {
      const parsed = parse(text);
      if (parsed.kind === "tree") isTree(parsed.blocks);
    });
    assert(time < 3_000, `${text.slice(0, 12)} took ${Math.round(time)} ms`);
  }
});

test("the first letter determines the direction of a block", () => {
  const cases: readonly (readonly [string, "ltr" | "rtl" | undefined])[] = [
    ["שלום world", "rtl"],
    ["hello עולם", "ltr"],
    ["12 **مرحبا**", "rtl"],
    ["`code` שלום", "rtl"],
    ["世界", "ltr"],
    ["1. 2", undefined],
    ["🎉 :", undefined],
  ];
  for (const [text, expected] of cases) {
    const parsed = parse(`# ${text}`);
    const block = parsed.kind === "tree" ? parsed.blocks[0] : undefined;
    assert.equal(block?.kind === "heading" ? directionOf(block.children) : "no heading", expected, text);
  }
});

test("trees from the worker are checked", () => {
  assert(isTree([{ kind: "rule" }]));
  for (const bad of [
    null,
    {},
    [null],
    [{ kind: "script" }],
    [{ kind: "paragraph" }],
    [{ kind: "paragraph", children: [{ kind: "text", text: 1 }] }],
    [{ kind: "list", ordered: 1, start: 1, items: [] }],
    Array.from({ length: 30_000 }, () => ({ kind: "rule" })),
  ]) {
    assert.equal(isTree(bad), false);
  }
});

test("every language can be loaded and highlights its text", async () => {
  const highlighter = createHighlighter();
  assert(grammars.size >= 50);
  for (const language of grammars.keys()) {
    assert(await highlighter.prepare(language), language);
    assert.equal(languageOf(language).grammar, language);
    const code = 'if (a < 1) { return "x"; } // done\n# comment\n';
    const runs = highlighter.color(code, language);
    assert.equal(runs.map((run) => run.text).join(""), code);
    assert.deepEqual(unpackRuns(structuredClone(packRuns(runs)), code), runs);
  }
  assert.equal(await highlighter.prepare("constructor"), false);
  assert(
    highlighter
      .color("const a = `x${b + 1}`;", "typescript")
      .some((run) => run.scope === "keyword" && run.text === "const"),
  );
  assert.equal(unpackRuns(["keyword", "a"], "b"), null);
  assert.equal(unpackRuns(["evil", "a"], "a"), null);
});

type Behavior = (request: RenderRequest, answer: (answer: RenderReply) => void) => void;

class FakeWorker extends EventTarget implements WorkerLike {
  readonly #behave: Behavior;
  terminated = false;

  constructor(behave: Behavior) {
    super();
    this.#behave = behave;
  }

  postMessage(message: RenderRequest): void {
    queueMicrotask(() =>
      this.#behave(message, (data) => {
        if (!this.terminated) this.dispatchEvent(new MessageEvent("message", { data }));
      }),
    );
  }

  terminate(): void {
    this.terminated = true;
  }
}

const limits = { renderMs: 30, firstStartMs: 60, restartMs: 20, maxFailedStarts: 2 };
const rule: readonly Block[] = [{ kind: "rule" }];

function setUp(behave: Behavior): { readonly client: Client; readonly workers: readonly FakeWorker[] } {
  const workers: FakeWorker[] = [];
  const client = new Client(() => {
    const worker = new FakeWorker(behave);
    workers.push(worker);
    return worker;
  }, limits);
  return { client, workers };
}

test("a text that takes too long ends the worker, and the next one gets a new one", async () => {
  const { client, workers } = setUp(({ id, kind, text }, answer) => {
    if (kind !== "markdown") return;
    answer({ kind: "begun", id });
    if (text !== "slow") answer({ kind: "blocks", id, blocks: rule });
  });
  const [slow, quick] = await Promise.all([client.markdown("slow"), client.markdown("quick")]);
  assert.deepEqual(slow, { kind: "plain", why: "time" });
  assert.deepEqual(quick, { kind: "done", value: rule });
  assert.equal(workers.length, 2);
  assert(workers[0]?.terminated);
  assert.deepEqual(await client.markdown("slow"), slow); // cached, not tried again
  assert.equal(workers.length, 2);
});

test("a worker that died between two texts affects neither", async () => {
  let unheard = 0; // requests that arrive too late
  const { client, workers } = setUp(({ id }, answer) => {
    if (unheard-- > 0) return;
    answer({ kind: "begun", id });
    answer({ kind: "blocks", id, blocks: rule });
  });
  assert.deepEqual(await client.markdown("before"), { kind: "done", value: rule });
  unheard = 1;
  assert.deepEqual(await Promise.all([client.markdown("after"), client.markdown("next")]), [
    { kind: "done", value: rule },
    { kind: "done", value: rule },
  ]);
  assert(workers[0]?.terminated);
  assert.equal(workers.length, 2);
  unheard = 2; // the new one fails the same way
  assert.deepEqual(await client.markdown("lost"), { kind: "plain", why: "worker" });
  assert.deepEqual(await client.markdown("last"), { kind: "done", value: rule });
  assert.equal(workers.length, 4);
});

test("if the worker does not start, everything stays plain", async () => {
  const { client, workers } = setUp(() => undefined);
  for (const text of ["a", "b", "c"]) assert.deepEqual(await client.markdown(text), { kind: "plain", why: "worker" });
  assert.equal(workers.length, 2);
  const forbidden = new Client(() => {
    throw new Error("no workers here");
  }, limits);
  assert.deepEqual(await forbidden.highlight("a", "go"), { kind: "plain", why: "worker" });
});

test("replies are checked, requests can be canceled, limits apply", async () => {
  const forged = setUp(({ id }, answer) => answer({ kind: "runs", id, runs: ["keyword", "something else"] }));
  assert.deepEqual(await forged.client.highlight("a", "go"), { kind: "plain", why: "worker" });
  const deep = setUp(({ id }, answer) => answer({ kind: "failed", id, why: "deep" }));
  assert.deepEqual(await deep.client.markdown("a"), { kind: "plain", why: "deep" });
  assert.deepEqual(await deep.client.markdown("x".repeat(300_000)), { kind: "plain", why: "size" });
  assert.deepEqual(await deep.client.highlight("x".repeat(30_000), "go"), { kind: "plain", why: "size" });
  assert.deepEqual(await deep.client.highlight("x", ""), { kind: "plain", why: "language" });

  const { client, workers } = setUp(() => undefined);
  const first = client.markdown("first");
  const controller = new AbortController();
  const second = client.markdown("second", controller.signal);
  controller.abort();
  assert.deepEqual(await second, { kind: "plain", why: "stopped" });
  client.dispose();
  assert.deepEqual(await first, { kind: "plain", why: "stopped" });
  assert(workers[0]?.terminated);
});
