import { strings } from "./strings";
import { cost, folder, isLow, model, tokens } from "../../session/format";
import { allTokens } from "../../session/totals";
import { title } from "../../session/header";
import type { Cost, Match, SessionInfo } from "../../parser/model";
import type { SessionMatches } from "./library-search";

export const sortings = ["newest", "oldest", "cost", "prompts", "size", "title"] as const;
type Sorting = (typeof sortings)[number];

/** The sessions that the user wants to see, and their order. */
export interface LibraryQuery {
  readonly sorting: Sorting;
  /** The facts of a session must contain all of these words. */
  readonly words: string;
  /** The results of a search in the content, which replace the filter by words. */
  readonly matches?: SessionMatches | undefined;
  /** The only local day that is shown, "" for all. */
  readonly day: string;
  /** The only project that is shown; undefined for all. */
  readonly project: string | undefined;
  readonly byProject: boolean;
  /** Whether sessions without messages are shown, too. */
  readonly silent: boolean;
  /** Keys of expanded entries or, for agents that are expanded initially, of collapsed ones. */
  readonly open: ReadonlySet<string>;
}

/** GroupTotals of some sessions. */
interface GroupTotals {
  readonly sessions: number;
  /** The number of these, and of agents, that were read: only they are included in the sums below. */
  readonly counted: number;
  readonly lost: number; // will not be counted
  readonly agents: number; // whose session is not among the files; counted separately, but included in the cost
  readonly cost: Cost;
  /** The share of the cost for which too little output is recorded. */
  readonly low: number;
  readonly tokens: number;
}

/** A line of the list. */
export type LibraryItem =
  | { readonly kind: "project"; readonly key: string; readonly project: string; readonly totals: GroupTotals }
  | {
      readonly kind: "session";
      readonly key: string;
      readonly project: string; // "" if they are not grouped by project
      readonly info: SessionInfo;
      readonly matches: readonly Match[]; // in its content
      readonly more: number; // related sessions that are folded under it
      readonly open: boolean;
      readonly under: boolean; // it is under the session that it is related to
      readonly place: number; // in its list, from 1
      readonly of: number; // the number of sessions in that list
    }
  | {
      /** The agents whose session is not among the files are under it. */
      readonly kind: "agents";
      readonly key: string;
      readonly project: string;
      readonly totals: GroupTotals;
      readonly open: boolean;
      readonly place: number;
      readonly of: number;
    };

export type SessionItem = Extract<LibraryItem, { readonly kind: "session" }>;

export interface LibrarySections {
  readonly items: readonly LibraryItem[];
  /** All that are shown or folded, in order; agents without their session are last. */
  readonly sessions: readonly SessionInfo[];
  readonly totals: GroupTotals;
  readonly projects: readonly string[]; // of all sessions, by name
  readonly silent: number; // sessions without messages, if that option is available
}

/** Consecutive lines of one project. */
interface LibrarySection {
  readonly project: string;
  readonly items: readonly LibraryItem[];
}

/** Groups lines by project. */
export function sectionsOf(items: readonly LibraryItem[]): readonly LibrarySection[] {
  const sections: { readonly project: string; readonly items: LibraryItem[] }[] = [];
  for (const item of items) {
    const last = sections.at(-1);
    if (last?.project === item.project) last.items.push(item);
    else sections.push({ project: item.project, items: [item] });
  }
  return sections;
}

/** A chain of related sessions: one, and those that continue or copy it. */
interface Chain {
  readonly lead: SessionInfo;
  readonly continuations: readonly SessionInfo[];
}

/** The content of one project. */
interface ProjectGroup {
  readonly chains: Chain[];
  readonly agents: SessionInfo[];
}

/** Returns the sessions that are listed at first: those with messages, or all if there are none. */
export function listedAtFirst(all: readonly SessionInfo[]): readonly SessionInfo[] {
  const spoken = all.filter((info) => !info.silent);
  return spoken.length === 0 ? all : spoken;
}

