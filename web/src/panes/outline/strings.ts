import { count, number, percent } from "../../base/format";
import { agentCount } from "../strings";

export const strings = {
  name: "Turns",
  filter: "Filter turns and agents",
  close: "Close outline",
  count: (turns: number, agents: number, missing: number) =>
    [count(turns, "turn"), agents === 0 ? "" : agentCount(agents, missing)].filter((part) => part !== "").join(" · "),
  found: (n: number, all: number) => `${number(n)} of ${number(all)}`,
  nothing: "No matching turns",
  empty: "No turns in this session",
  turn: "Turn",
  attempt: (nth: number) => (nth === 0 ? "Earlier attempt" : `Earlier attempt ${number(nth)}`),
  compaction: "Compacted",
  compacted: (before: string, after: string) => `compacted ${before} → ${after}`,
  compactedAt: (before: string) => `compacted at ${before} tokens`,
  compactedTo: (after: string) => `compacted to ${after} tokens`,
  interrupted: "interrupted",
  unanswered: "no reply",
  copied: "from another session",
  errors: (n: number) => count(n, "error"),
  failedAgents: (n: number) => `${number(n)} failed`,
  model: (name: string) => `switched to ${name}`,
  total: "All turns",
  share: (of: number) => `${percent(of)} of the session cost`,
  byAgents: (sum: string) => `including agents: ${sum}`,
  incomplete: "Some models have no known price",
  unpriced: "–",
  notShown: "That is not currently shown.",
} as const;
