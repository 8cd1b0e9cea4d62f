import type { SessionChanges, SessionInfo } from "./model";

/** The list of a parser's sessions. One that has not changed stays the same object. */
export class SessionList {
  readonly #known = new Map<number, SessionInfo>(); // by index

  /** Applies the changes of a reply, and returns the whole list. */
  update({ order, changed }: SessionChanges): readonly SessionInfo[] {
    for (const info of changed ?? []) this.#known.set(info.index, info);
    return [...order].flatMap((index) => this.#known.get(index) ?? []);
  }
}
