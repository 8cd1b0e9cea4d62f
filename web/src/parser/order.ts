import { failure } from "./failure";
import type { Failure, Source } from "./protocol";
import { reasons } from "./strings";

const MANY = 100; // sessions
const LARGE = 16 << 20; // bytes

/**
 * Sorts files in reading order: main conversations first, so that something can be shown at once, then agents, then
 * their other files. Files of a folder that cannot be part of a session are dropped.
 */
export function arrange(sources: readonly Source[]): readonly Source[] {
  const numbered = sources.filter(({ number }) => number !== undefined);
  if (numbered.length > 0) return numbered;
  const folder = sources.some((source) => source.path.includes("/"));
  const sessions = sources.filter(
    (source) => !isPrices(source) && (!folder || /\.(jsonl|json|txt)$/i.test(source.path)),
  );
  return sessions
    .map((source) => ({ source, rank: rank(source.path) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ source }) => source);
}

/** Reports whether a file is a price table. One inside a folder is not: whoever opens a folder has not chosen it. */
export function isPrices(source: Pick<Source, "path">): boolean {
  return /^prices\.tsv$/i.test(source.path);
}

/** Returns the failure for files that contain no session. */
export function noSessionFailure(sources: readonly Source[]): Failure {
  const prices = sources.find(isPrices);
  return prices === undefined ? failure("no-sessions") : failure("not-a-transcript", reasons.priceTable, prices.path);
}

/** Returns the number of main files of sessions, judging by their names. */
export function mainFiles(sources: readonly Source[]): number {
  return arrange(sources).filter(({ path }) => isMain(path)).length;
}

/** Reports whether a file is the main file of a session, judging by its name. */
export function isMain(path: string): boolean {
  return rank(path) === 0;
}

/** Reports whether files are so large that several parsers read them, after the ends of all files. */
export function isMany(sources: readonly Source[]): boolean {
  const mains = mainFiles(sources);
  return mains > MANY || (mains > 1 && isLarge(sources));
}

/** Reports whether files are large together. It asks only as many as necessary for their sizes, since that is slow. */
function isLarge(sources: readonly Source[]): boolean {
  let bytes = 0;
  return sources.some(({ blob }) => (bytes += blob.size) > LARGE);
}

/** Reports whether a file is a JSON document with many sessions: an export of claude.ai. */
export function isDocument(sources: readonly Source[]): boolean {
  const [only, other] = sources;
  return only !== undefined && other === undefined && /\.json$/i.test(only.path);
}

function rank(path: string): number {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (!/\.jsonl$/i.test(name) || name === "history.jsonl" || name === "journal.jsonl")
    return path.includes("/") ? 2 : 0;
  return name.startsWith("agent-") || `/${path}`.includes("/subagents/") ? 1 : 0;
}
