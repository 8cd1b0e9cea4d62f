import type { NoteRow } from "../parser/model";
import { strings } from "./strings";

const notes: Readonly<Record<string, string>> = {
  agents_killed: "Agents stopped",
  auto_mode: "Auto mode",
  auto_mode_exit: "Auto mode ended",
  away_summary: "Recap",
  bridge_status: "Remote control",
  error: "Error",
  goal_met: "Goal met",
  goal_status: "Goal",
  hook_system_message: "Hook",
  memory: "Saved to memory",
  model_refusal_fallback: "Answered by another model",
  permission_denied: "Not permitted",
  "permission-mode": "Permission mode",
  plan_mode: "Plan mode",
  plan_mode_exit: "Plan mode ended",
  plan_mode_reentry: "Plan mode resumed",
  ultra_effort_enter: "Ultra effort",
};

/** Returns the label of a note by its name; "" for most. */
function noteKind(name: string): string {
  return Object.hasOwn(notes, name) ? (notes[name] ?? "") : "";
}

/** Returns the label of a note; "" if its text begins with that. */
export function noteLabel(row: NoteRow): string {
  const label = strings.flavor[row.flavor] || noteKind(row.name);
  return row.text.toLowerCase().startsWith(label.toLowerCase()) ? "" : label;
}

const permissionModes: Readonly<Record<string, string>> = {
  default: "ask before changes",
  acceptEdits: "accept edits",
  plan: "plan",
  bypassPermissions: "bypass permissions",
  dontAsk: "don't ask",
  auto: "auto",
  manual: "manual",
};

export function permissionMode(mode: string): string {
  return Object.hasOwn(permissionModes, mode) ? (permissionModes[mode] ?? mode) : mode;
}

/** Subtypes of the results of headless runs, and codes of network errors. */
const errors: Readonly<Record<string, string>> = {
  error_max_turns: "Stopped at the turn limit",
  error_max_budget_usd: "Stopped at the cost limit",
  error_max_structured_output_retries: "Stopped: no valid structured output",
  error_during_execution: "Stopped by an error",
  ECONNRESET: "Connection lost (ECONNRESET)",
  ECONNREFUSED: "Connection refused (ECONNREFUSED)",
  ENOTFOUND: "Server not found (ENOTFOUND)",
  ETIMEDOUT: "Timed out (ETIMEDOUT)",
  ConnectionRefused: "Connection refused",
};

/** Returns a readable text for an error code; other texts stay as they are. */
export function errorText(text: string): string {
  return Object.hasOwn(errors, text) ? (errors[text] ?? text) : text;
}
