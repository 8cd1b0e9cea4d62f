// Converts Markdown to a tree of plain data, in the worker.
import markdownIt, { type MarkdownIt, type Token } from "markdown-it";
import { addRules, notesOf, startNotes } from "./markdown-rules";
import { type Align, type Block, type Inline, type ListItem, maxDepth, maxNodes, type Note } from "./tree";

type Parsed = { readonly kind: "tree"; readonly blocks: readonly Block[] } | { readonly kind: "deep" };

const linkNodes = 3; // it is checked closely, and its host is shown beside it

export type Parse = (text: string) => Parsed;

export function createParser(): Parse {
  const markdown = markdownIt({ html: false, linkify: true, breaks: true, maxNesting: maxDepth });
  // Only complete web addresses: "README.md" and "node.js" look like hosts, too. An address with an account before its
  // host is matched as a whole, so that the page refuses it; otherwise the account would become a link to a host of
  // that name.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true });
  for (const schema of ["ftp:", "mailto:", "//"]) markdown.linkify.add(schema, null);
  markdown.validateLink = () => true; // the page decides when it makes links, and shows what it refuses
  // The page parses addresses as they are written (url.ts), by the rules of the browser that opens them.
  markdown.normalizeLink = markdown.normalizeLinkText = (url) => url;
  addRules(markdown);
  return (text) => {
    const env = startNotes();
    const tokens = markdown.parse(text, { ...env });
    // Beyond its nesting limit markdown-it drops content; it is better to show such a text plain than with gaps.
    if (tokens.some((token) => token.level >= maxDepth - 1)) return { kind: "deep" };
    const reader = new Reader(tokens);
    const blocks = reader.blocks("");
    const notes = readNotes(markdown, env, reader);
    if (notes.length > 0) blocks.push({ kind: "notes", notes });
    return reader.pastBounds() ? { kind: "deep" } : { kind: "tree", blocks };
  };
}

function readNotes(markdown: MarkdownIt, env: ReturnType<typeof startNotes>, reader: Reader): Note[] {
  const notes = notesOf(env);
  if (notes === null) return [];
  const out: Note[] = [];
  // A note can refer to other notes: the map grows while it is iterated.
  for (const [label, number] of notes.numbers) {
    const inline = markdown.parseInline(notes.defined.get(label) ?? "", { ...env })[0];
    out.push({ number, children: reader.inlines(inline?.children ?? []) });
  }
  return out;
}

