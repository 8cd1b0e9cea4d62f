import { LatestRun } from "../../base/latest-run";
import { type Failure } from "../../parser/protocol";
import { failure, toFailure } from "../../parser/failure";
import type { FoundPrompt, Match, Matches, Count } from "../../parser/model";
import type { ParserApi } from "../../parser/protocol";
import { matchErrorText } from "../../parser/error-text";
import { type SearchQuery } from "./search-query";
import { isParserAnswer, reportUnlessParserLoss } from "../../parser/parser-loss";

/** The maximum number of stored matches; further ones are only counted. */
const MAX_MATCHES = 5_000;

const SHOW_EVERY = 100; // ms between two results, except that the first matches are shown at once

/** The matches in one session. */
interface InSession {
  readonly session: number;
  /** By prompt of the main conversation, each in the order of the files. */
  readonly byPrompt: ReadonlyMap<number, readonly Match[]>;
  readonly prompts: ReadonlyMap<number, FoundPrompt>;
}

/** The sessions to search. */
export interface SearchScope {
  readonly sessions: readonly number[];
  /** The number of other sessions that cannot be searched, because their parser stopped. */
  readonly notLoaded: number;
  /** Reports whether all of a session has been read. A search finds what has been read so far. */
  readonly isRead: (session: number) => boolean;
}

/** The results so far. */
export interface Found {
  readonly query: SearchQuery;
  readonly sessions: readonly InSession[];
  /** The number of matches, including those that are not stored. */
  readonly places: number;
  /** The number of occurrences in them. */
  readonly count: number;
  /** The number of prompts with matches, and whether there are matches before the first prompt. */
  readonly prompts: number;
  readonly hasOther: boolean;
  readonly kinds: ReadonlyMap<string, number>;
  readonly tools: ReadonlyMap<string, number>;
  readonly loaded: number;
  /** The part that was searched, 0 to 1; 1 at the end. */
  readonly done: number;
  /** The number of sessions that were searched after all of them was read. */
  readonly searched: number;
  /** The number of sessions to search, and of those that cannot be searched. */
  readonly of: number;
  readonly notLoaded: number;
  readonly failure: Failure | undefined;
}

interface Growing {
  readonly session: number;
  readonly byPrompt: Map<number, Match[]>;
  readonly prompts: Map<number, FoundPrompt>;
}

/** Searches segment by segment; a new search ends the previous one. */
export class Finder {
  readonly #changed: () => void;
  readonly #latest = new LatestRun();
  #found: Found | undefined;
  #running = false;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get found(): Found | undefined {
    return this.#found;
  }

  get running(): boolean {
    return this.#running;
  }

  /** True if nothing remains to be searched: only then can a text be said not to occur. */
  get complete(): boolean {
    return !this.#running && this.#found !== undefined && this.#found.searched === this.#found.of;
  }

  /** Ends the search. */
  stop(): void {
    this.#latest.stop();
    this.#running = false;
    this.#found = undefined;
    this.#changed();
  }

  /** Searches these sessions. With `quietly`, the previous results stay until the search is complete. */
  async run(api: Pick<ParserApi, "query">, scope: SearchScope, query: SearchQuery, quietly = false): Promise<void> {
    const signal = this.#latest.begin();
    this.#running = true;
    const gathered = new FoundMatches(query, scope);
    let next = -Infinity; // when more results may be shown
    let hasMatches = false; // of those that are shown
    const show = (failure?: Failure): void => {
      this.#found = gathered.found(failure);
      this.#changed();
    };
    const showSome = (): void => {
      const now = performance.now();
      if (quietly || (now < next && (hasMatches || gathered.loaded === 0))) return;
      next = now + SHOW_EVERY;
      hasMatches = gathered.loaded > 0;
      show();
    };
    try {
      for (const [at, session] of scope.sessions.entries()) {
        const isRead = scope.isRead(session);
        gathered.begin(session);
        for (let from: number | null = 0; from !== null;) {
          const options: string[] = [...query.flags].filter((flag) => flag !== "all");
          if (gathered.full) options.push("count");
          const answer: Matches = await api.query("matches", {
            session,
            text: query.text,
            options: options.join(" "),
            kinds: [...query.kinds].join(" "),
            tools: [...query.tools].join("\n"),
            agent: query.who,
            from,
          });
          if (signal.aborted) return;
          if (answer.error !== null) throw failure("options", matchErrorText(answer.error));
          gathered.add(answer, at);
          from = answer.next;
          if (from !== null) showSome();
        }
        if (isRead) gathered.searched++;
        if (at < scope.sessions.length - 1) showSome();
      }
      this.#running = false;
      show();
    } catch (error) {
      if (signal.aborted) return;
      this.#running = false;
      if (!isParserAnswer(error)) reportUnlessParserLoss(error);
      show(toFailure(error, "options"));
    }
  }
}

/** Returns the results, as they grow. */
class FoundMatches {
  readonly #query: SearchQuery;
  readonly #scope: SearchScope;
  searched = 0;
  readonly #sessions: Growing[] = [];
  readonly #kinds = new Map<string, number>();
  readonly #tools = new Map<string, number>();
  #places = 0;
  #count = 0;
  #done = 0;
  loaded = 0;

  constructor(query: SearchQuery, scope: SearchScope) {
    this.#query = query;
    this.#scope = scope;
  }

  get full(): boolean {
    return this.loaded >= MAX_MATCHES;
  }

  begin(session: number): void {
    this.#sessions.push({ session, byPrompt: new Map(), prompts: new Map() });
  }

  /** Adds a reply about the session at this index, which was begun last. */
  add({ matches, prompts, places, count, kinds, tools, done, next }: Matches, at: number): void {
    const last = this.#sessions.at(-1);
    for (const match of matches ?? []) {
      const list = last?.byPrompt.get(match.prompt);
      if (list === undefined) last?.byPrompt.set(match.prompt, [match]);
      else list.push(match);
      this.loaded++;
    }
    for (const prompt of prompts ?? []) last?.prompts.set(prompt.prompt, prompt);
    this.#places += places;
    this.#count += count;
    addCounts(this.#kinds, kinds);
    addCounts(this.#tools, tools);
    this.#done = (at + (next === null ? 1 : done)) / this.#scope.sessions.length;
  }

  found(failure: Failure | undefined): Found {
    const sessions = this.#sessions.filter(({ byPrompt }) => byPrompt.size > 0);
    const others = sessions.filter(({ byPrompt }) => byPrompt.has(0)).length;
    return {
      query: this.#query,
      sessions,
      places: this.#places,
      count: this.#count,
      prompts: sessions.reduce((sum, { byPrompt }) => sum + byPrompt.size, -others),
      hasOther: others > 0,
      kinds: this.#kinds,
      tools: this.#tools,
      loaded: this.loaded,
      done: this.#done,
      searched: this.searched,
      of: this.#scope.sessions.length,
      notLoaded: this.#scope.notLoaded,
      failure,
    };
  }
}

function addCounts(into: Map<string, number>, list: readonly Count[] | null): void {
  for (const { name, count } of list ?? []) into.set(name, (into.get(name) ?? 0) + count);
}
