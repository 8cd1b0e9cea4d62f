import type { Match } from "../../parser/model";
import type { ViewState } from "../view-state";

type MatchKind = Match["kind"];
export const matchKinds = [
  "prompts",
  "replies",
  "thinking",
  "input",
  "output",
  "other",
] as const satisfies readonly MatchKind[];

/**
 * The ranks of matches: first what somebody said, then tools, then what Claude Code recorded in the background.
 */
export const RANKS: Readonly<Record<MatchKind, number>> = {
  prompts: 0,
  replies: 0,
  thinking: 1,
  input: 2,
  output: 2,
  other: 3,
};

/** The options of a search: match case, exact phrase, whole words; only in errors; in all sessions. */
export const searchFlags = ["case", "phrase", "whole", "errors", "all"] as const;
type SearchFlag = (typeof searchFlags)[number];

/** The search terms and their scope. An empty set of kinds, or of tools, means all of them. */
export interface SearchQuery {
  readonly text: string;
  readonly flags: ReadonlySet<SearchFlag>;
  readonly kinds: ReadonlySet<MatchKind>;
  readonly tools: ReadonlySet<string>;
  /** "" for all, "main", "agents", or the ID of an agent. */
  readonly who: string;
}

/** Longer terms are not searched; the parser has the same limit. */
export const MAX_CHARACTERS = 1_000;

/** Parses the query of an address. */
export function queryFrom(state: ViewState): SearchQuery {
  return {
    text: state.q ?? "",
    flags: chosen(state.qways, searchFlags),
    kinds: chosen(state.qkinds, matchKinds),
    tools: new Set((state.qtools ?? "").split("\n").filter((name) => name !== "")),
    who: state.qwho ?? "",
  };
}

/** Returns the query for an address. */
export function viewStateFrom({ text, flags, kinds, tools, who }: SearchQuery): ViewState {
  return {
    q: text,
    qways: [...flags].join(" "),
    qkinds: [...kinds].join(" "),
    qtools: [...tools].join("\n"),
    qwho: who,
  };
}

export function sameQuery(one: SearchQuery, other: SearchQuery): boolean {
  return JSON.stringify(viewStateFrom(one)) === JSON.stringify(viewStateFrom(other));
}

/** Reports whether only a part of the matches is shown. */
export function isNarrowed({ kinds, tools, who, flags }: SearchQuery): boolean {
  return kinds.size + tools.size > 0 || who !== "" || flags.has("errors");
}

/** Returns the change that shows all matches of a query. */
export function everywhere(query: SearchQuery): Partial<SearchQuery> {
  const flags = new Set(query.flags);
  flags.delete("errors");
  return { kinds: new Set(), tools: new Set(), who: "", flags };
}

/** Returns a set with one more item, or without it. */
export function toggled<T>(set: ReadonlySet<T>, one: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
}

function chosen<T extends string>(text: string | undefined, values: readonly T[]): ReadonlySet<T> {
  const asked = (text ?? "").split(" ");
  return new Set(values.filter((one) => asked.includes(one)));
}
