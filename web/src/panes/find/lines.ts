import { FenwickTree } from "../../base/fenwick-tree";
import type { FoundTurn, Match } from "../../parser/model";
import type { Found } from "./finder";

/** One line of the results. */
export type ResultLine =
  | { readonly kind: "session"; readonly session: number; readonly places: number }
  | { readonly kind: "turn"; readonly session: number; readonly turn: FoundTurn; readonly places: number }
  | { readonly kind: "match"; readonly session: number; readonly match: Match; readonly nth: number };

/** How high each is, in px: all of a kind are alike, so that places are known before they are drawn. */
const HEIGHTS: Readonly<Record<ResultLine["kind"], number>> = { session: 34, turn: 30, match: 64 };

/** The results one below the other: by session where there are several, and by turn. */
export class ResultLines {
  readonly all: readonly ResultLine[];
  readonly matches: readonly Extract<ResultLine, { readonly kind: "match" }>[];
  readonly #offsets: FenwickTree;

  constructor(found: Found | undefined, several: boolean) {
    const all: ResultLine[] = [];
    const matches: Extract<ResultLine, { readonly kind: "match" }>[] = [];
    for (const { session, byTurn, turns } of found?.sessions ?? []) {
      const groups = [...byTurn].sort(([one], [other]) => one - other);
      if (several)
        all.push({ kind: "session", session, places: groups.reduce((sum, [, list]) => sum + list.length, 0) });
      for (const [number, list] of groups) {
        all.push({
          kind: "turn",
          session,
          turn: turns.get(number) ?? { turn: number, title: "", time: 0 },
          places: list.length,
        });
        for (const match of list) {
          const line = { kind: "match", session, match, nth: matches.length } as const;
          all.push(line);
          matches.push(line);
        }
      }
    }
    this.#offsets = new FenwickTree(all.length, (at) => HEIGHTS[all[at]?.kind ?? "match"]);
    this.all = all;
    this.matches = matches;
  }

  /** Of all of them, in px. */
  get height(): number {
    return this.#offsets.total;
  }

  top(at: number): number {
    return this.#offsets.start(at);
  }

  bottom(at: number): number {
    return this.top(at + 1);
  }

  /** The line at a height. */
  at(top: number): number {
    return this.#offsets.at(top);
  }
}
