// Numbers, plurals and names in texts.

export const NBSP = "\u00a0";

/** "1 turn", "2 turns"; "2+ turns" if there may be more. */
export function count(n: number, one: string, many = `${one}s`, more = false): string {
  return `${number(n)}${more ? "+" : ""}${NBSP}${n === 1 && !more ? one : many}`;
}

const plain = /* @__PURE__ */ new Intl.NumberFormat("en");

/** "1,234". */
export function number(n: number): string {
  return plain.format(n);
}

/** "76 %"; a small share is not rounded to zero. */
export function percent(share: number): string {
  return share < 0.01 ? `<${NBSP}1${NBSP}%` : `${share < 1 ? Math.min(99, Math.round(share * 100)) : 100}${NBSP}%`;
}

/** "once", "twice", "3 times". */
export function times(n: number): string {
  return n === 1 ? "once" : n === 2 ? "twice" : `${number(n)}${NBSP}times`;
}

/** "get tides" for get_tides. */
export function spaced(name: string): string {
  return name.replace(/[_-]+/g, " ").trim() || name;
}

/** Removes the Markdown of headings, code and bold words from a text on one line. */
export function withoutMarkup(text: string): string {
  return text
    .replace(/(^|\s)#{1,6}\s+/g, "$1")
    .replace(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, "$2")
    .replace(/\*\*(\S(?:[^*]*\S)?)\*\*/g, "$1");
}
