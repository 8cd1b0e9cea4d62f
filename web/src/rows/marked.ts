import { plainText } from "../render/text";
import { hasHidden } from "../render/marks";

/** Words from a transcript: what cannot be seen in them is made visible. */
export function marked(text: string): string | Node {
  return hasHidden(text) ? plainText(text) : text;
}
