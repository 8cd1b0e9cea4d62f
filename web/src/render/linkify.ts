// Stands in for the package "linkify-it": finds addresses of the web among words, but only whole ones, that begin with
// "https://" or "http://". "README.md" and "node.js" are host names to a finder that does without.
import type { MarkdownIt } from "markdown-it";

type Package = MarkdownIt["linkify"];
type Match = NonNullable<ReturnType<Package["matchAtStart"]>>;

const longest = 4_000; // characters; bounds what is read again where addresses begin within others
const letter = "[\\p{L}\\p{N}\\p{M}_]";
const host = `(?:\\[[\\da-f:.]+\\]|${letter}(?:${letter}|[.-]+(?=${letter}))*)(?::\\d+)?`;
const path = `[/?#](?:[^\\p{P}\\p{Z}\\p{Cc}<>]|[-/\\\\:%@#&=_~*.,;!?'()[\\]{}]){0,${longest}}`;
const address = `https?://(?![^\\s/?#]*@)${host}(?:${path})?`; // a name before the host can pass for one

const closing: ReadonlyMap<string, string> = new Map([["(", ")"], ["[", "]"], ["{", "}"]]);
const closers = new Set(closing.values());

export class LinkifyIt implements Pick<Package, "test" | "match" | "matchAtStart"> {
  readonly #within = new RegExp(`(?<![\\p{L}\\p{N}\\p{S}_])${address}`, "giu");
  readonly #atStart = new RegExp(address, "iuy");

  test(text: string): boolean {
    return text.search(this.#within) >= 0;
  }

  match(text: string): Match[] | null {
    const found = [...text.matchAll(this.#within)].map(toMatch);
    return found.length === 0 ? null : found;
  }

  matchAtStart(text: string): Match | null {
    this.#atStart.lastIndex = 0;
    const found = this.#atStart.exec(text);
    return found === null ? null : toMatch(found);
  }
}

function toMatch(found: RegExpExecArray): Match {
  const text = ended(found[0]);
  return { schema: text.slice(0, text.indexOf(":") + 1).toLowerCase(), index: found.index, lastIndex: found.index + text.length, raw: text, text, url: text };
}

/** An address without what belongs to the words around it: a bracket that is not its own and all behind it, and the marks of a sentence. */
function ended(address: string): string {
  const open: { readonly close: string; readonly at: number }[] = [];
  let end = address.length;
  for (let at = 0; at < end; at++) {
    const sign = address.charAt(at);
    const close = closing.get(sign);
    if (close !== undefined) open.push({ close, at });
    else if (open.at(-1)?.close === sign) open.pop();
    else if (closers.has(sign)) end = at;
  }
  return address.slice(0, Math.min(end, open[0]?.at ?? end)).replace(/[.,;:!?'"*]+$/u, "");
}
