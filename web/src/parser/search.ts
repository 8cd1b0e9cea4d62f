import { failure, toFailure } from "./failure";
import type { Matches, MatchesRequest } from "./model";
import type { ParserApi } from "./protocol";
import { uuidIn } from "./row-key";
import { matchErrorText } from "./error-text";

/** The maximum number of hits. */
export const MAX_HITS = 100;

/** A SearchHit is a match of a search. */
export interface SearchHit {
  /** The record that the row begins with: a UUID, or an address if the record has none. */
  readonly uuid: string;
  /** The turn of the main conversation, 0 before the first. */
  readonly turn: number;
  /** The prompt that it follows, 0 before the first. */
  readonly prompt: number;
  /** The first match with the text around it, on one line. */
  readonly text: string;
}

export interface Hits {
  readonly hits: readonly SearchHit[];
  /** There are more hits than these. */
  readonly more: boolean;
}

/**
 * Searches a session for a text, ignoring case. The parser searches segment by segment, so that it can handle other
 * requests in between.
 */
export async function search(api: Pick<ParserApi, "query">, session: number, text: string): Promise<Hits> {
  const hits: SearchHit[] = [];
  for (let from: number | null = 0; from !== null && hits.length <= MAX_HITS;) {
    const request: MatchesRequest = { session, text, options: "phrase", kinds: "", tools: "", agent: "", from };
    const { matches, next, error }: Matches = await api.query("matches", request).catch(fail);
    if (error !== null) throw failure("options", matchErrorText(error));
    for (const { key, turn, prompt, before, words, after } of matches ?? []) {
      hits.push({ uuid: uuidIn(key), turn, prompt, text: before + words + after });
    }
    from = next;
  }
  return { hits: hits.slice(0, MAX_HITS), more: hits.length > MAX_HITS };
}

function fail(error: unknown): never {
  throw toFailure(error, "options");
}
