import type { Entry } from "../../parser/model";

/** What was looked for, in small letters; an entry must hold each of the words. */
export function wordsOf(text: string): readonly string[] {
  return text
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** Whether an entry is among those that are looked for. */
export function holds(searched: string, words: readonly string[]): boolean {
  return words.every((word) => searched.includes(word));
}

/** What the reader typed to find entries. */
export class OutlineFilter {
  readonly #searched = new WeakMap<Entry, string>(); // what an entry is found by; made when it is first looked for
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

  /** Whether an entry is looked for. */
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
