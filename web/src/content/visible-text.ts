import { plainText } from "./text";
import { cleaned, hasHidden } from "./invisible-characters";

/** Text of a transcript in which invisible characters are made visible. */
export function marked(text: string): string | Node {
  return hasHidden(text) ? plainText(text) : text;
}

/** The same for titles, labels and other attributes, which cannot contain marks: invisible characters are left out. */
export function visible(text: string): string {
  return cleaned(text).text;
}
