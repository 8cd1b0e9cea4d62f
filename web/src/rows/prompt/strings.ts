import { count, spaced } from "../../base/format";
import type { Chip } from "../../parser/model";

const peerEvents: Readonly<Record<string, string>> = {
  idle_notification: "is idle",
  shutdown_request: "asks to shut down",
  shutdown_approved: "agrees to shut down",
  shutdown_rejected: "declines to shut down",
  shutdown_response: "responds to a shutdown request",
  plan_approval_request: "asks for plan approval",
  plan_approval_response: "responds to a plan",
  task_assignment: "assigns a task",
  task_completed: "completed a task",
  permission_request: "asks for permission",
  permission_response: "responds to a permission request",
};

export const strings = {
  allLines: (n: number) => `Show all ${count(n, "line")}`,
  less: "Show less",
  source: "As typed",
  queued: "Typed while Claude was working",
  at: (time: string) => `at ${time}`,
  unanswered: { none: "No reply recorded", interrupted: "Interrupted before a reply" },
  chip: {
    selection: "Selection",
    file: "File",
    memory: "Memory",
    diagnostics: "Diagnostics",
    reminder: "Reminder",
    command: "Command",
    instructions: "Instructions",
    image: "Image",
    document: "Document",
    pasted: "",
    unknown: "Unknown content",
    more: "More:",
  } satisfies Record<Chip["kind"], string>,
} as const;

/** Returns the text of another agent's message in JSON. */
export function peerEvent(name: string): string {
  return Object.hasOwn(peerEvents, name) ? (peerEvents[name] ?? "") : spaced(name);
}
