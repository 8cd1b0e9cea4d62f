import { describe, test } from "node:test";
import { RuleTester } from "eslint";
import tseslint from "typescript-eslint";
import { noLiteralText } from "./no-literal-text.js";

RuleTester.describe = describe;
RuleTester.it = test;

/** Cases: a name, code, and the texts that the rule reports in it with where they are. */
const cases = [
  ["text", 'html`<p class="a">Hello</p>`', "Hello", "text"],
  ["no text", 'html`<p class="a b" data-x=${"y"}>${words.a} · ${x ? icon("more") : nothing}</p>`'],
  ["attributes", 'html`<p title="Go on" aria-label=\'Back\' id="x"></p>`', "Go on", "title", "Back", "aria-label"],
  ["attribute without quotes", "html`<img alt=Picture>`", "Picture", "alt"],
  ["attribute with text and a value", 'html`<p title="Open ${x}"></p>`', "Open", "title"],
  ["choice", 'html`<p>${a === "b" ? "Open" : ""}</p>`', "Open", "text"],
  ["choice in an attribute", 'html`<p title=${a ? "Open" : words.x} class=${a ? "open" : ""}></p>`', "Open", "title"],
  ["bound property", 'html`<p .textContent=${a ?? "None"} .value=${"b"}></p>`', "None", "textcontent"],
  ["text beside values", 'html`<b>${"One"}</b> of ${n} ${"Two" + x}`', "One", "text", "of", "text", "Two", "text"],
  ["template in a template", "html`<ul>${list.map((a) => html`<li>Item ${a}</li>`)}</ul>`", "Item", "text"],
  ["plain template", "html`<p>${`${n} rows`}</p>`", "rows", "text"],
  ["drawing", "svg`<title>Share</title>`", "Share", "text"],
  ["entities", "html`<p>&nbsp;&#160;</p>`"],
  ["comments", "// html`<p>No</p>`\n/* html`<p>No</p>` */ html`<!-- no --><p></p>`"],
  ["regular expression", 'const a = /[`"]/; html`<p>Yes</p>`', "Yes", "text"],
  ["division", "const a = b / c; html`<p>Yes</p>`; d / e", "Yes", "text"],
  ["type assertion", 'html`<p>${("Yes" as string) || a}</p>`', "Yes", "text"],
  ["another tag", "css`a { color: red }`"],
  [
    "builder",
    'h("p", { class: "a", title: "Now" }, "Words", h("b", null, x ? "Bold" : ""))',
    ...["Now", "title", "Words", "child", "Bold", "child"],
  ],
  ["builder with a quoted name", 'h("p", { "aria-label": "Now", role: "img" })', "Now", "aria-label"],
  [
    "assignment",
    'node.textContent = "Done"; node.title = "Tip"; node.className = "a"',
    ...["Done", "textContent", "Tip", "title"],
  ],
  ["setAttribute", 'a.setAttribute("aria-label", "Close"); a.setAttribute("class", "b")', "Close", "aria-label"],
  ["failure", 'throw failure("address", `${a} is silent`); failure("crashed")', "is silent", "reason"],
];

const valid = [];
const invalid = [];
for (const [name, code, ...found] of cases) {
  const errors = [];
  for (let i = 0; i < found.length; i += 2) {
    errors.push({ messageId: "literal", data: { text: JSON.stringify(found[i]), where: found[i + 1] } });
  }
  if (errors.length > 0) invalid.push({ name, code, errors });
  else valid.push({ name, code });
}

new RuleTester({ languageOptions: { parser: tseslint.parser } }).run("no-literal-text", noLiteralText, {
  valid,
  invalid,
});
