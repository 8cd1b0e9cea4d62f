import type { Source } from "./protocol";

/**
 * Puts the files in the order they are read in: main conversations first, so
 * that something can be shown at once, then agents, then what belongs to them.
 * Of a folder only files that can be part of a session are kept.
 */
export function arrange(sources: readonly Source[]): readonly Source[] {
  const folder = sources.some((source) => source.path.includes("/"));
  const kept = folder ? sources.filter((source) => /\.(jsonl|json|txt)$/i.test(source.path)) : sources;
  return kept
    .map((source) => ({ source, rank: rank(source.path) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ source }) => source);
}

/** How many of these are the main file of a session, by their names. */
export function mainFiles(sources: readonly Source[]): number {
  return arrange(sources).filter((source) => rank(source.path) === 0).length;
}

function rank(path: string): number {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (!/\.jsonl$/i.test(name) || name === "history.jsonl" || name === "journal.jsonl") return path.includes("/") ? 2 : 0;
  return name.startsWith("agent-") || `/${path}`.includes("/subagents/") ? 1 : 0;
}
