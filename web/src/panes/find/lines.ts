import type { FoundPrompt, Match, Row } from "../../parser/model";
import type { Found } from "./finder";

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

  /** Returns a function that reports whether a row of the session can contain one of the matches. */
  rowsWithMatches(session: number): (row: Row) => boolean {
    const keys = new Set(this.matches.flatMap((line) => (line.session === session ? [line.match.key] : [])));
    return (row) => keys.has(row.key) || JOINED.has(row.kind);
  }
}
