/*
 * Markdown of a transcript, to be copied into a document with other content: it cannot run anything, and cannot pass
 * for a part of that document. Where readers of Markdown may disagree on what is code, all of it counts as text: code
 * then has a backslash too many, but text never one too few.
 */

/** A fence at the beginning of a line, perhaps of the content of an item of a list. */
const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/;
/** A fence at the beginning of an item of a list. A number only begins an item after a paragraph if it is 1. */
const ITEM_FENCE = /^( {0,3}(?:[*+-]|1[.)]) {1,4})(`{3,}(?=[^`]*$)|~{3,})/;
const NUMBERED_FENCE = /^( {0,3}\d{1,9}[.)] {1,4})(`{3,}(?=[^`]*$)|~{3,})/;
/** The same after other marks of lists and quotes, a tab or four spaces: whether it is one depends on lines above. */
const DOUBTFUL_FENCE = /^(?:[ \t]|[>*+-]|\d{1,9}[.)])*(?:`{3}|~{3})/;
/** A line that ends items of lists above it, and the fences in them. */
const UNINDENTED = /^ ?[^ \t>]/;
/** The second line of a table. */
const DELIMITERS = /^[ \t|:-]*-[ \t|:-]*$/;
const QUOTE = /^ {0,3}> ?/;
const CONTAINERS = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)]))*[ \t]*/;
const HEADING = /^#{1,6}(?=[ \t]|$)/;
const UNDERLINE = /^[ \t]*(?:=+|-+)[ \t]*$/;
const BLANK = /^[ \t]*$/;

/** The targets of links: pages, mail addresses, and addresses without a scheme, whose colon would come first. */
const SAFE_TARGET = /^[ \t]*(?:https?:\/\/|mailto:|[^:&\\\s()<]+(?:[/?#\s)]|$)|[/?#.])/i;
const SAFE_ENCLOSED_TARGET = /^[ \t]*<(?:https?:\/\/|mailto:|[^:&\\<>]*(?:[/?#][^<>]*)?>)/i;
const SAFE_AUTOLINK = /^<(?:https?:\/\/|mailto:)[^\s<>]*>/i;

/** The fence that the current line is in. */
interface Fence {
  readonly indent: number;
  readonly marks: string;
}

interface SafeText {
  readonly lines: readonly string[];
  /** Whether a code span may continue on the next line. */
  readonly isOpen: boolean;
}

/** Returns a Markdown text without raw HTML and unsafe links. Headings are lowered by a number of levels. */
export function safeMarkdown(text: string, lower = 0): string {
  return safeLines(text.split(/\r\n?|\n/), lower).lines.join("\n");
}

/** Returns a text on one line, to be used within a paragraph. */
export function safeInline(text: string): string {
  return safeLine(text.replace(/\s+/gu, " ").trim(), true).text;
}

function safeLines(lines: readonly string[], lower: number, isQuoted = false): SafeText {
  const out: string[] = [];
  let fence: Fence | undefined;
  let isDoubtful = false; // the line may be in a fence, and is treated as text
  let isOpen = false;
  let fenceEnd = 0; // the number of lines at the end of the last fence
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (fence !== undefined) {
      const rest = inFence(line, fence);
      out.push(...rest.lines);
      if (!rest.ends) continue;
      fence = undefined;
      fenceEnd = out.length;
      if (rest.isWhole) continue;
    }
    isDoubtful &&= !UNINDENTED.test(line);
    const isAfterText = out.length > fenceEnd && !BLANK.test(out.at(-1) ?? "");
    fence = isDoubtful ? undefined : fenceAt(line, lines[at + 1] ?? "", isAfterText);
    if (fence !== undefined) {
      isOpen = false;
      out.push(line);
      continue;
    }
    if (!isDoubtful && QUOTE.test(line)) {
      const after = lines.findIndex((other, index) => index > at && !QUOTE.test(other));
      const end = after < 0 ? lines.length : after;
      const quoted = safeLines(
        lines.slice(at, end).map((one) => one.replace(QUOTE, "")),
        lower,
        true,
      );
      out.push(...quoted.lines.map((one) => (one === "" ? ">" : `> ${one}`)));
      isOpen = quoted.isOpen;
      at = end - 1;
      continue;
    }
    // Readers may disagree on whether this is a fence: it must not contain what follows the text.
    const unfenced = FENCE.test(line) ? line.replace(/[`~]/, "\\$&") : line;
    isDoubtful ||= DOUBTFUL_FENCE.test(unfenced);
    if (BLANK.test(line)) isOpen = false;
    const safe = safeLine(unfenced, isOpen || isDoubtful);
    isOpen = safe.isOpen;
    // An underline would make the text above it a heading, also text before a quote.
    const above = out.at(-1) ?? (isQuoted ? "text" : "");
    if (lower > 0 && UNDERLINE.test(line) && !BLANK.test(above)) out.push("");
    out.push(lower > 0 ? lowered(safe.text, lower) : safe.text);
  }
  // Otherwise, the fence would contain what follows the text.
  if (fence !== undefined) out.push(closing(fence));
  return { lines: out, isOpen: isOpen || isDoubtful };
}

