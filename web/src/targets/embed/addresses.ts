/** The addresses in the attribute `src`, which stand between spaces. */
export function addressesIn(src: string): readonly string[] {
  return src.split(/\s+/).filter((address) => address !== "");
}
