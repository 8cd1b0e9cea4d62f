import { count, number } from "../base/format";
import type { Facts } from "../parser/model";

/** The name of lines outside any turn. */
export const outsideOfTurns = "Other activity";

export const strings = {
  cost: "Cost",
  recorded: "Recorded by Claude Code",
  recordedBy: { "cost-state": "for the whole session", result: "in its result", costUSD: "with each response" },
  tokens: "Tokens",
  counted: (tokens: string) => `Counted by response: ${tokens} of all kinds`,
  noPrice: "no price",
  models: "Models",
  changes: "During the session",
  responses: (n: number) => count(n, "response"),
  searches: "Web searches",
  fetches: "Web fetches",
  more: (n: number) => `and ${number(n)} more`,
  place: (file: string, line: number, offset: number) =>
    line > 0 ? `${file}, line ${number(line)}, byte ${number(offset)}` : file,
  bytes: (size: string) => `Show bytes (${size})`,
  hideBytes: "Hide bytes",
  only: "Only",
  onlyThis: (name: string) => `Show only ${name}`,
  failed: (n: number) => `${number(n)} failed`,
  nearest: "That line is filtered out. This is the nearest visible one.",
} as const;

/** The names of facts of a session, in the order in which they are listed; "" for those that are not. */
export const factNames: Readonly<Record<keyof Facts, string>> = {
  branches: "Branch",
  folders: "Folder",
  models: "Model",
  versions: "Version",
  permissions: "Permissions",
  modes: "Mode",
  worktree: "Worktree",
  relocated: "Moved to",
  artifact: "Published page",
  agentName: "Agent",
  tag: "Tag",
  continuedIn: "Continued in",
  pullRequests: "Pull request",
  firstPrompt: "",
  lastPrompt: "",
  start: "",
  end: "",
  agentColor: "",
  agentSetting: "",
};

/** "3 agents (1 transcript not loaded)". */
export function agentCount(agents: number, missing: number): string {
  const all = count(agents, "agent");
  return missing === 0
    ? all
    : missing < agents
      ? `${all} (${count(missing, "transcript")} not loaded)`
      : `${all} (${agents === 1 ? "transcript" : "transcripts"} not loaded)`;
}
