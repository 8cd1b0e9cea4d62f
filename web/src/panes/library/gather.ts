import { cost, folder, isLow, model, tokens } from "../../element/format";
import { title } from "../../element/header";
import type { Cost, SessionInfo } from "../../worker/model";

export const sortings = ["newest", "oldest", "cost", "turns", "size", "title"] as const;
export type Sorting = (typeof sortings)[number];

/** What a reader wants to see of the sessions, and how. */
export interface Wish {
  readonly sorting: Sorting;
  /** All of these words are in what a session says of itself. */
  readonly words: string;
  /** The one project that is shown; undefined for all. */
  readonly project: string | undefined;
  readonly byProject: boolean;
  /** Whether sessions in which nothing was said are shown, too. */
  readonly silent: boolean;
  /** Keys of the sessions whose continuations and copies are shown. */
  readonly open: ReadonlySet<string>;
}

/** What some sessions come to. */
export interface Totals {
  readonly sessions: number;
  readonly cost: Cost;
  /** The share of the cost for which too little output is recorded. */
  readonly low: number;
  readonly tokens: number;
}

/** One line of the list. */
export type Item =
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
    };

export interface Gathered {
  readonly items: readonly Item[];
  /** All that are shown or folded, one after the other. */
  readonly sessions: readonly SessionInfo[];
  readonly totals: Totals;
  readonly projects: readonly string[]; // of all sessions, by name
  readonly silent: number; // sessions in which nothing was said, if that can be asked
}

/** Sessions that hang together: one, and those that go on from it or copy it. */
interface Chain {
  readonly lead: SessionInfo;
  readonly rest: readonly SessionInfo[];
}

/** Puts the sessions that are asked for in order. */
export function gather(all: readonly SessionInfo[], wish: Wish): Gathered {
  const spoken = all.filter((info) => !info.silent);
  const quiet = spoken.length === 0 ? 0 : all.length - spoken.length;
  const listed = wish.silent || spoken.length === 0 ? all : spoken;
  const wanted = wish.words.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const shown = listed.filter((info) => (wish.project === undefined || info.project === wish.project) && says(info, wanted));
  const chains = sorted(chained(shown), wish.sorting);
  const projects = new Map<string, Chain[]>();
  for (const chain of chains) {
    const project = wish.byProject ? chain.lead.project : "";
    const list = projects.get(project);
    if (list === undefined) projects.set(project, [chain]);
    else list.push(chain);
  }
  const keys = keysOf(all);
  const items: Item[] = [];
  for (const [project, list] of projects) {
    if (wish.byProject) items.push({ kind: "project", key: `project:${project}`, project, totals: total(list.flatMap(members)) });
    list.forEach((chain, at) => {
      const key = keys.get(chain.lead) ?? "";
      const open = wish.open.has(key);
      const about = { kind: "session", project, place: at + 1, of: list.length } as const;
      items.push({ ...about, key, info: chain.lead, more: chain.rest.length, open, under: false });
      if (open) for (const info of chain.rest) items.push({ ...about, key: keys.get(info) ?? "", info, more: 0, open: false, under: true });
    });
  }
  return {
    items,
    sessions: [...projects.values()].flat().flatMap(members),
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
function says(info: SessionInfo, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  const models = info.models ?? [];
  const said = [title(info), info.prompt, info.project, info.branch, info.id, ...models, ...models.map(model)].join("\n").toLowerCase();
  return wanted.every((word) => said.includes(word));
}

/** Brings sessions that hang together under the one where it began. */
function chained(sessions: readonly SessionInfo[]): readonly Chain[] {
  const byIndex = new Map(sessions.map((info) => [info.index, info]));
  const before = new Map<SessionInfo, SessionInfo>();
  for (const info of sessions) {
    for (const link of info.links ?? []) {
      const other = byIndex.get(link.index);
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
    const rest = chains.get(lead);
    if (rest === undefined) chains.set(lead, lead === info ? [] : [info]);
    else if (lead !== info) rest.push(info);
  }
  return [...chains].map(([lead, rest]) => ({ lead, rest: rest.sort((a, b) => a.start - b.start || a.index - b.index) }));
}

/** Notes where a session goes back to. Links of hostile files can lead in circles: they end where they meet themselves. */
function findFirst(info: SessionInfo, before: ReadonlyMap<SessionInfo, SessionInfo>, first: Map<SessionInfo, SessionInfo>): void {
  const way = new Set<SessionInfo>();
  let at = info;
  let found = first.get(at);
  while (found === undefined) {
    way.add(at);
    const next = before.get(at);
    found = next === undefined || way.has(next) ? at : first.get(next);
    at = next ?? at;
  }
  for (const one of way) first.set(one, found);
}

function members({ lead, rest }: Chain): readonly SessionInfo[] {
  return [lead, ...rest];
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Sorts by what all sessions of a chain come to. Those without a date are last. */
function sorted(chains: readonly Chain[], sorting: Sorting): readonly Chain[] {
  const sum = (value: (info: SessionInfo) => number) => (chain: Chain) => members(chain).reduce((all, info) => all + value(info), 0);
  const last = (chain: Chain): number => Math.max(...members(chain).map((info) => info.end));
  if (sorting === "title") return [...chains].sort((a, b) => collator.compare(title(a.lead), title(b.lead)) || last(b) - last(a));
  const values: Readonly<Record<Exclude<Sorting, "title">, (chain: Chain) => number>> = {
    newest: last,
    oldest: ({ lead }) => (lead.start > 0 ? -lead.start : -Infinity),
    cost: sum((info) => info.cost.usd),
    turns: sum((info) => info.turns),
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
  for (const info of sessions) {
    usd += info.cost.usd;
    low += isLow(info.underReported) ? info.cost.usd : 0;
    incomplete ||= info.cost.incomplete;
    sum += info.tokens;
  }
  return { sessions: sessions.length, cost: { usd, incomplete, unpriced: null }, low: usd > 0 ? low / usd : 0, tokens: sum };
}

/** What sessions come to, in words. */
export function totalWords(totals: Totals, say: { readonly sessions: (n: number) => string; readonly tokens: (n: string) => string }): string {
  const { sessions, cost: price, low, tokens: sum } = totals;
  return [say.sessions(sessions), cost(price, low), sum > 0 ? say.tokens(tokens(sum)) : ""].filter((part) => part !== "").join(" · ");
}
