import type { Source } from "./protocol";

/**
 * Puts the files in the order they are read in: main conversations first, so
 * that something can be shown at once, then agents, then what belongs to them.
 * Of a folder only files that can be part of a session are kept.
 */
export function arrange(sources: readonly Source[]): readonly Source[] {
  const folder = sources.some((source) => source.path.includes("/"));
  const kept = sources.filter((source) => !isPrices(source) && (!folder || /\.(jsonl|json|txt)$/i.test(source.path)));
  return kept
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
  return arrange(sources).filter((source) => rank(source.path) === 0).length;
}

/** Whether this is one JSON document, which can hold many sessions: an export of claude.ai. */
export function isDocument(sources: readonly Source[]): boolean {
  const [only, other] = sources;
  return only !== undefined && other === undefined && /\.json$/i.test(only.path);
}

function rank(path: string): number {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (!/\.jsonl$/i.test(name) || name === "history.jsonl" || name === "journal.jsonl") return path.includes("/") ? 2 : 0;
  return name.startsWith("agent-") || `/${path}`.includes("/subagents/") ? 1 : 0;
}
