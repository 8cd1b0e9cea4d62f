import assert from "node:assert/strict";
import { test } from "node:test";
import markdownIt from "markdown-it";
import { safeInline, safeMarkdown } from "./safe-markdown";

const reader = markdownIt({ html: true });
reader.validateLink = () => true;

/** What a reader that allows everything makes of a text, and must not: raw HTML, targets with a scheme, headings. */
function dangers(text: string): readonly string[] {
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
    ..." |  |    |\t|\n|\n|\n\n|\r\n|\n\n    ".split("|"),
  ];
  let state = 20_261_126;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let round = 0; round < 60_000; round++) {
    const text = Array.from({ length: 2 + random(14) }, () => pieces[random(pieces.length)]).join("");
    const found = dangers(`## You\n\n${safeMarkdown(text, 2)}\n\nafter`).slice(1);
    assert.deepEqual(found, [], JSON.stringify([text, safeMarkdown(text, 2)]));
    const inline = dangers(`- a ${safeInline(text)}`);
    assert.deepEqual(inline, [], JSON.stringify([text, safeInline(text)]));
  }
});
