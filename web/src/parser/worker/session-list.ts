import type { SessionChanges, SessionInfo } from "../model";
import type { LoadResult } from "../protocol";

/** The list of a parser's sessions, for which the parser replies only with changes. */
export class SessionList {
  #known = new Map<number, SessionInfo>(); // by index

  /** Returns the whole list after a change. A session that has not changed stays the same object. */
  update({ order, changed }: SessionChanges): readonly SessionInfo[] {
    for (const info of changed ?? []) this.#known.set(info.index, info);
    const list = [...order].flatMap((index) => this.#known.get(index) ?? []);
    this.#known = new Map(list.map((info) => [info.index, info]));
    return list;
  }

  /** Returns the result of loading files with the whole list. */
  complete({ sessions, ...loaded }: LoadResult<SessionChanges>): LoadResult {
    return { ...loaded, sessions: this.update(sessions) };
  }
}
