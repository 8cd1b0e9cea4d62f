import { fetchSources } from "../element/sources";
import type { Source } from "../worker/protocol";

/** The addresses in the attribute `src`, which stand between spaces. */
export function addressesIn(src: string): readonly string[] {
  return src.split(/\s+/).filter((address) => address !== "");
}

/**
 * Fetches what stands at several addresses. Each file keeps its place below the
 * folder that they have in common, since the agents of a session are found by
 * theirs. Rejects with the first Failure.
 */
export async function fetchAll(addresses: readonly string[], signal: AbortSignal, onProgress: (done: number, all: number) => void): Promise<readonly Source[]> {
  const [only, other] = addresses;
  if (only === undefined || other === undefined) return fetchSources(only ?? "", signal, onProgress);
  const folders = addresses.map((address) => new URL(address, document.baseURI)).map(({ origin, pathname }) => (origin + pathname).split("/").slice(0, -1));
  const depth = common(folders);
  let done = 0;
  const found = await Promise.all(
    addresses.map(async (address, at) => {
      const sources = await fetchSources(address, signal, () => undefined);
      onProgress(++done, addresses.length);
      const below = (folders[at] ?? []).slice(depth).map(decode).join("/");
      return sources.map(({ path, blob }) => ({ path: below === "" ? path : `${below}/${path}`, blob }));
    }),
  );
  return found.flat();
}

/** So many names at their starts are the same in all lists. */
export function common(lists: readonly (readonly string[])[]): number {
  const [first = [], ...rest] = lists;
  const end = first.findIndex((name, at) => rest.some((list) => list[at] !== name));
  return end < 0 ? first.length : end;
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
