import type { Hit } from "./model";
import type { ParserApi } from "./protocol";

/** So many places are found at the most. */
export const MOST_HITS = 100;

export interface Hits {
  readonly hits: readonly Hit[];
  /** There are more than these. */
  readonly more: boolean;
}

/**
 * Looks for words in a session. The parser answers stretch by stretch, so that it can answer
 * others in between; when the signal aborts, no more stretches are asked for and it rejects with its reason.
 */
export async function search(
  api: Pick<ParserApi, "search">,
  session: number,
  text: string,
  signal?: AbortSignal,
): Promise<Hits> {
  const hits: Hit[] = [];
  for (let from = 0; from >= 0 && hits.length <= MOST_HITS;) {
    signal?.throwIfAborted();
    const found = await api.search(session, text, from);
    hits.push(...(found.hits ?? []));
    from = found.next;
  }
  signal?.throwIfAborted();
  return { hits: hits.slice(0, MOST_HITS), more: hits.length > MOST_HITS };
}
