/** Returns the addresses in the attribute `src`, which are separated by spaces. */
export function addressesIn(src: string): readonly string[] {
  return src.split(/\s+/).filter((address) => address !== "");
}
