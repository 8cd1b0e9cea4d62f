import { plainText } from "./text";
import { cleaned, hasHidden } from "./invisible-characters";

/** Returns text of a transcript with its invisible characters marked. */
export function markInvisible(text: string): string | Node {
  return hasHidden(text) ? plainText(text) : text;
}

/** Returns text without invisible characters, for titles, labels and other attributes, which cannot contain marks. */
export function stripInvisible(text: string): string {
  return cleaned(text).text;
}
