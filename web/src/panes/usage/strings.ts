import { NBSP, percent, number, count } from "../../base/format";

export const strings = {
  title: "Usage",
  unread: "Usage could not be calculated.",
  percent: (share: number) => (share === 0 ? `0${NBSP}%` : percent(share)),
  unknown: "Not recorded",
  nothing: "No usage is recorded in this session.",
  noWork: "Turn durations are unknown: timestamps are missing or out of order.",
  timeless: "No timestamps are recorded, so durations are unknown.",
  untimed: (n: number, turns: number) =>
    `${number(n)} of ${count(turns, "turn")} ${n === 1 ? "has" : "have"} no usable timestamps. ` +
    `Active time covers only the others, and tokens per minute can't be calculated.`,
  notShown: "That line is not shown.",
  // Figures
  cost: "Cost",
  equivalent: "API list price",
  output: "Output",
  counted: (n: string) => `${n} counted by response`,
  recordedNote: "recorded",
  lowNote: "incomplete",
  thinking: (n: string) => `including ${n} thinking`,
  fed: "Input",
  fedNote: "cached + uncached",
  hits: "Cache hits",
  hitsNote: "of input",
  responses: "Responses",
  ofTurns: (n: number) => `the result says ${count(n, "API turn")}`,
  callsOf: (n: number) => count(n, "tool call"),
  duration: "Duration",
  work: (time: string) => `${time} active`,
  rate: "Tokens per minute",
  rateNote: "output, active time",
  // Kinds of tokens
  byKind: "Tokens",
  kind: "Kind",
  tokens: "Count",
  recordedTokens: "Recorded",
  countedTokens: "Counted by response",
  share: "Share of cost",
  lowerBound: (share: number) => (share < 0.01 ? "unknown" : `≥${NBSP}${percent(share)}`),
  atMost: (share: number) => (share < 0.01 ? percent(share) : `≤${NBSP}${percent(share)}`),
  input: "Uncached input",
  uncached: "Uncached",
  cacheWrite: "Cache write",
  cacheRead: "Cache read",
  hour: (n: string) => `${n} with 1-hour cache`,
  searches: "Web searches",
  fetches: "Web fetches",
  requests: "requests",
  // Notes
  notes: "About these numbers",
  what:
    "Cost is based on the API list prices at the time. " +
    "Subscriptions are billed differently. Duplicate records are counted once.",
  whatRecorded:
    "The cost is Claude Code’s own calculation. Subscriptions are billed differently. " +
    "Duplicate records are counted once.",
  recordedBy: {
    "cost-state": "for the whole session, including resumed runs",
    result: "in its result",
    costUSD: "with each response",
  },
  recorded: (by: string, sum: string, difference: string) => `Claude Code recorded ${sum} ${by}: ${difference}.`,
  shown: (by: string, tokens: string, counted: string) =>
    `${by}: ${tokens} tokens. The responses in the files add up to ${counted}. The figures at the top are the recorded ` +
    `ones; the plots and tables below have only what the responses contain.`,
  same: "the same",
  more: (sum: string) => `${sum} more than counted here`,
  less: (sum: string) => `${sum} less than counted here`,
  low: (n: number, all: number) =>
    `${
      n < all
        ? `In ${number(n)} of ${count(all, "response")}`
        : all === 1
          ? "In the only response"
          : `In all ${number(all)} responses`
    } the recorded output is incomplete. Where that affects 5${NBSP}% of the responses or more, “≥” is shown ` +
    `before their output and cost: the real value is higher. ` +
    `Tables are sorted by recorded values; CSV files count such responses in a separate column.`,
  unpriced: (model: string, responses: number, tokens: string) =>
    `No price for ${model}: ${count(responses, "response")} with ${tokens} tokens ` +
    `${responses === 1 ? "is" : "are"} not included in the cost.`,
  // Plots
  plot: "plot",
  plotKeys:
    "Arrow keys move from point to point, Page Up and Page Down in larger steps, Home and End to the ends. " +
    "Enter shows the point in the conversation.",
  pointAt: "Hover or use the arrow keys.",
  asTable: "Show as table",
  contextPlot: "Context",
  acrossResponses: "X axis: responses in order (not to time scale)",
  acrossTime: (minutes: number) => `Each bar is ${count(minutes, "minute")}; times without responses are omitted`,
  contextTable: "Context by response",
  noContext: "The main conversation has no responses with recorded usage.",
  compactions: (n: number) => count(n, "compaction"),
  windowOf: (sizes: readonly string[]) => `window ${sizes.join(", ")}`,
  above: (size: string) => `${size} (off scale)`,
  noWindow: "window size unknown",
  response: "Response",
  context: "Context",
  window: "Window",
  compaction: "Compacted",
  before1: "before this response",
  nth: (n: number) => `Response ${number(n)}`,
  inPrompt: (n: number) => `prompt ${number(n)}`,
  inContext: (n: string, share: string) => `${n}${NBSP}tokens${share === "" ? "" : ` (${share} of the window)`}`,
  out: (n: string) => `${n}${NBSP}out`,
  afterCompaction: "first after compaction",
  ratePlot: "Output tokens per minute",
  ratePlotAll: "Tokens per minute",
  rateTable: "Tokens over time",
  rateOut: "Output per minute",
  lowPlot: "lower bound: output is incomplete",
  everyKind: "All kinds",
  fresh: "Input and cache writes",
  noTimes: "The responses have no timestamps.",
  minutes: (n: number) => count(n, "minute"),
  aMinute: (n: string) => `${n}${NBSP}tokens per minute`,
  responsesOf: (n: number) => count(n, "response"),
  // Tables
  byModel: "Models",
  byTurn: "Prompts and events (including agents)",
  byAgent: "Agents",
  tools: "Tools",
  model: "Model",
  number: "Number",
  agent: "Agent",
  tool: "Tool",
  time: "Time",
  calls: "Calls",
  failed: "Failed",
  failedShare: "Failure rate",
  unanswered: "No result",
  median: "Median",
  longest: "Longest",
  total: "Total",
  all: "All",
  prompt: "Prompt",
  task: "Task",
  usd: "Cost (USD)",
  lowInFile: "Responses with incomplete output",
  unpricedInFile: "Responses without a price",
  reportedCalls: "From the agent's result: its transcript is not loaded, and these calls are not in the total",
  reportedInFile: "Calls in transcripts not loaded",
  inMs: (name: string) => `${name} (ms)`,
  abandoned: "Abandoned",
  noPrice: "no price",
  main: "Main conversation",
  internal: "Claude Code internal",
  otherTools: "Other tools",
  csv: "CSV",
  saveTable: (name: string) => `Save “${name}” as CSV`,
  pages: (name: string) => `Pages of “${name}”`,
  before: "Previous",
  next: "Next",
  range: (from: number, to: number, all: number) => `${number(from)}–${number(to)} of ${number(all)}`,
} as const;
