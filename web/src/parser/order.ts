import type { Source } from "./protocol";

const MANY = 100; // sessions
const LARGE = 16 << 20; // bytes

/**
 * Puts the files in the order they are read in: main conversations first, so
 * that something can be shown at once, then agents, then what belongs to them.
 * Of a folder only files that can be part of a session are kept.
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

/** Whether this is a table of prices to lay over the built-in one. */
export function isPrices(source: Source): boolean {
  return /(?:^|\/)prices\.tsv$/i.test(source.path);
}

/** How many of these are the main file of a session, by their names. */
export function mainFiles(sources: readonly Source[]): number {
  return arrange(sources).filter(({ path }) => isMain(path)).length;
}

/** Whether this is the main file of a session, by its name. */
export function isMain(path: string): boolean {
  return rank(path) === 0;
}

/** Whether these are so much that several parsers read them, and look at the ends of all files first. */
export function isMany(sources: readonly Source[]): boolean {
  const mains = mainFiles(sources);
  return mains > MANY || (mains > 1 && sources.reduce((sum, { blob }) => sum + blob.size, 0) > LARGE);
}

/** Whether this is one JSON document, which can hold many sessions: an export of claude.ai. */
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
