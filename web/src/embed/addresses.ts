import type { FileFetcher } from "../element/files";
import { type Arrived, fetchSources } from "../element/sources";
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
export async function fetchAll(
  addresses: readonly string[],
  files: FileFetcher,
  signal: AbortSignal,
  onProgress: (arrived: Arrived) => void,
): Promise<readonly Source[]> {
  const [only, other] = addresses;
  if (only === undefined || other === undefined) return fetchSources(only ?? "", files, signal, onProgress);
  const folders = addresses.map((address) => new URL(address, document.baseURI)).map(({ origin, pathname }) => (origin + pathname).split("/").slice(0, -1));
  const depth = common(folders);
  let arrived: Arrived = { files: 0, all: addresses.length, bytes: 0, total: 0 };
  const found = await Promise.all(
    addresses.map(async (address, at) => {
      const sources = await fetchSources(address, files, signal, () => undefined);
      arrived = { ...arrived, files: arrived.files + 1, bytes: arrived.bytes + sources.reduce((sum, { blob }) => sum + blob.size, 0) };
      onProgress(arrived);
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
