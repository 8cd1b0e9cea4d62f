// What markdown-it does not know by itself: display math and footnotes. Worker side.
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

/** Footnotes of one text, by label; numbers are given in the order in which they are first referred to. */
export interface Notes {
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
  markdown.block.ruler.before("fence", "math", math, { alt });
  markdown.block.ruler.before("reference", "note", noteDefinition, { alt });
  markdown.inline.ruler.before("link", "note", noteReference);
}

/** `$$` alone on a line up to the next such line, or `$$ … $$` on one line. A lone `$$` reaches to the end, so no line is scanned twice. */
function math(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (state.sCount[start] === undefined || state.sCount[start] - state.blkIndent >= 4) return false;
  const first = lineText(state, start).trimEnd();
  if (!first.startsWith("$$")) return false;
  const inside = first.slice(2);
  let next = start + 1;
  let text = "";
  if (inside.length > 2 && inside.endsWith("$$") && !inside.slice(0, -2).includes("$$")) {
    text = inside.slice(0, -2).trim();
  } else if (inside === "") {
    const lines: string[] = [];
    for (; next < end && !outside(state, next); next++) {
      const line = lineText(state, next);
      if (line.trimEnd() === "$$") break;
      lines.push(line);
    }
    if (next < end && !outside(state, next)) next++;
    text = lines.join("\n");
  } else return false;
  if (silent) return true;
  const token = state.push("math_block", "", 0);
  token.content = text;
  token.map = [start, next];
  state.line = next;
  return true;
}

/** `[^label]: words`, going on over the lines of the same paragraph. */
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
