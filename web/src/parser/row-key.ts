/**
 * What a row's key says of its block: the record's uuid and the block's number, without the kind or the file before
 * them.
 */
export function blockIn(key: string): string {
  return key.replace(/^(attempts|branch|copy|mode|model|restart|series):/, "").replace(/^@\d+\//, "");
}

/** The uuid of the record that a row's key is made of. */
export function uuidIn(key: string): string {
  return blockIn(key).replace(/#\d+$/, "");
}
