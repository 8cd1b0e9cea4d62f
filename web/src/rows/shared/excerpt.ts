/**
 * The beginning of a text on one line. Marks of Markdown around words and lines go; what stands inside a word or a name
 * stays.
 */
export function excerpt(text: string): string {
  return text
    .slice(0, 200)
    .replace(/^\s*(?:#{1,6}|[-*+>]|\d+\.)\s+/gm, " ")
    .replace(/(?<![^\s(])\*\*(?=\S)([^*]+)(?<=\S)\*\*(?![\w*/])/g, "$1")
    .replace(/`+([^`]+)`+/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
