import { spaced, number } from "../base/format";
import type { Count } from "../parser/model";
import { strings } from "./strings";

/** Kinds of background records that are informative for a user, with their plurals. */
const kindNames: Readonly<Record<string, readonly [one: string, many: string]>> = {
  api_retry: ["retried request", "retried requests"],
  compact_file_reference: ["file", "files"],
  context: ["editor context", "editor contexts"],
  "continued-in": ["link to the next session", "links to the next session"],
  edited_text_file: ["changed file", "changed files"],
  file: ["file", "files"],
  "file-history-snapshot": ["rewind point", "rewind points"],
  "fork-context-ref": ["link to the forked session", "links to the forked session"],
  hook_additional_context: ["hook", "hooks"],
  hook_blocking_error: ["blocking hook", "blocking hooks"],
  hook_cancelled: ["canceled hook", "canceled hooks"],
  hook_non_blocking_error: ["failed hook", "failed hooks"],
  hook_progress: ["hook", "hooks"],
  hook_response: ["hook", "hooks"],
  hook_stopped_continuation: ["hook that stopped the turn", "hooks that stopped the turn"],
  hook_success: ["hook", "hooks"],
  hook_system_message: ["hook", "hooks"],
  injected: ["instructions", "instructions"],
  nested_memory: ["memory file", "memory files"],
  output: ["command without output", "commands without output"],
  permission_denied: ["call not permitted", "calls not permitted"],
  "pr-link": ["pull request", "pull requests"],
  retracted: ["replaced reply", "replaced replies"],
  scheduled_task_fire: ["scheduled task", "scheduled tasks"],
  stop_hook_summary: ["hook", "hooks"],
};

/** Other kinds, which are counted together. */
const quietKinds: Readonly<Record<string, string>> = {
  "agent-name": "agent name",
  "agent-setting": "agent setting",
  agent_listing_delta: "available agents",
  "ai-title": "session title",
  assistant: "reply without text",
  command_permissions: "allowed tools of a command",
  "content-replacement": "shortened result",
  "cost-state": "cost so far",
  "custom-title": "session title",
  deferred_tools_delta: "available tools",
  duplicate: "repeated record",
  filler: "empty reply",
  "frame-link": "link",
  hook_started: "hook start",
  init: "session start",
  "last-prompt": "last prompt",
  mcp_instructions_delta: "MCP server instructions",
  mcp_progress: "MCP progress",
  mode: "mode",
  "permission-mode": "permission mode",
  "queue-operation": "queued prompt",
  rate_limit_event: "rate limit",
  result: "end of run",
  skill_listing: "available skills",
  stream_event: "partial reply",
  summary: "session title",
  task_reminder: "task reminder",
  todo_reminder: "todo reminder",
  turn_duration: "turn duration",
};

const hookFailures: Readonly<Record<string, string>> = {
  hook_blocking_error: "Hook blocked",
  hook_cancelled: "Hook canceled",
  hook_stopped_continuation: "Hook stopped the turn",
  stop_hook_summary: "Stop hook failed",
};

/** Returns the name of a hook's failure by its kind. */
export function hookFailure(kind: string): string {
  return Object.hasOwn(hookFailures, kind) ? (hookFailures[kind] ?? "") : "Hook failed";
}

/** Returns the readable name of a kind of background record. Unknown kinds keep their names. */
export function backgroundKind(name: string): string {
  if (Object.hasOwn(quietKinds, name)) return quietKinds[name] ?? name;
  return (Object.hasOwn(kindNames, name) && kindNames[name]?.[0]) || spaced(name);
}

/** "2 hooks, changed file, 3 background records". */
export function backgroundText(kinds: readonly Count[]): string {
  const counts = new Map<string, [n: number, many: string]>(); // several kinds share one name
  let uncounted = 0;
  for (const { name, count } of kinds) {
    if (Object.hasOwn(quietKinds, name)) {
      uncounted += count;
      continue;
    }
    const [one, many] = (Object.hasOwn(kindNames, name) && kindNames[name]) || [spaced(name), spaced(name)];
    counts.set(one, [(counts.get(one)?.[0] ?? 0) + count, many]);
  }
  const list = [...counts].map(([one, [n, many]]) => (n === 1 ? one : `${number(n)} ${many}`));
  return (uncounted > 0 ? [...list, strings.quiet(uncounted)] : list).join(", ");
}
