import { percent, NBSP, count, number } from "../base/format";

export const strings = {
  untitled: (id: string) => (id.startsWith("agent-") ? `Agent ${id.slice(6)}` : "Untitled session"),
  reading: "Reading…",
  notPriced: "No known price",
  notPricedList: (models: readonly string[]) => `No price for ${models.join(", ")} (not included in the total)`,
  lowCost: (share: number) =>
    `The real cost is higher: output is incomplete${share < 1 ? ` in ${percent(share)} of the responses` : ""}`,
  lowerBound: (sum: string) => `≥${NBSP}${sum}`,
  turns: (n: number) => count(n, "turn"),
  /** "15 prompts · 71 events", without what there is none of. */
  promptsAndEvents: (prompts: number, events: number) =>
    [prompts > 0 ? count(prompts, "prompt") : "", events > 0 ? count(events, "event") : ""]
      .filter((part) => part !== "")
      .join(" · "),
  failedBody: (why: string) => `Something went wrong: ${why}`,
  unreadFiles: (names: readonly string[], more: number) =>
    `${count(names.length + more, "file")} could not be read: ${names.map((name) => `“${name}”`).join(", ")}` +
    (more > 0 ? ` and ${number(more)} more` : ""),
  browserError: (why: string) => `Browser error: ${why}`,
  ignoredPrices: (name: string, why: string) => `The price table “${name}” is ignored: ${why}`,
  notLoaded: "Part of the viewer could not be loaded. Reload the page.",
  aboutSession: "About this session",
  details: "Details",
  equivalent: "API list price at the time",
  pricedBy: (table: string) => `Prices from ${table}`,
  recordedBy: {
    "cost-state": "Recorded by Claude Code for the whole session",
    result: "Recorded by Claude Code at the end of the run",
    costUSD: "Recorded by Claude Code with each response",
  },
  countedCost: (sum: string) => (sum === "" ? "No cost can be counted" : `Counted by response: ${sum}`),
  damaged: (n: number) => count(n, "problem in the file", "problems in the file"),
} as const;
