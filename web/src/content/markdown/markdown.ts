// Markdown: the worker builds a tree, and this module makes elements from it.
import { decoded } from "../../base/decode-uri";
import type { PlainReason } from "../worker/client";
import { paintLine, renderCode } from "../code/code";
import { type Direction, blockDirection, directionOf } from "./direction";
import { type Child, type Tag, fragment, h, safeLink } from "../dom";
import type { RenderEnv } from "../render-context";
import { Footnotes } from "./footnotes";
import { copyButton, frame, scroller } from "../frame";
import { addLines, addRuns, ofFew } from "../code/lines";
import { render } from "./renderers";
import { plainLine, splitLines } from "../code/runs";
import { markedText, plainText } from "../text";
import type { Block, Inline, ListItem } from "./tree";
import { hostOf } from "../url";
import { strings } from "./strings";

/** Never rejects; text that cannot be formatted is shown plain, with the reason. */
export async function renderMarkdown(text: string, env: RenderEnv): Promise<HTMLElement> {
  const answer = await env.worker.markdown(text, env.signal);
  const content =
    answer.kind === "done" ? new Writer(env).blocks(answer.value) : [plainBlock(text), whyPlain(answer.why)];
  return h("div", { class: "prose", dir: "auto" }, ...content);
}

const plainFold = { head: 400, tail: 0 } as const;

/** Plain text of any length, line by line. */
function plainBlock(text: string): HTMLElement {
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
  return why === "stopped" || why === "language" ? null : h("p", { class: "aside" }, strings.plain[why]);
}

const maxRendered = 100; // calls of the page's renderers for one text

/** Builds the elements of one text. */
class Writer {
  readonly #env: RenderEnv;
  readonly #footnotes = new Footnotes();
  readonly #outline: number[] = []; // levels of the headings that contain the next one
  #toDraw = maxRendered;

  constructor(env: RenderEnv) {
    this.#env = env;
  }

