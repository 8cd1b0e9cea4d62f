import type { Entry } from "../../parser/model";

/** The search words in lower case; an entry must contain all of them. */
export function wordsOf(text: string): readonly string[] {
  return text
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** Reports whether an entry matches. */
export function holds(searched: string, words: readonly string[]): boolean {
  return words.every((word) => searched.includes(word));
}

/** The user's filter text. */
export class OutlineFilter {
  readonly #searched = new WeakMap<Entry, string>(); // the searchable text of an entry, computed when first needed
  #words: readonly string[] = [];
  #text = "";

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    this.#text = text;
    this.#words = wordsOf(text);
  }

  get on(): boolean {
    return this.#words.length > 0;
  }

  /** Reports whether an entry matches. */
  wants(entry: Entry): boolean {
    let searched = this.#searched.get(entry);
    if (searched === undefined) {
      const { kind, text, name, prompt } = entry;
      searched = `${name} ${text} ${kind === "turn" ? `#${prompt}` : ""}`.toLocaleLowerCase();
      this.#searched.set(entry, searched);
    }
    return holds(searched, this.#words);
  }
}
