import type { Timeline } from "../../parser/model";
import type { ParserApi } from "../../parser/protocol";

/** The kinds of entries, as numbered by parser/view. */
export const kinds = [
  "prompt",
  "news",
  "thinking",
  "reply",
  "calling",
  "tool",
  "asked",
  "waiting",
  "failure",
  "compaction",
  "interrupt",
] as const;

export const PROMPT = 0;
export const NEWS = 1;
export const THINKING = 2;
export const CALLING = 4;
export const TOOL = 5;
export const ASKED = 6;
export const WAITING = 7;
export const FAILURE = 8;
export const COMPACTION = 9;
export const INTERRUPT = 10;

export const FAILED = 1;
export const OPEN = 2;
export const ASIDE = 4;
export const STARTER = 16;

/** The names of the hues, as numbered from 1 by parser/view. */
export const hues = ["red", "blue", "orange", "purple", "green", "pink", "cyan", "yellow"] as const;

/** All entries of a timeline. */
export interface Spans extends Timeline {
  /** The index after the last entry of each lane. */
  readonly ends: readonly number[];
}

/** Loads a timeline in pages; returns undefined if it changed meanwhile. */
export async function readSpans(api: ParserApi, session: number): Promise<Spans | undefined> {
  const first = await api.query("timeline", { session, built: 0, from: 0 });
  if (first === null) return undefined;
  const { total, built, lanes } = first;
  const ends = [...lanes.slice(1), total];
  if (first.start.length === total) return { ...first, ends };
  const all = {
    start: new Float64Array(total),
    end: new Float64Array(total),
    kind: new Uint8Array(total),
    flags: new Uint8Array(total),
    place: new Uint8Array(total),
    agent: new Uint32Array(total),
    prompt: new Uint32Array(total),
  };
  const take = (part: Timeline, at: number): void => {
    all.start.set(part.start, at);
    all.end.set(part.end, at);
    all.kind.set(part.kind, at);
    all.flags.set(part.flags, at);
    all.place.set(part.place, at);
    all.agent.set(part.agent, at);
    all.prompt.set(part.prompt, at);
  };
  take(first, 0);
  for (let at = first.start.length; at < total;) {
    const part = await api.query("timeline", { session, built, from: at });
    if (part === null || part.start.length === 0) return undefined;
    take(part, at);
    at += part.start.length;
  }
  return { ...first, ...all, ends };
}

export function laneOfEntry(spans: Spans, entry: number): number {
  let lane = 0;
  while (lane + 1 < spans.lanes.length && (spans.lanes[lane + 1] ?? 0) <= entry) lane++;
  return lane;
}

export function isMark(kind: number): boolean {
  return kind === PROMPT || kind === NEWS || kind >= FAILURE;
}

export function isCall(kind: number): boolean {
  return kind === TOOL || kind === ASKED;
}
