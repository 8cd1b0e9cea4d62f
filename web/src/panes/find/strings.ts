import { number, count } from "../../base/format";
import { outsideOfTurns } from "../strings";

export const strings = {
  title: "Search",
  field: "Search the session",
  searchFlags: { case: "Match case", whole: "Whole words", phrase: "Exact phrase" },
  next: "Next match",
  previous: "Previous match",
  list: "Match list",
  close: "Close search",
  results: "Matches",
  filters: "Filter matches",
  kinds: {
    prompts: "Prompts",
    replies: "Replies",
    thinking: "Thinking",
    input: "Tool input",
    output: "Tool output",
    other: "Other",
  },
  of: {
    prompts: "Prompt",
    replies: "Reply",
    thinking: "Thinking",
    input: "input",
    output: "output",
    other: "Background",
  },
  failed: "failed",
  failedOnly: "Failed only",
  kind: "Kind",
  allKinds: "All kinds",
  someKinds: (n: number) => `${number(n)} kinds`,
  tool: "Tool",
  allTools: "All tools",
  someTools: (n: number) => `${number(n)} tools`,
  noTool: "No matches in tool calls.",
  where: "Where",
  who: {
    all: "Main conversation and agents",
    main: "Main conversation",
    agents: "Agents",
    one: (id: string) => `Agent ${id}`,
  },
  allSessions: "All sessions",
  everywhere: "Search everything",
  looking: "Searching",
  searching: (searched: number, of: number) => `Searching … ${number(searched)} of ${count(of, "session")}`,
  notLoaded: (n: number) =>
    `${count(n, "session")} could not be searched, because ${n === 1 ? "it is" : "they are"} not loaded.`,
  nothing: "No matches",
  nothingFor: (text: string) => `No matches for “${text}”.`,
  failure: "Can't search for this",
  stopped: "The search stopped",
  places: (n: number, where: string, more: boolean) => `${count(n, "match", "matches", more)} in ${where}`,
  nth: (nth: number, n: number, where: string, more: boolean) =>
    `${number(nth)} of ${number(n)}${more ? "+" : ""} in ${where}`,
  /** "3 prompts and other activity": the groups of the list. */
  inPrompts: (prompts: number, hasOther: boolean) =>
    [prompts > 0 ? count(prompts, "prompt") : "", hasOther ? outsideOfTurns.toLowerCase() : ""]
      .filter((part) => part !== "")
      .join(" and "),
  first: (n: number) => `Showing the first ${number(n)}.`,
  prompt: (n: number) => `prompt ${n}`,
  fromStart: "Continued from the first match.",
  fromEnd: "Continued from the last match.",
  filtered: "This match is hidden by a filter.",
  matchNotLoaded: "This match could not be loaded.",
} as const;