  blocks(list: readonly Block[]): readonly Node[] {
    return list.map((block) => this.#block(block));
  }

  #block(block: Block): Node {
    const dir = blockDirection(block);
    switch (block.kind) {
      case "paragraph":
        return h("p", { dir }, ...this.#inlines(block.children));
      case "tight":
        return h("div", { dir }, ...this.#inlines(block.children));
      case "heading":
        return h(
          this.#headingTag(block.level),
          { class: `level-${Math.min(block.level, 6)}`, dir },
          ...this.#inlines(block.children),
        );
      case "quote":
        return h("blockquote", { dir }, ...this.blocks(block.children));
      case "list": {
        const items = block.items.map((item) => this.#item(item));
        return block.ordered
          ? h("ol", { dir, start: block.start === 1 ? undefined : block.start }, ...items)
          : h("ul", { dir }, ...items);
      }
      case "code":
        return block.language.toLowerCase() === "mermaid"
          ? this.#source(block.text, strings.mermaid, this.#env.renderers?.mermaid)
          : renderCode({ text: block.text, name: "", language: block.language }, this.#env);
      case "math": {
        const math = this.#env.renderers?.math;
        return this.#source(block.text, strings.math, math && ((source) => math(source, true)));
      }
      case "table":
        return this.#table(block, dir);
      case "rule":
        return h("hr");
      case "notes":
        return h(
          "section",
          { class: "footnotes", "aria-label": strings.notes },
          h(
            "ol",
            { dir },
            ...block.notes.map((note) => this.#footnotes.note(note.number, this.#inlines(note.children))),
          ),
        );
    }
  }

  /** One level below the parent heading, however many levels its author skipped. */
  #headingTag(level: number): Tag {
    while ((this.#outline.at(-1) ?? 0) >= level) this.#outline.pop();
    this.#outline.push(level);
    return headings[Math.min(this.#outline.length, headings.length) - 1] ?? "h6";
  }

  #item(item: ListItem): HTMLElement {
    const children = this.blocks(item.children);
    if (item.task === "none") return h("li", null, ...children);
    const label = item.task === "done" ? strings.taskDone : strings.taskOpen;
    return h(
      "li",
      { class: "task" },
      h("span", { class: `box ${item.task}`, role: "img", "aria-label": label }),
      h("div", null, ...children),
    );
  }

  #table(table: TableBlock, dir: Direction): HTMLElement {
    const long = table.head.map((head, column) =>
      [head, ...table.rows.map((row) => row[column] ?? [])].some((cell) => lengthOf(cell) > longCell),
    );
    const cell = (children: readonly Inline[], column: number, head: boolean): HTMLElement =>
      h(
        head ? "th" : "td",
        {
          class: `${table.align[column] ?? ""}${long[column] === true ? " long" : ""}`.trim() || undefined,
          scope: head ? "col" : undefined,
          dir: directionOf(children),
        },
        ...this.#inlines(children),
      );
    const row = (cells: readonly (readonly Inline[])[], head: boolean): HTMLElement =>
      h("tr", null, ...cells.map((children, column) => cell(children, column, head)));
    return h(
      "div",
      {
        class: "table",
        tabindex: 0,
        role: "group",
        "aria-label": strings.table(table.rows.length, table.head.length),
      },
      h(
        "table",
        { dir },
        h("thead", null, row(table.head, true)),
        h("tbody", null, ...table.rows.map((cells) => row(cells, false))),
      ),
    );
  }

  #inlines(list: readonly Inline[]): readonly Node[] {
    return list.map((inline) => this.#inline(inline));
  }

  #inline(inline: Inline): Node {
    switch (inline.kind) {
      case "text":
        return words(inline.text);
      case "code":
        return h("code", { dir: "ltr" }, words(inline.text));
      case "break":
        return h("br");
      case "em":
      case "strong":
      case "del":
        return h(inline.kind, null, ...this.#inlines(inline.children));
      case "link":
        return this.#link(inline);
      case "image":
        return h("span", { class: "picture" }, plainText(strings.picture(inline.alt, hostOf(inline.url))));
      case "math":
        return this.#formula(inline);
      case "note":
        return this.#footnotes.reference(inline.number);
    }
  }

  /** If a link leads nowhere from here, for example to a file of the project, its target is shown beside it. */
  #link(link: Extract<Inline, { readonly kind: "link" }>): Node {
    const content = safeLink(link.url, ...this.#inlines(link.children));
    if (!(content instanceof DocumentFragment)) return content;
    const text = content.textContent;
    const target = decoded(link.url, decodeURI); // markdown-it has encoded it; it is shown as it was written
    if (target === text || target === "") return content;
    const short = target.length > shownTarget ? target.slice(0, shownTarget) + "…" : target;
    return fragment(content, " ", h("span", { class: "target", title: strings.notALink }, plainText(short)));
  }

  #formula({ text, display }: Extract<Inline, { readonly kind: "math" }>): Node {
    const fence = display ? "$$" : "$";
    const place = h("code", { class: "formula", dir: "ltr", title: strings.math }, plainText(fence + text + fence));
    const math = this.#env.renderers?.math;
    if (math !== undefined)
      this.#draw(
        () => math(text, display),
        (node) => place.replaceWith(h("span", { class: "drawn" }, node)),
      );
    return place;
  }

  /** A formula or a diagram: its source with a clear label, unless the embedding page can render it. */
  #source(text: string, label: string, renderer: ((source: string) => Node | Promise<Node>) | undefined): HTMLElement {
    const { element, sheet } = scroller(label);
    const list = splitLines(text);
    addLines(sheet, list.length, plainFold, (index) => {
      const line = h("span", { class: "text" });
      paintLine(line, plainLine(list[index] ?? ""));
      return h("span", { class: "line" }, line);
    });
    const place = frame({ kind: "source", title: label, actions: [copyButton(() => text)] }, element);
    if (renderer !== undefined)
      this.#draw(
        () => renderer(text),
        (node) =>
          place.replaceWith(h("div", { class: "drawn", tabindex: 0, role: "group", "aria-label": label }, node)),
      );
    return place;
  }

  #draw(make: () => Node | Promise<Node>, take: (node: Node) => void): void {
    if (this.#toDraw-- > 0) render(make, take);
  }
}

/** Plain text; the rest of a very long one is shown on request. */
function words(text: string): Node {
  const place = h("bdi");
  addRuns(place, [{ text }], (run) => markedText(run.text), ofFew);
  return place;
}

type TableBlock = Extract<Block, { readonly kind: "table" }>;

const headings = ["h4", "h5", "h6"] as const; // below the speaker's, which is an h3
const shownTarget = 120; // characters of an address that is not a link
const longCell = 18; // characters above which a column is not narrowed

function lengthOf(list: readonly Inline[]): number {
  return list.reduce(
    (sum, inline) =>
      sum + ("text" in inline ? inline.text.length : "children" in inline ? lengthOf(inline.children) : 1),
    0,
  );
}