/** Returns the fence that certainly begins with a line. */
function fenceAt(line: string, next: string, isAfterText: boolean): Fence | undefined {
  if (line.includes("|") && DELIMITERS.test(next)) return undefined;
  const begin = FENCE.exec(line) ?? ITEM_FENCE.exec(line) ?? (isAfterText ? null : NUMBERED_FENCE.exec(line));
  const [, before, marks] = begin ?? [];
  return before === undefined || marks === undefined ? undefined : { indent: before.length, marks };
}

function closing({ indent, marks }: Fence): string {
  return " ".repeat(indent) + marks;
}

/**
 * Returns a line in a fence, and whether the fence ends with it, or before it. An indented fence may be that of an item
 * of a list, which ends with the item; the end is made explicit, so that it is the same with and without a list.
 */
function inFence(
  line: string,
  fence: Fence,
): { readonly lines: readonly string[]; readonly ends: boolean; readonly isWhole: boolean } {
  const { indent, marks } = fence;
  const [space = ""] = /^[ \t]*/.exec(line) ?? [];
  const content = line.slice(space.length).replace(/[ \t]+$/, "");
  const isMarks = content.length >= marks.length && content === marks.charAt(0).repeat(content.length);
  if (indent === 0) return { lines: [line], ends: isMarks && /^ {0,3}$/.test(space), isWhole: true };
  if (isMarks) return { lines: [" ".repeat(indent) + content], ends: true, isWhole: true };
  if (content === "" || (space.length >= indent && !space.includes("\t")))
    return { lines: [line], ends: false, isWhole: true };
  return { lines: [closing(fence)], ends: true, isWhole: false };
}

/** Lowers the heading of a line. An underline of "=" is escaped. */
function lowered(line: string, levels: number): string {
  if (/^[ \t]*=+[ \t]*$/.test(line)) return line.replace("=", "\\=");
  const [containers = ""] = CONTAINERS.exec(line) ?? [];
  const content = line.slice(containers.length);
  const marks = HEADING.exec(content)?.[0];
  if (marks === undefined) return line;
  return containers + "#".repeat(Math.min(6, marks.length + levels)) + content.slice(marks.length);
}

/** Escapes a line outside of fences. `mayBeCode` is set if a code span above may continue on it. */
function safeLine(line: string, mayBeCode: boolean): { readonly text: string; readonly isOpen: boolean } {
  let text = "";
  let isOpen = mayBeCode;
  for (let at = 0; at < line.length;) {
    const remainder = line.slice(at);
    const char = remainder.charAt(0);
    const next = remainder.charAt(1);
    let taken = char;
    let escape = "";
    if (char === "\\" && next !== "") taken = char + next;
    else if (char === "`") {
      const [run = char] = /^`+/.exec(remainder) ?? [];
      const span = isOpen ? undefined : codeSpan(remainder, run);
      isOpen ||= span === undefined;
      taken = span ?? run;
    } else if (char === "<") {
      const link = SAFE_AUTOLINK.exec(remainder)?.[0];
      if (link !== undefined) taken = link;
      else if (/[A-Za-z/!?]/.test(next)) escape = "\\";
    } else if (char === "]" && (next === "(" || next === ":") && !isSafeTarget(remainder.slice(2))) escape = "\\";
    text += escape + taken;
    at += taken.length;
  }
  return { text, isOpen };
}

function isSafeTarget(text: string): boolean {
  return SAFE_TARGET.test(text) || SAFE_ENCLOSED_TARGET.test(text);
}

/** Returns the code span that a text begins with. In a table, "|" would end it. */
function codeSpan(text: string, run: string): string | undefined {
  const end = new RegExp(`(?<!\`)${run}(?!\`)`).exec(text.slice(run.length));
  if (end === null) return undefined;
  const span = text.slice(0, run.length + end.index + run.length);
  return span.includes("|") ? undefined : span;
}
