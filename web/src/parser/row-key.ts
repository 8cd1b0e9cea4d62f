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
