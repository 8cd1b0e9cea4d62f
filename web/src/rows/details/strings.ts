import { NBSP, count, spaced } from "../../base/format";

const stopReasons = {
  end_turn: "End of turn",
  tool_use: "Tool call",
  max_tokens: "Token limit",
  stop_sequence: "Stop sequence",
  pause_turn: "Paused",
  refusal: "Refusal",
  model_context_window_exceeded: "Context window full",
};

export const strings = {
  tokens: (n: string) => `${n}${NBSP}token${n === "1" ? "" : "s"}`,
  atLeast: "at least",
  input: "Input",
  output: "Output",
  thinking: (n: string) => `including ${n} thinking`,
  cacheRead: "Cache read",
  cacheWrite: "Cache write",
  hour: (n: string) => `${n} with 1-hour cache`,
  model: "Model",
  when: "Time",
  noTime: "No time recorded",
  took: "Duration",
  stop: "Stop reason",
  context: "Context size",
  cost: "Cost",
  message: "Message",
  request: "Request",
  record: "Record",
  records: "In the file",
  more: (n: number) => `and ${count(n, "more record")}`,
  scope: {
    "": "",
    response: (n: number) => (n > 1 ? `Totals cover ${count(n, "response")}.` : "Totals cover the whole response."),
    turn: (n: number) => `Totals cover the whole turn: ${count(n, "response")}, excluding agents.`,
    agent: (n: number) => `Totals cover all of the agent's work: ${count(n, "response")}.`,
  },
  copyOfResponse: "This is a copy. It is counted only where it first appears.",
  copyText: "Copy text",
  copyMarkdown: "Copy as Markdown",
  copyTurn: "Copy with reply as Markdown",
  copyLink: "Copy link",
  inspect: "Open inspector",
  inPlace: "Show raw JSON",
  call: "Show raw call and result",
  hide: "Hide raw JSON",
  cut: "The rest is omitted here: too long.",
} as const;

/** Texts for the stop reasons of responses. */
export function stopReason(reason: string): string {
  return Object.hasOwn(stopReasons, reason) ? stopReasons[reason as keyof typeof stopReasons] : spaced(reason);
}