/** Sorts the requested sessions. */
export function gather(all: readonly SessionInfo[], query: LibraryQuery): LibrarySections {
  const spoken = listedAtFirst(all);
  const quiet = all.length - spoken.length;
  const listed = query.silent ? all : spoken;
  const terms = query.words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const shown = listed.filter(
    (info) =>
      (query.project === undefined || info.project === query.project) &&
      (query.day === "" || dayOf(info) === query.day) &&
      (query.matches === undefined ? says(info, terms) : query.matches.has(info.index)),
  );
  const projects = new Map<string, ProjectGroup>();
  const alone = shown.filter((info) => info.lone).map((lead): Chain => ({ lead, continuations: [] }));
  for (const chain of sorted([...chained(shown.filter((info) => !info.lone)), ...alone], query.sorting)) {
    const project = query.byProject ? chain.lead.project : "";
    const { chains, agents } = projects.get(project) ?? { chains: [], agents: [] };
    projects.set(project, { chains, agents });
    if (chain.lead.lone) agents.push(chain.lead);
    else chains.push(chain);
  }
  // Search results are not folded, nor are entries if they are all there are.
  const unfolded = terms.length > 0 || alone.length === shown.length;
  const keys = keysOf(all);
  const items: LibraryItem[] = [];
  for (const [project, { chains, agents }] of projects) {
    if (query.byProject)
      items.push({
        kind: "project",
        key: `project:${project}`,
        project,
        totals: total([...chains.flatMap(members), ...agents]),
      });
    const of = chains.length + (agents.length > 0 ? 1 : 0);
    chains.forEach((chain, at) => {
      const key = keys.get(chain.lead) ?? "";
      const open = query.open.has(key) || query.matches !== undefined;
      const about = { kind: "session", project, place: at + 1, of } as const;
      const matches = matchesOf(chain.lead);
      items.push({ ...about, key, info: chain.lead, matches, more: chain.continuations.length, open, under: false });
      if (open) items.push(...chain.continuations.map((info) => under(info, about)));
    });
    if (agents.length === 0) continue;
    const key = `agents:${project}`;
    const open = query.open.has(key) !== unfolded;
    const about = { kind: "session", project, place: of, of } as const;
    items.push({ ...about, kind: "agents", key, totals: total(agents), open });
    if (open) items.push(...agents.map((info) => under(info, about)));
  }
  function under(info: SessionInfo, about: Pick<SessionItem, "kind" | "project" | "place" | "of">): LibraryItem {
    return { ...about, key: keys.get(info) ?? "", info, matches: matchesOf(info), more: 0, open: false, under: true };
  }
  function matchesOf(info: SessionInfo): readonly Match[] {
    return query.matches?.get(info.index) ?? [];
  }
  const groups = [...projects.values()];
  return {
    items,
    sessions: [...groups.flatMap(({ chains }) => chains.flatMap(members)), ...groups.flatMap(({ agents }) => agents)],
    totals: total(shown),
    projects: [...new Set(all.map((info) => info.project))].sort((a, b) => collator.compare(folder(a), folder(b))),
    silent: quiet,
  };
}

/** Returns the unique key of each session, independent of the others: its ID, which copies share. */
export function keysOf(all: readonly SessionInfo[]): ReadonlyMap<SessionInfo, string> {
  const keys = new Map<SessionInfo, string>();
  const taken = new Set<string>();
  for (const info of all) {
    const key = taken.has(info.id) ? `${info.id}~${info.index}` : info.id;
    taken.add(key);
    keys.set(info, key);
  }
  return keys;
}

