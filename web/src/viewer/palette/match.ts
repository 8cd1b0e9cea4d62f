import uFuzzy from "@leeoniya/ufuzzy";

/** A matching name and the matching ranges: pairs of offsets, from and to. */
export interface Match {
  readonly at: number;
  readonly ranges: readonly number[];
}

/** Names that are ranked; if more match, the first ones are used. */
const MAX = 2_000;
/** Up to so many words match in any order: each more multiplies the work by the number of words. */
const ANY_ORDER = 3;

/** Shorter queries must match literally: with letters left out, they would match nearly everything. */
const SHORT = 3;

// Words of any language, as in uFuzzy's documentation.
const fuzzyOptions: uFuzzy.Options = {
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: "\\p{Ll}\\p{Lu}",
  intraBound: "\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}",
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
};
const exact = new uFuzzy({ ...fuzzyOptions, intraIns: 0 });
const fuzzyMatcher = new uFuzzy({ ...fuzzyOptions, intraIns: 1 });

/**
 * Returns the matching names, best first. Among equal matches, those with `isFirst` come first, then in listed order.
 */
export function match(
  names: readonly string[],
  typed: string,
  limit: number,
  isFirst: (at: number) => boolean = () => false,
): readonly Match[] {
  const pattern = typed.trim().slice(0, 80);
  const list = [...names];
  const fuzzy = pattern.length < SHORT ? exact : fuzzyMatcher;
  const [found, info, order] = fuzzy.search(list, pattern, ANY_ORDER, MAX);
  if (found === null) return literalMatches(list, pattern, limit);
  if (info === null || order === null) return found.slice(0, limit).map((at) => ({ at, ranges: [] }));
  const words = fuzzy.split(pattern).length;
  return order
    .map((place) => {
      const at = info.idx[place] ?? 0;
      const whole = list[at]?.toLowerCase() === pattern.toLowerCase();
      return {
        at,
        ranges: info.ranges[place] ?? [],
        grade: whole ? 0 : grade(info, place, words),
        listed: isFirst(at) ? at : list.length,
      };
    })
    .sort((a, b) => a.grade - b.grade || a.listed - b.listed)
    .slice(0, limit);
}

/** Grades a match: 1 if all words match at word starts, 2 if within words, 3 if letters were left out. */
function grade({ interLft1, interLft2, intraIns }: uFuzzy.Info, place: number, words: number): number {
  if ((intraIns[place] ?? 0) > 0) return 3;
  return (interLft1[place] ?? 0) + (interLft2[place] ?? 0) < words ? 2 : 1;
}

/** Matches a query without letters, such as "#" or "→", literally. */
function literalMatches(names: readonly string[], pattern: string, limit: number): readonly Match[] {
  const found: Match[] = [];
  for (const [at, name] of names.entries()) {
    const from = pattern === "" ? -1 : name.toLowerCase().indexOf(pattern.toLowerCase());
    if (from >= 0) found.push({ at, ranges: [from, from + pattern.length] });
    if (found.length === limit) break;
  }
  return found;
}
