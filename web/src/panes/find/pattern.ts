import type { SearchQuery } from "../../session/search/search-query";

/** Letters, their combining marks, digits and the underscore: the characters of a word, as in the parser. */
const inWord = /[\p{L}\p{M}\p{N}_]/u;
const special = /[\\^$.*+?()[\]{}|/]/g;

/**
 * The search terms for rendered text, as one expression each. They find the same as the parser (parser/search): case is
 * folded rune by rune, and all white space is equal.
 */
export function patterns({ text, flags }: SearchQuery): readonly RegExp[] {
  const words = text.split(/\s+/u).filter((word) => word !== "");
  if (words.length === 0) return [];
  const terms = flags.has("phrase") ? [words] : [...new Set(words)].map((word) => [word]);
  return terms.map((term) => {
    const source = term.map((word) => word.replace(special, "\\$&")).join("\\s+");
    const begins = flags.has("whole") && inWord.test(Array.from(term[0] ?? "")[0] ?? "") ? "(?<![\\p{L}\\p{N}_])" : "";
    const ends =
      flags.has("whole") && inWord.test(Array.from(term.at(-1) ?? "").at(-1) ?? "") ? "(?![\\p{L}\\p{N}_])" : "";
    return new RegExp(`${begins}${source}${ends}`, flags.has("case") ? "gu" : "giu");
  });
}

/** Reports whether a text contains any of them. */
export function holds(text: string, list: readonly RegExp[]): boolean {
  return list.some((pattern) => {
    pattern.lastIndex = 0;
    return pattern.test(text);
  });
}

/** A range of a text. */
interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the matches in a text, in order, up to a limit. */
export function places(text: string, list: readonly RegExp[], most: number): readonly TextRange[] {
  const found: TextRange[] = [];
  for (const pattern of list) {
    let left = most;
    pattern.lastIndex = 0;
    for (let hit = pattern.exec(text); hit !== null && left-- > 0; hit = pattern.exec(text))
      found.push({ from: hit.index, to: hit.index + hit[0].length });
  }
  return list.length < 2 ? found : found.sort((a, b) => a.from - b.from || b.to - a.to).slice(0, most);
}
