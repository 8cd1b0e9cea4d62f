import { strings } from "./strings";
import { cost, folder, isLow, model, tokens } from "../../session/format";
import { allTokens } from "../../session/totals";
import { title } from "../../session/header";
import type { Cost, SessionInfo } from "../../parser/model";

export const sortings = ["newest", "oldest", "cost", "turns", "size", "title"] as const;
export type Sorting = (typeof sortings)[number];

/** What a reader wants to see of the sessions, and how. */
export interface LibraryQuery {
  readonly sorting: Sorting;
  /** All of these words are in what a session says of itself. */
  readonly words: string;
  /** The one project that is shown; undefined for all. */
  readonly project: string | undefined;
  readonly byProject: boolean;
  /** Whether sessions in which nothing was said are shown, too. */
  readonly silent: boolean;
  /** Keys of what is unfolded, or, of agents that are shown to begin with, folded. */
  readonly open: ReadonlySet<string>;
}

/** What some sessions come to. */
export interface Totals {
  readonly sessions: number;
  /** Of these, and of agents, those that were read: only they are in the sums below. */
  readonly counted: number;
  readonly agents: number; // whose session is not among the files; they are counted apart, and cost with the rest
  readonly cost: Cost;
  /** The share of the cost for which too little output is recorded. */
  readonly low: number;
  readonly tokens: number;
}

/** One line of the list. */
export type LibraryItem =
  | { readonly kind: "project"; readonly key: string; readonly project: string; readonly totals: Totals }
  | {
      readonly kind: "session";
      readonly key: string;
      readonly project: string; // "" where they do not stand by project
      readonly info: SessionInfo;
      readonly more: number; // that hang together with it, and are folded under it
      readonly open: boolean;
      readonly under: boolean; // it stands under the one that it hangs together with
      readonly place: number; // in its list, from 1
      readonly of: number; // how many there are in that
    }
  | {
      /** Under it are the agents whose session is not among the files. */
      readonly kind: "agents";
      readonly key: string;
      readonly project: string;
      readonly totals: Totals;
      readonly open: boolean;
      readonly place: number;
      readonly of: number;
    };

export type SessionItem = Extract<LibraryItem, { readonly kind: "session" }>;

export interface LibrarySections {
  readonly items: readonly LibraryItem[];
  /** All that are shown or folded, one after the other; agents without their session are last. */
  readonly sessions: readonly SessionInfo[];
  readonly totals: Totals;
  readonly projects: readonly string[]; // of all sessions, by name
  readonly silent: number; // sessions in which nothing was said, if that can be asked
}

/** Sessions that hang together: one, and those that go on from it or copy it. */
interface Chain {
  readonly lead: SessionInfo;
  readonly continuations: readonly SessionInfo[];
}

/** What stands in one project. */
interface ProjectGroup {
  readonly chains: Chain[];
  readonly agents: SessionInfo[];
}

/** Puts the sessions that are asked for in order. */
export function gather(all: readonly SessionInfo[], query: LibraryQuery): LibrarySections {
  const spoken = all.filter((info) => !info.silent);
  const quiet = spoken.length === 0 ? 0 : all.length - spoken.length;
  const listed = query.silent || spoken.length === 0 ? all : spoken;
  const terms = query.words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const shown = listed.filter(
    (info) => (query.project === undefined || info.project === query.project) && says(info, terms),
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
  // What is looked for is not folded away, nor is all that there is.
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
      const open = query.open.has(key);
      const about = { kind: "session", project, place: at + 1, of } as const;
      items.push({ ...about, key, info: chain.lead, more: chain.continuations.length, open, under: false });
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
    return { ...about, key: keys.get(info) ?? "", info, more: 0, open: false, under: true };
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

/** What names each session among all, whatever else there is: its id, which copies share. */
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

/** Whether a session says all of these words, in small letters, about itself. */
function says(info: SessionInfo, terms: readonly string[]): boolean {
  if (terms.length === 0) return true;
  const models = info.models ?? [];
  const text = [title(info), info.prompt, info.project, info.branch, info.id, ...models, ...models.map(model)]
    .join("\n")
    .toLowerCase();
  return terms.every((word) => text.includes(word));
}

/** Brings sessions that hang together under the one where it began. */
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

/**
 * Notes where a session goes back to. Links of hostile files can lead in circles: they end where they meet themselves.
 */
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

/** Whether a session was read to its end: before, its turns, tokens and cost are not known. */
export function isCounted({ state }: SessionInfo): boolean {
  return state === "read";
}

/**
 * Sorts by what all sessions of a chain come to. Those without a date are last, and those that are not counted where
 * figures decide.
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
    turns: figure((info) => info.turns),
    size: sum((info) => info.bytes),
  };
  const value = values[sorting];
  return chains
    .map((chain) => ({ chain, value: value(chain), last: last(chain) }))
    .sort((a, b) => (a.value === b.value ? b.last - a.last : b.value - a.value))
    .map(({ chain }) => chain);
}

function total(sessions: readonly SessionInfo[]): Totals {
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
    agents,
    cost: { usd, incomplete, unpriced: null },
    low: usd > 0 ? low / usd : 0,
    tokens: sum,
  };
}

/** What sessions come to, in words; agents are named as it is said. */
export function totalWords(totals: Totals, agentsAs: (n: number) => string): string {
  const { sessions, agents, counted } = totals;
  const counts = [agents > 0 && sessions === 0 ? "" : strings.sessions(sessions), agents > 0 ? agentsAs(agents) : ""];
  if (counted < sessions + agents) counts.push(strings.counted(counted, sessions + agents));
  return [...counts, ...sumWords(totals)].filter((part) => part !== "").join(" · ");
}

/** What they cost, and their tokens. */
export function sumWords({ cost: price, low, tokens: sum }: Totals): readonly string[] {
  return [cost(price, low), sum > 0 ? strings.tokens(tokens(sum)) : ""].filter((part) => part !== "");
}
