// Markdown: the worker makes a tree, this makes elements of it.
import { words } from "../words";
import type { PlainReason } from "./client";
import { paintLine, renderCode } from "./code";
import { type Child, fragment, h, safeLink } from "./dom";
import type { RenderEnv } from "./env";
import { copyButton, frame, scroller } from "./frame";
import { addLines, addRuns } from "./lines";
import { plainLine, splitLines } from "./runs";
import { plainText } from "./text";
import type { Block, Inline, Item } from "./tree";
import { checkLink, hostOf } from "./url";

/** Never rejects; what cannot be formatted is shown plain, with the reason. */
export async function renderMarkdown(text: string, env: RenderEnv): Promise<DocumentFragment> {
  const answer = await env.worker.markdown(text, env.signal);
  const content = answer.kind === "done" ? blocks(answer.value, env) : [plainBlock(text), whyPlain(answer.why)];
  return fragment(h("div", { class: "prose" }, ...content));
}

const plainFold = { head: 400, tail: 0 } as const;

/** Text of any length as it stands, line by line. */
export function plainBlock(text: string): HTMLElement {
  const element = h("div", { class: "plain", tabindex: -1 });
  const source = splitLines(text);
  addLines(element, source.length, plainFold, (index) => {
    const line = h("div", { dir: "auto" });
    addRuns(line, plainLine(source[index] ?? ""), (run) => plainText(run.text));
    line.appendChild(document.createTextNode("\n"));
    return line;
  });
  return element;
}

function whyPlain(why: PlainReason): Child {
  return why === "stopped" ? null : h("p", { class: "aside" }, words.render.plain[why]);
}

function blocks(list: readonly Block[], env: RenderEnv): readonly Node[] {
  return list.map((block) => blockNode(block, env));
}

function blockNode(block: Block, env: RenderEnv): Node {
  switch (block.kind) {
    case "paragraph":
      return h("p", { dir: "auto" }, ...inlines(block.children));
    case "tight":
      return h("div", { dir: "auto" }, ...inlines(block.children));
    case "heading":
      return h(headings[Math.min(block.level, 4)] ?? "h6", { class: `level-${Math.min(block.level, 6)}`, dir: "auto" }, ...inlines(block.children));
    case "quote":
      return h("blockquote", { dir: "auto" }, ...blocks(block.children, env));
    case "list":
      return block.ordered
        ? h("ol", { start: block.start === 1 ? undefined : block.start }, ...block.items.map((item) => itemNode(item, env)))
        : h("ul", null, ...block.items.map((item) => itemNode(item, env)));
    case "code":
      return block.language.toLowerCase() === "mermaid"
        ? source(block.text, words.render.mermaid)
        : renderCode({ text: block.text, name: "", language: block.language }, env);
    case "math":
      return source(block.text, words.render.math);
    case "table":
      return tableNode(block);
    case "rule":
      return h("hr");
    case "notes":
      return h("section", { class: "footnotes", "aria-label": words.render.notes }, ...block.notes.map((note) =>
        h("div", { dir: "auto" }, h("sup", null, String(note.number)), " ", ...inlines(note.children)),
      ));
  }
}

// A row of the conversation has a heading of its own above these.
const headings = ["h3", "h3", "h4", "h5", "h6"] as const;

function itemNode(item: Item, env: RenderEnv): HTMLElement {
  const children = blocks(item.children, env);
  if (item.task === "none") return h("li", { dir: "auto" }, ...children);
  const label = item.task === "done" ? words.render.taskDone : words.render.taskOpen;
  return h("li", { class: "task", dir: "auto" }, h("span", { class: `box ${item.task}`, role: "img", "aria-label": label }), h("div", null, ...children));
}

function tableNode(table: Extract<Block, { readonly kind: "table" }>): HTMLElement {
  const cell = (children: readonly Inline[], column: number, head: boolean): HTMLElement =>
    h(head ? "th" : "td", { class: table.align[column] || undefined, scope: head ? "col" : undefined, dir: "auto" }, ...inlines(children));
  const row = (cells: readonly (readonly Inline[])[], head: boolean): HTMLElement =>
    h("tr", null, ...cells.map((children, column) => cell(children, column, head)));
  return h(
    "div",
    { class: "table", tabindex: 0, role: "group", "aria-label": words.render.table },
    h("table", null, h("thead", null, row(table.head, true)), h("tbody", null, ...table.rows.map((cells) => row(cells, false)))),
  );
}

function inlines(list: readonly Inline[]): readonly Node[] {
  return list.map(inlineNode);
}

function inlineNode(inline: Inline): Node {
  switch (inline.kind) {
    case "text":
      return plainText(inline.text);
    case "code":
      return h("code", { dir: "ltr" }, plainText(inline.text));
    case "break":
      return h("br");
    case "em":
    case "strong":
    case "del":
      return h(inline.kind, null, ...inlines(inline.children));
    case "link":
      return linkNode(inline);
    case "image":
      return h("span", { class: "picture" }, plainText(words.render.picture(inline.alt, hostOf(inline.url))));
    case "note":
      return h("sup", { class: "footnote" }, String(inline.number));
  }
}

const shownTarget = 120;

/** Where a link does not lead anywhere from here, as to a file of the project, its target is shown beside it. */
function linkNode(link: Extract<Inline, { readonly kind: "link" }>): Node {
  const content = fragment(...inlines(link.children));
  const text = content.textContent ?? "";
  if (checkLink(link.url, text).kind === "link") return safeLink(link.url, content);
  const target = decoded(link.url);
  if (target === text || target === "") return content;
  const short = target.length > shownTarget ? target.slice(0, shownTarget) + "…" : target;
  return fragment(content, " ", h("span", { class: "target", title: words.render.notALink }, plainText(short)));
}

/** markdown-it has encoded the target; people know it as it was written. */
function decoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

/** Math and diagrams, which are not drawn: their source under a clear label. */
function source(text: string, label: string): HTMLElement {
  const { element, sheet } = scroller(label);
  const list = splitLines(text);
  addLines(sheet, list.length, plainFold, (index) => {
    const line = h("span", { class: "text" });
    paintLine(line, plainLine(list[index] ?? ""));
    return h("span", { class: "line" }, line);
  });
  return frame({ kind: "source", title: label, actions: [copyButton(() => text)] }, element);
}
