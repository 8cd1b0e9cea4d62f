import assert from "node:assert/strict";
import { test } from "node:test";
import markdownIt from "markdown-it";
import { safeInline, safeMarkdown } from "./safe-markdown";

// They disagree on a line with "|" that could also begin a fence: only the first one knows tables.
const readers = [markdownIt({ html: true }), markdownIt("commonmark", { html: true })];
for (const reader of readers) reader.validateLink = () => true;

/** What a reader that allows everything makes of a text, and must not: raw HTML, targets with a scheme, headings. */
function dangers(text: string, reader: (typeof readers)[number]): readonly string[] {
  const found: string[] = [];
  const look = (tokens: readonly ReturnType<typeof reader.parse>[number][]): void => {
    for (const token of tokens) {
      if (token.type === "html_block" || token.type === "html_inline") found.push(`HTML ${token.content}`);
      if (token.type === "heading_open" && (token.tag === "h1" || token.tag === "h2")) found.push(token.tag);
      for (const name of ["href", "src"]) {
        const target = String(token.attrGet(name) ?? "");
        if (/^[\s\x00-\x20]*(?!https?:|mailto:)[a-z][a-z0-9+.\-\t\n\r]*:/i.test(decodeURI(target))) found.push(target);
      }
      look(token.children ?? []);
    }
  };
  look(reader.parse(text, {}));
  return found;
}

test("ordinary Markdown stays the same", () => {
  for (const text of [
    "# Title\n\nSome *words*, `code <b>`, [a page](https://example.com/a_(b)), ![a picture](shots/one.png).\n",
    '```html\n<div onclick="x()">[a](javascript:b)</div>\n```\n\n- one\n- two: a < b, c <= d, 1<2\n',
    "1. Do this:\n   ```js\n   if (a<b) document.write('<b>');\n   ```\n2. Then that: [README](README.md): see `<a>`.",
    "> quoted `<i>`\n> ```\n> <u>\n> ```\n\n<https://example.com> and <mailto:ada@example.com>",
    "| a | b |\n|---|---|\n| `<x>` | 2 |",
    "- ```js\n  if (a<b) x();\n  ```\n- two\n\n2. ~~~\n   <b>\n   ~~~\n3. three",
    "[ref]\n\n[ref]: https://example.com\n[other]: ./docs#part",
    "",
  ])
    assert.equal(safeMarkdown(text), text);
});

test("HTML and unsafe links become text", () => {
  for (const [text, want] of [
    ["<img src=x onerror=alert(1)>", "\\<img src=x onerror=alert(1)>"],
    ["[x](javascript:alert(1))", "[x\\](javascript:alert(1))"],
    ["[x](\njavascript:alert(1))", "[x\\](\njavascript:alert(1))"],
    ["[x](<java\tscript:alert(1)>)", "[x\\](\\<java\tscript:alert(1)>)"],
    ["[x](java&#115;cript:alert(1))", "[x\\](java&#115;cript:alert(1))"],
    ["![x](data:text/html,a)", "![x\\](data:text/html,a)"],
    ["[x]: vbscript:a\n\n[x]", "[x\\]: vbscript:a\n\n[x]"],
    ["<javascript:alert(1)>", "\\<javascript:alert(1)>"],
    ["\\\\<b>", "\\\\\\<b>"],
    ["a ` b\n`<b>` c", "a ` b\n`\\<b>` c"],
    ["```\n<b>", "```\n<b>\n```"],
    ["~~~ a | b\n<b>", "~~~ a | b\n<b>\n~~~"],
    ["~~~ a | b\n---|---\n<b>", "\\~~~ a | b\n---|---\n\\<b>"],
    ["text\n2. ```\n   ```\n<b>", "text\n2. ```\n   \\```\n\\<b>"],
  ] as const)
    assert.equal(safeMarkdown(text), want);
});

test("headings are lowered, so that they cannot pass for those of the document", () => {
  assert.equal(safeMarkdown("# A\n## You\n###### F\n> # B\n- # C", 2), "### A\n#### You\n###### F\n> ### B\n- ### C");
  assert.equal(safeMarkdown("You\n===\n\nYou\n---", 2), "You\n\n\\===\n\nYou\n\n---");
  assert.equal(safeMarkdown("```\n# shell\n```", 2), "```\n# shell\n```");
});

test("one line stays one line", () => {
  assert.equal(safeInline("a\n\n## You\r<b> [x](data:a)\u2028c"), "a ## You \\<b> [x\\](data:a) c");
});

test("no combination of marks is dangerous", () => {
  const pieces = [
    ..."`` ``` ~~~ ```` # ## > - * 1. 2. | === --- <img> </b> <!--".split(" "),
    ..."[x](javascript:a) [x]: [x] ( ) javascript:a https://e.x <https://e.`x> <javascript:a> & \\ \\` text".split(" "),
    ..." |  |    |\t|\n|\n|\n\n|\r\n|\n\n    |\n  |\n   |\n    ".split("|"),
    ...["- ```", "1. ~~~", "\n2. ```", "\n- 3) ~~~", "~~~_- |", "``` a | b", "\n---|---\n", "\n- | -\n", "-```"],
  ];
  let state = 20_261_126;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let round = 0; round < 60_000; round++) {
    const text = Array.from({ length: 2 + random(14) }, () => pieces[random(pieces.length)]).join("");
    const safe = `## You\n\n${safeMarkdown(text, 2)}\n\n## end`;
    const inline = `- a ${safeInline(text)}`;
    for (const reader of readers) {
      // The headings of the document are the only ones: the last one is not in a fence.
      assert.deepEqual(dangers(safe, reader), ["h2", "h2"], JSON.stringify([text, safe]));
      assert.equal(reader.parse(safe, {}).at(-2)?.content, "end", JSON.stringify([text, safe]));
      assert.deepEqual(dangers(inline, reader), [], JSON.stringify([text, inline]));
    }
  }
});
