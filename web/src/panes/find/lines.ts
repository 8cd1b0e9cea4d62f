import type { FoundPrompt, Match, Row } from "../../parser/model";
import type { Found } from "../../session/search/finder";
import { RANKS } from "../../session/search/search-query";

/** One line of the results. */
export type ResultLine =
  | { readonly kind: "session"; readonly session: number; readonly places: number }
  | { readonly kind: "prompt"; readonly session: number; readonly prompt: FoundPrompt; readonly places: number }
  | { readonly kind: "match"; readonly session: number; readonly match: Match; readonly nth: number };

/** What identifies the current match: a row can have several of a kind, for example in the files of a prompt. */
export interface CurrentMatch {
  readonly session: number;
  readonly file: number;
  readonly offset: number;
}

/** The heights of the lines in px. */
export const LINE_HEIGHTS: Readonly<Record<ResultLine["kind"], number>> = { session: 34, prompt: 30, match: 64 };

/** Rows that show several records with the key of the first. */
const JOINED: ReadonlySet<Row["kind"]> = new Set(["background", "error", "compaction", "damaged"]);

/** Returns the results as a list: grouped by session if there are several, and by prompt. */
export class ResultLines {
  readonly all: readonly ResultLine[];
  readonly matches: readonly Extract<ResultLine, { readonly kind: "match" }>[];

  constructor(found: Found | undefined, several: boolean) {
    const all: ResultLine[] = [];
    const matches: Extract<ResultLine, { readonly kind: "match" }>[] = [];
    for (const { session, byPrompt, prompts } of found?.sessions ?? []) {
      const groups = [...byPrompt].sort(([one], [other]) => one - other);
      if (several)
        all.push({ kind: "session", session, places: groups.reduce((sum, [, list]) => sum + list.length, 0) });
      for (const [number, list] of groups) {
        all.push({
          kind: "prompt",
          session,
          prompt: prompts.get(number) ?? { prompt: number, title: "", time: 0 },
          places: list.length,
        });
        for (const match of list) {
          const line = { kind: "match", session, match, nth: matches.length } as const;
          all.push(line);
          matches.push(line);
        }
      }
    }
    this.all = all;
    this.matches = matches;
  }

  /**
   * Returns the index of the match that a search goes to first: in the first turn of a session, from a turn on, that
   * has matches, the best one. Turns with matches only in the background are skipped if others follow. Only this first
   * choice is ranked: the next and previous matches follow the conversation, since a reader would lose track if they
   * led back and forth. Returns the first match of all if none follows, -1 if there is none.
   */
  best(session: number, turn: number): number {
    const following = this.matches.filter((line) => line.session === session && line.match.turn >= turn);
    const first = following.find(({ match }) => match.kind !== "other") ?? following[0];
    if (first === undefined) return this.matches.length > 0 ? 0 : -1;
    const inTurn = following.filter(({ match }) => match.turn === first.match.turn);
    return inTurn.reduce((one, other) => (RANKS[other.match.kind] < RANKS[one.match.kind] ? other : one)).nth;
  }

  /** Returns a function that reports whether a row of the session can contain one of the matches. */
  rowsWithMatches(session: number): (row: Row) => boolean {
    const keys = new Set(this.matches.flatMap((line) => (line.session === session ? [line.match.key] : [])));
    return (row) => keys.has(row.key) || JOINED.has(row.kind);
  }
}
