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

/** What a note is called before its words; most speak for themselves. */
function noteKind(name: string): string {
  return Object.hasOwn(notes, name) ? (notes[name] ?? "") : "";
}

/** What a note is called, unless its own words begin with that. */
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

/** Why a headless run ended early, by the subtypes of its result; and codes of the network. */
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

/** An error as a person says it; words that are no code stay as they are. */
export function errorText(text: string): string {
  return Object.hasOwn(errors, text) ? (errors[text] ?? text) : text;
}
