import type { FileFetcher } from "../../session/sources/file-fetcher";
import {
  AT_ONCE,
  type FetchProgress,
  NOTICE_EVERY,
  fetchSources,
  lastName,
  parse,
} from "../../session/sources/sources";
import type { Source } from "../../parser/protocol";
import { settled } from "../../base/report-error";

type FetchFile = ReturnType<FileFetcher>;

/** Fetches the files at one or several addresses, separated by spaces. */
export const fetchAll: typeof fetchSources = (text, files, signal, onProgress) => {
  const urls = urlsIn(text);
  return urls.length === 1
    ? fetchSources(text.trim(), files, signal, onProgress)
    : fetchSeveral(urls, files, signal, onProgress);
};

/**
 * Fetches the files at several addresses as one load, with shared limits. Files keep their paths below the common
 * folder, since the agents of a session are found by their paths. Rejects with the first Failure, which cancels the
 * others.
 */
async function fetchSeveral(
  urls: readonly string[],
  files: FileFetcher,
  signal: AbortSignal,
  onProgress: (arrived: FetchProgress) => void,
): Promise<readonly Source[]> {
  const folders = urls.map(parse).map(({ origin, pathname }) => (origin + pathname).split("/").slice(0, -1));
  const depth = commonLength(folders);
  let arrived: FetchProgress = { files: 0, all: urls.length, bytes: 0, total: 0 };
  let next = 0;
  const report = (news: Partial<FetchProgress>): void => {
    arrived = { ...arrived, ...news };
    if (performance.now() < next) return;
    next = performance.now() + NOTICE_EVERY;
    onProgress(arrived);
  };
  const abortController = new AbortController();
  const end = (): void => abortController.abort();
  signal.addEventListener("abort", end);
  const fetchFile = throttled(files(abortController.signal, (bytes, total) => report({ bytes, total })));
  try {
    const found = await Promise.all(
      urls.map(async (url, at) => {
        const sources = await fetchSources(
          url,
          () => fetchFile,
          abortController.signal,
          () => undefined,
        );
        report({ files: arrived.files + 1 });
        const below = (folders[at] ?? []).slice(depth).map(lastName).join("/");
        return sources.map(({ path, blob }) => ({ path: below === "" ? path : `${below}/${path}`, blob }));
      }),
    );
    return found.flat();
  } finally {
    end();
    signal.removeEventListener("abort", end);
  }
}

/** Limits fetching to a few files at a time. */
function throttled(fetchFile: FetchFile): FetchFile {
  const lanes = Array.from({ length: AT_ONCE }, (): Promise<unknown> => Promise.resolve());
  let next = 0;
  return (url) => {
    const lane = next++ % AT_ONCE;
    const fetched = Promise.resolve(lanes[lane]).then(() => fetchFile(url));
    lanes[lane] = settled(fetched);
    return fetched;
  };
}

/** Returns how many leading names all lists share. */
export function commonLength(lists: readonly (readonly string[])[]): number {
  const [first = [], ...others] = lists;
  const end = first.findIndex((name, at) => others.some((list) => list[at] !== name));
  return end < 0 ? first.length : end;
}

/** Returns the addresses in the attribute `src`, which are separated by spaces. */
export function urlsIn(src: string): readonly string[] {
  return src.split(/\s+/).filter((url) => url !== "");
}
