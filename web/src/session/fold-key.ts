/**
 * The kind of a line that folds records away, as it stands before its key; "" for others.
 * An address of that line needs it: the bare record is within, and shown by opening it.
 */
export function foldIn(key: string): string {
  return /^(?:attempts|branch|copy):/.exec(key)?.[0] ?? "";
}
