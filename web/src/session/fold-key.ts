/**
 * Returns the kind of a line that folds records away, which is the prefix of its key, or "" for others. Addresses of
 * such lines need it: the bare record is inside, and showing it opens the fold.
 */
export function foldIn(key: string): string {
  return /^(?:attempts|branch|copy):/.exec(key)?.[0] ?? "";
}
