// Highlighted text as data: runs with a scope, split into lines and overlaid with marks.

/** The scopes that have a color of their own; others, such as a whole function, take that of their parent. */
const scopes = [
  "addition",
  "attr",
  "attribute",
  "built_in",
  "bullet",
  "char",
  "code",
  "comment",
  "deletion",
  "doctag",
  "emphasis",
  "formula",
  "keyword",
  "link",
  "literal",
  "meta",
  "name",
  "number",
  "operator",
  "property",
  "quote",
  "regexp",
  "section",
  "selector-attr",
  "selector-class",
  "selector-id",
  "selector-pseudo",
  "selector-tag",
  "string",
  "strong",
  "subst",
  "symbol",
  "tag",
  "template-tag",
  "template-variable",
  "title",
  "type",
  "variable",
] as const;

export type Scope = (typeof scopes)[number];

export interface Run {
  readonly text: string;
  readonly scope: Scope | "";
  readonly changed?: boolean; // inside a changed line, this word is the change
}

export type CodeLine = readonly Run[];

const known: ReadonlySet<string> = new Set(scopes);

export function isScope(name: string): name is Scope {
  return known.has(name);
}

/** Returns the lines of a text without line breaks; CR LF counts as one, and a trailing one starts no line. */
export function splitLines(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

export function plainLine(text: string): CodeLine {
  return text === "" ? [] : [{ text, scope: "" }];
}

interface CodeSample {
  readonly text: string; // the highlighter's input
  readonly lines: number; // the number of lines of the source in it
  readonly skipped: ReadonlySet<number>; // lines that were left out because they are too long
}

const sampleLimit = 20_000;
const lineLimit = 2_000;

/** Returns the part of a source to highlight: grammars are slow on long lines, and unbounded on long texts. */
export function sample(source: readonly string[]): CodeSample {
  const parts: string[] = [];
  const skipped = new Set<number>();
  let size = 0;
  for (const line of source) {
    const short = line.length <= lineLimit ? line : "";
    if (size + short.length + 1 > sampleLimit) break;
    if (short !== line) skipped.add(parts.length);
    size += short.length + 1;
    parts.push(short);
  }
  return { text: parts.join("\n"), lines: parts.length, skipped };
}

/** Maps the runs of a sample back to the lines of its source. */
export function coloredLines(source: readonly string[], from: CodeSample, runs: readonly Run[]): readonly CodeLine[] {
  const cut = cutLines(runs);
  return source.map((text, index) => {
    const line = cut[index];
    return line === undefined || index >= from.lines || from.skipped.has(index) ? plainLine(text) : line;
  });
}

export function cutLines(runs: readonly Run[]): readonly CodeLine[] {
  const lines: Run[][] = [];
  let line: Run[] = [];
  for (const run of runs) {
    const parts = run.text.split("\n");
    parts.forEach((text, index) => {
      if (index > 0) {
        lines.push(line);
        line = [];
      }
      if (text !== "") line.push({ text, scope: run.scope });
    });
  }
  lines.push(line);
  return lines;
}

/** A range of a line, [from, to) in UTF-16 units. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** Marks the spans, which are sorted and do not overlap, as changed. */
export function overlay(line: CodeLine, spans: readonly TextSpan[]): CodeLine {
  if (spans.length === 0) return line;
  const out: Run[] = [];
  let at = 0;
  let next = 0;
  for (const run of line) {
    const end = at + run.text.length;
    let from = at;
    while (from < end) {
      let span = spans[next];
      while (span !== undefined && span.to <= from) span = spans[++next];
      const changed = span !== undefined && span.from <= from;
      const to = span === undefined ? end : Math.min(end, changed ? span.to : span.from);
      out.push({ text: run.text.slice(from - at, to - at), scope: run.scope, changed });
      from = to;
    }
    at = end;
  }
  return out;
}
