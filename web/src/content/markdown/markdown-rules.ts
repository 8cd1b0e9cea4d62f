// Rules for markdown-it: math and footnotes. They run in the worker.
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

/** Footnotes of one text, by label, numbered in the order of their first references. */
interface Notes {
  readonly defined: Map<string, string>;
  readonly numbers: Map<string, number>;
}

const notesKey = "notes";
const maxLabel = 100;

export function startNotes(): { readonly [notesKey]: Notes } {
  return { [notesKey]: { defined: new Map(), numbers: new Map() } };
}

export function addRules(markdown: MarkdownIt): void {
  const alt = ["paragraph", "reference", "blockquote", "list"];
  markdown.block.ruler.before("fence", "math", mathBlock, { alt });
  markdown.block.ruler.before("reference", "note", noteDefinition, { alt });
  markdown.inline.ruler.before("link", "note", noteReference);
  markdown.inline.ruler.before("escape", "math", mathInline);
}

const blockFences = [
  ["$$", "$$"],
  ["\\[", "\\]"],
] as const;

/**
 * `$$` alone on a line up to the next such line, or `$$ … $$` across the lines of a paragraph; `\[ … \]` likewise. A
 * `$$` alone on its line extends to the end if it is not closed, and one followed by text only to the next one, so no
 * line is scanned twice.
 */
function mathBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (state.sCount[start] === undefined || state.sCount[start] - state.blkIndent >= 4) return false;
  const first = lineText(state, start).trimEnd();
  const fence = blockFences.find(([open]) => first.startsWith(open));
  if (fence === undefined) return false;
  const [open, close] = fence;
  const inside = first.slice(open.length);
  let next = start + 1;
  let text: string;
  if (inside === "") {
    const lines: string[] = [];
    for (; next < end && !outside(state, next); next++) {
      const line = lineText(state, next);
      if (line.trimEnd() === close) break;
      lines.push(line);
    }
    if (next < end && !outside(state, next)) next++;
    text = lines.join("\n");
  } else {
    const lines = [inside];
    for (let last = inside; !last.endsWith(close); next++) {
      if (next >= end || state.isEmpty(next) || outside(state, next)) return false;
      last = lineText(state, next).trimEnd();
      if (last !== close && last.startsWith(open)) return false;
      lines.push(last);
    }
    text = lines.join("\n").slice(0, -close.length).trim();
    if (text === "" || text.includes(open) || !isMath(text, open)) return false;
  }
  if (silent) return true;
  const token = state.push("math_block", "", 0);
  token.content = text;
  token.map = [start, next];
  state.line = next;
  return true;
}

const inlineFences = [
  ["$$", "$$"],
  ["$", "$"],
  ["\\(", "\\)"],
  ["\\[", "\\]"],
] as const;
const maxFormula = 400; // characters inside text

/** `$x^2$`, `\(x\)`, `$$x$$`, `\[x\]` inside text. "$5 and $6" are prices, `$HOME/$USER` are variables. */
function mathInline(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const fence = inlineFences.find(([open]) => src.startsWith(open, pos));
  if (fence === undefined) return false;
  const [open, close] = fence;
  const from = pos + open.length;
  const head = src.slice(from, Math.min(from + maxFormula, state.posMax));
  const length = head.indexOf(close);
  if (length <= 0) return false;
  const text = head.slice(0, length);
  const after = from + length + close.length;
  if (open === "$" && (/^\s|\s$|`/.test(text) || wordly.test(src[pos - 1] ?? "") || wordly.test(src[after] ?? "")))
    return false;
  if (!isMath(text, open)) return false;
  if (!silent) {
    const token = state.push("math_inline", "", 0);
    token.content = text.trim();
    token.meta = { display: open === "$$" || open === "\\[" };
  }
  state.pos = after;
  return true;
}

const wordly = /[\p{L}\p{N}$]/u;

/**
 * Reports whether this looks like a formula: whether it has operators, or is a single letter. The same delimiters
 * surround prices, and escaped boxes: `\[x\]`.
 */
function isMath(text: string, open: string): boolean {
  return /[\\^_{}=<>]/.test(text) || (open !== "\\[" && /\p{L}/u.test(text) && !/\p{L}{2}/u.test(text));
}

/** `[^label]: text`, which continues over the lines of the same paragraph. */
function noteDefinition(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const notes = notesOf(state.env);
  if (notes === null) return false;
  const match = /^\[\^([^\s\]]{1,100})\]:[ \t]*/.exec(lineText(state, start).slice(0, maxLabel + 8));
  const label = match?.[1];
  if (match === null || label === undefined) return false;
  if (silent) return true;
  const lines = [lineText(state, start).slice(match[0].length)];
  let next = start + 1;
  for (; next < end && !state.isEmpty(next) && !outside(state, next); next++) {
    const line = lineText(state, next);
    if (line.startsWith("[^")) break;
    lines.push(line.trim());
  }
  if (notes.defined.has(label)) return false; // the later one stays readable as a paragraph
  notes.defined.set(label, lines.join("\n"));
  state.line = next;
  return true;
}

function noteReference(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith("[^", state.pos)) return false;
  const notes = notesOf(state.env);
  const head = state.src.slice(state.pos, state.pos + maxLabel + 3);
  const label = /^\[\^([^\s\]]{1,100})\]/.exec(head)?.[1];
  if (notes === null || label === undefined || !notes.defined.has(label)) return false;
  if (!silent) {
    const number = notes.numbers.get(label) ?? notes.numbers.size + 1;
    notes.numbers.set(label, number);
    state.push("note", "", 0).meta = { number };
  }
  state.pos += label.length + 3;
  return true;
}

export function notesOf(env: Readonly<Record<string, unknown>>): Notes | null {
  const notes = env[notesKey];
  return isNotes(notes) ? notes : null;
}

function isNotes(value: unknown): value is Notes {
  return typeof value === "object" && value !== null && "defined" in value && "numbers" in value;
}

/** A line that is indented less than its container belongs to what follows it. */
function outside(state: StateBlock, line: number): boolean {
  return !state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent;
}

function lineText(state: StateBlock, line: number): string {
  const from = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return state.src.slice(from, state.eMarks[line] ?? from);
}
