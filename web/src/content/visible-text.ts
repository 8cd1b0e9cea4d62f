import { plainText } from "./text";
import { cleaned, hasHidden } from "./invisible-characters";

/** Words from a transcript: what cannot be seen in them is made visible. */
export function marked(text: string): string | Node {
  return hasHidden(text) ? plainText(text) : text;
}

/** The same for titles, labels and the like, which hold no marks: what cannot be seen is left out. */
export function visible(text: string): string {
  return cleaned(text).text;
}