/** Returns the local date on which a session ended, "" if it is unknown. */
export function dayOf({ end }: Pick<SessionInfo, "end">): string {
  if (end <= 0) return "";
  const date = new Date(end);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Reports whether the facts of a session contain all of these words, in lower case. */
function says(info: SessionInfo, terms: readonly string[]): boolean {
  if (terms.length === 0) return true;
  const models = info.models ?? [];
  const text = [title(info), info.prompt, info.project, info.branch, info.id, ...models, ...models.map(model)]
    .join("\n")
    .toLowerCase();
  return terms.every((word) => text.includes(word));
}

/** Groups related sessions under the one where they began. */
function chained(sessions: readonly SessionInfo[]): readonly Chain[] {
  const byIndex = new Map(sessions.map((info) => [info.index, info]));
  const before = new Map<SessionInfo, SessionInfo>();
  for (const info of sessions) {
    for (const link of info.links ?? []) {
      const other = link.index === null ? undefined : byIndex.get(link.index);
      if (other === undefined || other === info) continue;
      const [from, to] = link.kind === "continued-in" ? [info, other] : [other, info];
      if (!before.has(to)) before.set(to, from);
    }
  }
  const first = new Map<SessionInfo, SessionInfo>();
  for (const info of sessions) findFirst(info, before, first);
  const chains = new Map<SessionInfo, SessionInfo[]>();
  for (const info of sessions) {
    const lead = first.get(info) ?? info;
    const continuations = chains.get(lead);
    if (continuations === undefined) chains.set(lead, lead === info ? [] : [info]);
    else if (lead !== info) continuations.push(info);
  }
  return [...chains].map(([lead, continuations]) => ({
    lead,
    continuations: continuations.sort((a, b) => a.start - b.start || a.index - b.index),
  }));
}

/** Records where a session began. Links of hostile files can form cycles, which end where they meet themselves. */
function findFirst(
  info: SessionInfo,
  before: ReadonlyMap<SessionInfo, SessionInfo>,
  first: Map<SessionInfo, SessionInfo>,
): void {
  const path = new Set<SessionInfo>();
  let at = info;
  let found = first.get(at);
  while (found === undefined) {
    path.add(at);
    const next = before.get(at);
    found = next === undefined || path.has(next) ? at : first.get(next);
    at = next ?? at;
  }
  for (const one of path) first.set(one, found);
}

function members({ lead, continuations }: Chain): readonly SessionInfo[] {
  return [lead, ...continuations];
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Reports whether a session was read to its end; until then its prompts, tokens and cost are unknown. */
export function isCounted({ state }: SessionInfo): boolean {
  return state === "read";
}

/**
 * Sorts by the totals of a chain. Those without a date are last, and so are those without figures if the order depends
 * on them.
 */
function sorted(chains: readonly Chain[], sorting: Sorting): readonly Chain[] {
  const sum = (value: (info: SessionInfo) => number) => (chain: Chain) =>
    members(chain).reduce((all, info) => all + value(info), 0);
  const figure = (value: (info: SessionInfo) => number) => (chain: Chain) =>
    members(chain).some(isCounted) ? sum(value)(chain) : -Infinity;
  const last = (chain: Chain): number => Math.max(...members(chain).map((info) => info.end));
  if (sorting === "title")
    return [...chains].sort((a, b) => collator.compare(title(a.lead), title(b.lead)) || last(b) - last(a));
  const values: Readonly<Record<Exclude<Sorting, "title">, (chain: Chain) => number>> = {
    newest: last,
    oldest: ({ lead }) => (lead.start > 0 ? -lead.start : -Infinity),
    cost: figure((info) => info.totals.cost.usd),
    prompts: figure((info) => info.typedPrompts),
    size: sum((info) => info.bytes),
  };
  const value = values[sorting];
  return chains
    .map((chain) => ({ chain, value: value(chain), last: last(chain) }))
    .sort((a, b) => (a.value === b.value ? b.last - a.last : b.value - a.value))
    .map(({ chain }) => chain);
}

function total(sessions: readonly SessionInfo[]): GroupTotals {
  let usd = 0;
  let low = 0;
  let incomplete = false;
  let sum = 0;
  const read = sessions.filter(isCounted);
  for (const info of read) {
    const { cost: price, lowCost, usage } = info.totals;
    usd += price.usd;
    low += isLow(lowCost) ? price.usd : 0;
    incomplete ||= price.incomplete;
    sum += allTokens(usage);
  }
  const agents = sessions.filter((info) => info.lone).length;
  return {
    sessions: sessions.length - agents,
    counted: read.length,
    lost: sessions.filter(({ state }) => state === "lost").length,
    agents,
    cost: { usd, incomplete, unpriced: null },
    low: usd > 0 ? low / usd : 0,
    tokens: sum,
  };
}

/** Describes the totals of sessions; `agentsAs` names the agents. */
export function totalWords(totals: GroupTotals, agentsAs: (n: number) => string): string {
  const { sessions, agents, counted, lost } = totals;
  const counts = [agents > 0 && sessions === 0 ? "" : strings.sessions(sessions), agents > 0 ? agentsAs(agents) : ""];
  if (counted + lost < sessions + agents) counts.push(strings.counted(counted, sessions + agents - lost));
  else if (lost > 0) counts.push(strings.notLoaded(lost));
  return [...counts, ...sumWords(totals)].filter((part) => part !== "").join(" · ");
}

/** Returns their cost and tokens. */
export function sumWords({ cost: price, low, tokens: sum }: GroupTotals): readonly string[] {
  return [cost(price, low), sum > 0 ? strings.tokens(tokens(sum)) : ""].filter((part) => part !== "");
}
