/** Removes the Markdown of headings, code and bold words from a text on one line. */
export function withoutMarkup(text: string): string {
  return text
    .replace(/(^|\s)#{1,6}\s+/g, "$1")
    .replace(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, "$2")
    .replace(/\*\*(\S(?:[^*]*\S)?)\*\*/g, "$1");
}
