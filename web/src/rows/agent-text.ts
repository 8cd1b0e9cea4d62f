import type { AgentRun } from "../parser/model";
import { strings } from "./strings";

/** The states of agents. */
const states: Readonly<Record<AgentRun["state"], string>> = {
  "": "",
  running: "running",
  open: "still running or interrupted",
  completed: "completed",
  failed: "failed",
  stopped: "stopped",
  cut: "cut short",
};

/** Returns the state of background work, from the word in its notification. */
export function workState(status: string): string {
  return status === "killed" ? states.stopped : status;
}

/** "completed after 3 m". */
export function workEnd(state: AgentRun["state"], after: string): string {
  const how = states[state];
  return how === "" || after === "" ? how : `${how} after ${after}`;
}

/** The names of Claude Code's internal agents. */
const internals: Readonly<Record<string, string>> = {
  compact: "Compaction",
  prompt_suggestion: "Suggestion",
  side_question: "Side question",
  session_memory: "Session notes",
  "session-memory": "Session notes",
  extract_memories: "Memories",
  away_summary: "Recap",
  warmup: "Warm-up",
};

/** Returns the name of an agent, from its name or type. */
export function agentName(name: string): string {
  return Object.hasOwn(internals, name) ? (internals[name] ?? name) : name || strings.agent;
}