/** Walks the flat list of opening and closing tokens of markdown-it. Its depth is bounded by maxNesting. */
class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;
  #nodes = 0;
  #deep = false;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Emphasis is not subject to the nesting limit of markdown-it. */
  pastBounds(): boolean {
    return this.#deep || this.#nodes > maxNodes;
  }

  /** Reads up to and including the closing token of this type. */
  blocks(close: string): Block[] {
    const out: Block[] = [];
    for (;;) {
      const token = this.#next();
      if (token === undefined || token.type === close) return out;
      this.#nodes++;
      switch (token.type) {
        case "paragraph_open":
          out.push({ kind: token.hidden ? "tight" : "paragraph", children: this.#content("paragraph_close") });
          break;
        case "heading_open":
          out.push({
            kind: "heading",
            level: Number(token.tag.slice(1)) || 1,
            children: this.#content("heading_close"),
          });
          break;
        case "blockquote_open":
          out.push({ kind: "quote", children: this.blocks("blockquote_close") });
          break;
        case "bullet_list_open":
          out.push({ kind: "list", ordered: false, start: 1, items: this.#items("bullet_list_close") });
          break;
        case "ordered_list_open":
          out.push({
            kind: "list",
            ordered: true,
            start: Number(token.attrGet("start") ?? 1),
            items: this.#items("ordered_list_close"),
          });
          break;
        case "fence":
        case "code_block":
          out.push(code(token));
          break;
        case "math_block":
          out.push({ kind: "math", text: token.content });
          break;
        case "table_open":
          out.push(this.#table());
          break;
        case "hr":
          out.push({ kind: "rule" });
          break;
        default:
          if (token.content !== "") out.push({ kind: "paragraph", children: [{ kind: "text", text: token.content }] });
      }
    }
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at++];
  }

  #content(close: string): readonly Inline[] {
    let out: readonly Inline[] = [];
    for (let token = this.#next(); token !== undefined && token.type !== close; token = this.#next()) {
      if (token.type === "inline") out = this.inlines(token.children ?? []);
    }
    return out;
  }

  #items(close: string): readonly ListItem[] {
    const items: ListItem[] = [];
    for (let token = this.#next(); token !== undefined && token.type !== close; token = this.#next()) {
      if (token.type === "list_item_open") items.push(taskItem(this.blocks("list_item_close")));
    }
    return items;
  }

  #table(): Block {
    const align: Align[] = [];
    const head: (readonly Inline[])[] = [];
    const rows: (readonly Inline[])[][] = [];
    for (let token = this.#next(); token !== undefined && token.type !== "table_close"; token = this.#next()) {
      this.#nodes++;
      if (token.type === "th_open") {
        align.push(alignOf(token));
        head.push(this.#content("th_close"));
      } else if (token.type === "td_open") {
        rows.at(-1)?.push(this.#content("td_close"));
      } else if (token.type === "tr_open" && head.length > 0) {
        rows.push([]);
      }
    }
    return { kind: "table", align, head, rows };
  }

  inlines(tokens: readonly Token[]): readonly Inline[] {
    interface Level {
      readonly open: Token | null;
      readonly children: Inline[];
    }
    const stack: Level[] = [{ open: null, children: [] }];
    for (const token of tokens) {
      this.#nodes += token.type === "link_open" ? linkNodes : 1;
      const level = stack.at(-1);
      if (level === undefined) break;
      if (stack.length > maxDepth) {
        this.#deep = true;
        break;
      }
      if (token.nesting === 1) stack.push({ open: token, children: [] });
      else if (token.nesting === -1) {
        if (level.open === null) continue;
        stack.pop();
        stack.at(-1)?.children.push(wrap(level.open, level.children));
      } else {
        const inline = leaf(token);
        const last = level.children.at(-1);
        if (inline.kind === "text" && last?.kind === "text") {
          level.children[level.children.length - 1] = { kind: "text", text: last.text + inline.text };
        } else if (inline.kind !== "text" || inline.text !== "") level.children.push(inline);
      }
    }
    return stack[0]?.children ?? [];
  }
}

function leaf(token: Token): Inline {
  switch (token.type) {
    case "code_inline":
      return { kind: "code", text: token.content };
    case "softbreak":
    case "hardbreak":
      return { kind: "break" };
    case "image":
      return { kind: "image", url: String(token.attrGet("src") ?? ""), alt: token.content };
    case "math_inline":
      return { kind: "math", text: token.content, display: token.meta?.display === true };
    case "note":
      return { kind: "note", number: Number(token.meta?.number ?? 0) };
    default:
      return { kind: "text", text: token.content };
  }
}

function wrap(open: Token, children: readonly Inline[]): Inline {
  switch (open.type) {
    case "em_open":
      return { kind: "em", children };
    case "s_open":
      return { kind: "del", children };
    case "link_open":
      return { kind: "link", url: String(open.attrGet("href") ?? ""), children };
    default:
      return { kind: "strong", children };
  }
}

function code(token: Token): Block {
  const text = token.content.endsWith("\n") ? token.content.slice(0, -1) : token.content;
  const language = token.info.trim().split(/\s/, 1)[0] ?? "";
  return language.toLowerCase() === "math" ? { kind: "math", text } : { kind: "code", language, text };
}

function alignOf(token: Token): Align {
  const style = String(token.attrGet("style") ?? "");
  const align = style.slice(style.indexOf(":") + 1);
  return align === "left" || align === "center" || align === "right" ? align : "";
}

/** "[ ] words" at the start of an item makes it a task. */
function taskItem(children: readonly Block[]): ListItem {
  const [first, ...others] = children;
  if (first === undefined || (first.kind !== "tight" && first.kind !== "paragraph")) return { task: "none", children };
  const [lead, ...words] = first.children;
  if (lead?.kind !== "text") return { task: "none", children };
  const box = /^\[([ xX])\](?: |$)/.exec(lead.text);
  if (box === null) return { task: "none", children };
  const text = lead.text.slice(box[0].length);
  const inlines: readonly Inline[] = text === "" ? words : [{ kind: "text", text }, ...words];
  return { task: box[1] === " " ? "open" : "done", children: [{ kind: first.kind, children: inlines }, ...others] };
}
