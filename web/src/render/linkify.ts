// Stands in for the package "linkify-it": finds addresses of the web among words, but only whole ones, that begin with
// "https://" or "http://". "README.md" and "node.js" are host names to a finder that does without.
import type { MarkdownIt } from "markdown-it";

type Package = MarkdownIt["linkify"];
type Match = NonNullable<ReturnType<Package["matchAtStart"]>>;

const letter = "[\\p{L}\\p{N}\\p{M}_]";
const host = `(?:\\[[\\da-f:.]+\\]|${letter}(?:${letter}|[.-]+(?=${letter}))*)(?::\\d+)?`;
const sign = "(?:[^\\p{P}\\p{Z}\\p{Cc}<>]|[-/\\\\:%@#&=_~*.,;!?'])";
// Brackets belong to an address in pairs; what is read in vain of one ends at the next.
const pair = `\\(${sign}{0,1000}\\)|\\[${sign}{0,1000}\\]|\\{${sign}{0,1000}\\}`;
const path = `[/?#](?:${sign}|${pair}){0,4000}`;
const address = `https?://(?![^\\s/?#]*@)${host}(?:${path})?`; // a name before the host can pass for one

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
  const text = found[0].replace(/[.,;:!?'"*]+$/u, ""); // these belong to the sentence
  return {
    schema: text.slice(0, text.indexOf(":") + 1).toLowerCase(),
    index: found.index,
    lastIndex: found.index + text.length,
    raw: text,
    text,
    url: text,
  };
}
