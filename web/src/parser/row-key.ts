/**
 * Returns the part of a row's key that identifies its block: the record's UUID and the block's number, without the kind
 * or the file before them.
 */
export function blockIn(key: string): string {
  return key.replace(/^(attempts|background|branch|copy|mode|model|restart|series):/, "").replace(/^@\d+\//, "");
}

/** Returns the UUID of the record in a row's key. */
export function uuidIn(key: string): string {
  return blockIn(key).replace(/#\d+$/, "");
}

/**
 * Returns the kind of a line that folds records away, which is the prefix of its key, or "" for others. Addresses of
 * such lines need it: the bare record is inside, and showing it opens the fold.
 */
export function foldPrefix(key: string): string {
  return /^(?:attempts|background|branch|copy):/.exec(key)?.[0] ?? "";
}

/** Returns the address of the record or the fold of a row, without its block, for a page that opens there. */
export function openingAddress(key: string): string {
  return foldPrefix(key) + uuidIn(key);
}
