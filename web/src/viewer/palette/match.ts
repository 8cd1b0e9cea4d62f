import uFuzzy from "@leeoniya/ufuzzy";

/** A name that matches, and where: pairs of places, from and to. */
export interface Match {
  readonly at: number;
  readonly ranges: readonly number[];
}

/** So many names are ranked; of more that match, those that come first. */
const MAX = 2_000;
/** So many words match in any order: each more would be looked for in as many orders times their number. */
const ANY_ORDER = 3;

/** What is shorter is looked for as it is: with letters left out it would be found nearly everywhere. */
const SHORT = 3;

// Words of any language, as the library's documentation sets it up for them.
const usual: uFuzzy.Options = {
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: "\\p{Ll}\\p{Lu}",
  intraBound: "\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}",
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
};
const exact = new uFuzzy({ ...usual, intraIns: 0 });
const fuzzyMatcher = new uFuzzy({ ...usual, intraIns: 1 });

/**
 * The names that match what was typed, the best first; of those that match alike, the ones that `isFirst`, as they are
 * listed.
 */
export function match(
  names: readonly string[],
  typed: string,
  most: number,
  isFirst: (at: number) => boolean = () => false,
): readonly Match[] {
  const pattern = typed.trim().slice(0, 80);
  const list = [...names];
  const fuzzy = pattern.length < SHORT ? exact : fuzzyMatcher;
  const [found, info, order] = fuzzy.search(list, pattern, ANY_ORDER, MAX);
  if (found === null) return plain(list, pattern, most);
  if (info === null || order === null) return found.slice(0, most).map((at) => ({ at, ranges: [] }));
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
    .sort((one, other) => one.grade - other.grade || one.listed - other.listed)
    .slice(0, most);
}

/**
 * How well a name matches that is more than what was typed: all of that begins its words, or stands inside of them, or
 * letters were left out.
 */
function grade({ interLft1, interLft2, intraIns }: uFuzzy.Info, place: number, words: number): number {
  if ((intraIns[place] ?? 0) > 0) return 3;
  return (interLft1[place] ?? 0) + (interLft2[place] ?? 0) < words ? 2 : 1;
}

/** What has no letters, as "#" or "→", is looked for as it is. */
function plain(names: readonly string[], pattern: string, most: number): readonly Match[] {
  const found: Match[] = [];
  for (const [at, name] of names.entries()) {
    const from = pattern === "" ? -1 : name.toLowerCase().indexOf(pattern.toLowerCase());
    if (from >= 0) found.push({ at, ranges: [from, from + pattern.length] });
    if (found.length === most) break;
  }
  return found;
}
