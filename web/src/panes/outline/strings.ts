import { count, number, percent } from "../../base/format";
import { agentCount } from "../strings";

export const strings = {
  onlyMedia: "Image or file", // a prompt without text
  title: "Outline",
  name: "Prompts",
  filter: "Filter prompts and agents",
  close: "Close outline",
  count: (turns: string, agents: number, missing: number) =>
    [turns, agents === 0 ? "" : agentCount(agents, missing)].filter((part) => part !== "").join(" · "),
  events: (n: number) => count(n, "event"),
  run: (name: string, n: number) => `${name} ×${number(n)}`,
  found: (n: number, all: number) => `${number(n)} of ${number(all)}`,
  nothing: "No matching prompts",
  empty: "No prompts in this session",
  turn: "Prompt",
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
  total: "All prompts",
  share: (of: number) => `${percent(of)} of the session cost`,
  byAgents: (sum: string) => `including agents: ${sum}`,
  incomplete: "Some models have no known price",
  unpriced: "–",
  notShown: "That is not currently shown.",
  commands: {
    outlineToggle: "Show or hide the outline",
  },
} as const;
