import { type TemplateResult, html, nothing } from "lit";
import { markInvisible, stripInvisible } from "../../content/visible-text";
import type { Match, SessionInfo } from "../../parser/model";
import type { ParserApi } from "../../parser/protocol";
import { excerpt } from "../../session/search/excerpt";
import { Finder } from "../../session/search/finder";
import { RANKS, queryFrom } from "../../session/search/search-query";
import { strings } from "./strings";

/** Matches that are listed under a session. */
export const MAX_LISTED = 3;
const MAX_BEFORE = 30; // characters before a match
const MAX_LENGTH = 60; // characters of the words in a sentence

/** The matches of each session by its index, the most telling ones first. */
export type SessionMatches = ReadonlyMap<number, readonly Match[]>;

interface SearchLine {
  readonly words: string;
  /** The number of sessions that a search would search. */
  readonly sessions: number;
  /** Whether no session matches as long as the words are a filter. */
  readonly isFilterEmpty: boolean;
  readonly search: () => void;
  readonly clear: () => void;
}

/** Searches the content of all sessions. */
export class LibrarySearch {
  readonly #finder: Finder;

  /** `changed` is called with the matches so far, or with undefined without a search. */
  constructor(changed: (matches: SessionMatches | undefined) => void) {
    this.#finder = new Finder(() => changed(this.#matches()));
  }

  /** Whether there are results, or soon will be. */
  get isActive(): boolean {
    return this.#finder.running || this.#finder.found !== undefined;
  }

  run(api: ParserApi, sessions: readonly SessionInfo[], words: string): void {
    const loaded = sessions.filter(({ state }) => state !== "lost");
    const scope = {
      sessions: loaded.map(({ index }) => index),
      notLoaded: sessions.length - loaded.length,
      isRead: (one: number) => loaded.find(({ index }) => index === one)?.state === "read",
    };
    void this.#finder.run(api, scope, queryFrom({ q: words }));
  }

  stop(): void {
    if (this.isActive) this.#finder.stop();
  }

  #matches(): SessionMatches | undefined {
    return (
      this.#finder.found &&
      new Map(
        this.#finder.found.sessions.map(({ session, byPrompt }) => [
          session,
          [...byPrompt.values()].flat().sort((one, other) => RANKS[one.kind] - RANKS[other.kind]),
        ]),
      )
    );
  }

  /** Renders what a search would do, or how far it is and what it found. */
  line({ words, sessions, isFilterEmpty, search, clear }: SearchLine): TemplateResult | typeof nothing {
    const text = stripInvisible(words.trim().slice(0, MAX_LENGTH));
    if (text === "") return nothing;
    const about = this.isActive ? this.#status(text) : isFilterEmpty ? strings.none : "";
    return html`<p class="search-line">
      <span role="status">${about}</span>
      ${
        this.isActive
          ? nothing
          : html`<button type="button" class="quiet" @click=${search}>
              ${strings.searchAll(sessions, text)} <kbd aria-hidden="true">↵</kbd>
            </button>`
      }
      <button type="button" class="quiet" @click=${clear}>
        ${this.isActive ? strings.clearSearch : strings.clear}
      </button>
    </p>`;
  }

  #status(text: string): string {
    const { found, running, complete } = this.#finder;
    if (found?.failure !== undefined) return stripInvisible(found.failure.detail);
    const parts = [
      found === undefined || found.places === 0
        ? complete
          ? strings.notFound(text)
          : ""
        : strings.found(found.places, found.sessions.length),
      running ? strings.searching(found?.searched ?? 0, found?.of ?? 0) : "",
      found !== undefined && found.notLoaded > 0 ? strings.notSearched(found.notLoaded) : "",
    ];
    return parts.filter((part) => part !== "").join(" · ");
  }
}

/** Shortens what precedes a match, so that the match is visible in a narrow line. */
function start(before: string): string {
  return before.length <= MAX_BEFORE ? before : `…${before.slice(-MAX_BEFORE)}`;
}

/** Renders the first matches of a session. `open` goes to one, or to the search in that session. */
export function matchList(
  matches: readonly Match[],
  open: (match: Match | undefined) => void,
): TemplateResult | typeof nothing {
  if (matches.length === 0) return nothing;
  const more = matches.length - MAX_LISTED;
  return html`<div class="matches">
    ${matches.slice(0, MAX_LISTED).map((match) => {
      const { before, words, after } = excerpt(match);
      return html`<button type="button" class="ellipsis" dir="auto" @click=${() => open(match)}>
        ${markInvisible(start(before))}<mark>${markInvisible(words)}</mark>${markInvisible(after)}
      </button>`;
    })}
    ${
      more <= 0
        ? nothing
        : html`<button type="button" class="more" @click=${() => open(undefined)}>${strings.moreMatches(more)}</button>`
    }
  </div>`;
}
