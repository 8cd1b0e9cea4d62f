import type { SessionChanges, SessionInfo } from "../model";
import type { LoadResult } from "../protocol";

/** The list of a parser's sessions, for which the parser replies only with changes. */
export class SessionList {
  readonly #known = new Map<number, SessionInfo>(); // by index

  /** Returns the whole list after a change. A session that has not changed stays the same object. */
  update({ order, changed }: SessionChanges): readonly SessionInfo[] {
    for (const info of changed ?? []) this.#known.set(info.index, info);
    return [...order].flatMap((index) => this.#known.get(index) ?? []);
  }

  /** Returns the result of loading files with the whole list. */
  complete({ sessions, ...loaded }: LoadResult<SessionChanges>): LoadResult {
    return { ...loaded, sessions: this.update(sessions) };
  }
}
