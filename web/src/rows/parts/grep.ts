/** A line of Grep's output; `number` is "" if line numbers were not requested. */
export interface GrepLine {
  readonly kind: "hit" | "around" | "gap";
  readonly file: string; // "" if one file was searched
  readonly number: string;
  readonly text: string;
}

/**
 * Parses the output of ripgrep: `file:12:text` for a match, `file-11-text` for the lines around it, `--` for a gap;
 * without file names if one file was searched, without numbers if they were not requested. A name can contain the
 * separators, so the names of the matches are used to parse the lines around them.
 */
export function readGrep(text: string): readonly GrepLine[] {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const numbered = lines.some((line) => /^\d+:/.test(line));
  const files = new Set<string>();
  if (!numbered) for (const line of lines) files.add(hit(line)?.file ?? "");
  files.delete("");
  let file = "";
  return lines.map((line): GrepLine => {
    if (line === "--") return { kind: "gap", file, number: "", text: "" };
    const found = numbered ? alone(line) : (around(line, files) ?? hit(line));
    if (found === undefined) return { kind: "hit", file, number: "", text: line };
    file = found.file;
    return found;
  });
}

function alone(line: string): GrepLine | undefined {
  const [, number = "", mark, text = ""] = /^(\d+)([:-])(.*)$/.exec(line) ?? [];
  return mark === undefined ? undefined : { kind: mark === ":" ? "hit" : "around", file: "", number, text };
}

/** The first `:12:` ends the name; without one, the first colon that does not follow a drive letter. */
function hit(line: string): GrepLine | undefined {
  const [, file, number = "", text = ""] = /^(.+?):(\d+):(.*)$/.exec(line) ?? /^(.[^:]+):()(.*)$/.exec(line) ?? [];
  return file === undefined ? undefined : { kind: "hit", file, number, text };
}

function around(line: string, files: ReadonlySet<string>): GrepLine | undefined {
  for (const match of line.slice(0, longest).matchAll(/-(\d+)-/g)) {
    const file = line.slice(0, match.index);
    if (files.has(file))
      return { kind: "around", file, number: match[1] ?? "", text: line.slice(match.index + match[0].length) };
  }
  return undefined;
}

const longest = 300; // characters of a line that are searched
const budget = 50; // ms for all lines of a search

/**
 * Finds the matches of a search, so that they can be marked. The pattern comes from the transcript and could run
 * forever: only patterns with bounded time are used, and only within a time limit.
 */
export function finder(
  pattern: string,
  anyCase: boolean,
): (line: string) => readonly (readonly [from: number, to: number])[] {
  const expression = harmless(pattern, anyCase);
  let used = 0;
  return (line) => {
    const found: (readonly [number, number])[] = [];
    if (expression === undefined || used > budget) return found;
    const begun = performance.now();
    for (const match of line.slice(0, longest).matchAll(expression)) {
      if (match[0] !== "") found.push([match.index, match.index + match[0].length]);
    }
    used += performance.now() - begun;
    return found;
  };
}

/** At most two repetitions, none of a group, and few groups: the time is bounded by the cube of a line's length. */
function harmless(pattern: string, anyCase: boolean): RegExp | undefined {
  const flagged = pattern.startsWith("(?i)");
  const source = flagged ? pattern.slice(4) : pattern;
  const bare = source.replace(/\\./g, "_").replace(/\[[^\]]*\]/g, "_");
  const repetitions = bare.match(/[*+?{]/g)?.length ?? 0;
  const groups = bare.match(/\(/g)?.length ?? 0;
  if (source === "" || source.length > 200 || repetitions > 2 || groups > 3 || /\)[*+?{]|\(\?|\\[1-9kpP]/.test(source))
    return undefined;
  try {
    return new RegExp(source, anyCase || flagged ? "gi" : "g");
  } catch {
    return undefined; // another dialect
  }
}
