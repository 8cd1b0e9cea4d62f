import type { Part } from "../../parser/model";
import { number, count } from "../../base/format";

/** Fields of Claude Code's tools that are often shown; unknown ones keep their names. */
const fieldNames: Readonly<Record<string, string>> = {
  addBlockedBy: "after",
  addBlocks: "before",
  blockedBy: "after",
  blocks: "before",
  worktreePath: "folder",
  worktreeBranch: "branch",
  team_name: "team",
  lead_agent_id: "lead",
  team_file_path: "file",
  subagent_type: "type",
};

const fieldTexts: Readonly<Record<string, string>> = {
  userModified: "You changed this edit",
  replaceAll: "All matches were replaced",
  assistantAutoBackgrounded: "Moved to the background automatically",
  backgroundedByUser: "You moved it to the background",
};

const queueOperations: Readonly<Record<string, string>> = {
  enqueue: "queued",
  dequeue: "sent",
  remove: "picked up",
  popAll: "withdrawn",
};

export const strings = {
  role: {
    "": "",
    input: "Input",
    output: "Result",
    error: "Error",
    prompt: "Prompt",
    structured: "Details",
    instructions: "Instructions",
    wire: "Input as sent",
    reminder: "Reminder for Claude",
    script: "Script",
    feedback: "You said",
    plan: "Plan",
  } satisfies Record<Part["role"], string>,
  attempts: "Attempts from here",
  attemptCount: (attempts: number) => `${number(attempts + 1)} attempts from here`,
  attempt: "Earlier",
  nthAttempt: (n: number) => `Earlier ${number(n)}`,
  currentAttempt: "Kept",
  continuesBelow: "continues below",
  attemptEnd: (more: boolean) => `End of this attempt${more ? ". The one that was kept continues below." : ""}`,
  nothingSent: "Nothing was sent after this",
  truncated: (size: string) => `Truncated. Full size: ${size}.`,
  loadAll: (size: string) => `Load all (${size})`,
  save: "Save as file",
  moreHooks: (n: number) => `and ${count(n, "more hook")}`,
  cutList: (shown: number, all: number) => `Showing the first ${number(shown)} of ${number(all)}.`,
  raw: (line: number) => `Raw record · line ${number(line)}`,
  rawNext: (line: number) => `line ${number(line)}`,
  rawOf: (path: string, line: number) => `Raw record · ${path} · line ${number(line)}`,
  hideRaw: "Hide raw record",
  rawCut: (shown: string, whole: string) => `Showing the first ${shown} of ${whole}.`,
  fileCut: "The file before this change is too large: only its beginning is shown.",
  patchCut: "The patch is too large: only its beginning is shown.",
  spilled: (name: string, size: string) => `The full output${size === "" ? "" : ` (${size})`} comes from ${name}.`,
  spilledBinary: (name: string, size: string) =>
    `The full output${size === "" ? "" : ` (${size})`} is in ${name}, which is not text.`,
  spilledMissing: (name: string, size: string) =>
    `Only the beginning is recorded. The full output${size === "" ? "" : ` (${size})`} is in ${name}, which is not loaded.`,
  rawFile: (name: string) => `Raw file · ${name}`,
  retryNumber: (n: number, most: number) => (n === 0 ? "" : most > 0 ? `${number(n)} of ${number(most)}` : number(n)),
  noMessage: "No message recorded",
  retriedAfter: (time: string) => `retried after ${time}`,
  request: (id: string) => `request ${id}`,
  was: (state: string) => `was ${state}`,
  newItem: "new",
  after: (tasks: string) => `after ${tasks}`,
  emptyResult: "Empty result",
  noAnswer: "No answer recorded",
  chosen: "chosen",
  notChosen: "not chosen",
  otherAnswer: "In your own words",
  answerNote: "Your note",
  several: "Multiple answers allowed",
  matchesIn: (path: string, n: number) => `${path}, ${count(n, "line")}`,
} as const;

export function fieldName(name: string): string {
  return Object.hasOwn(fieldNames, name) ? (fieldNames[name] ?? name) : name;
}

/** Returns a sentence for a field that is true; "" for others. */
export function fieldText(name: string): string {
  return Object.hasOwn(fieldTexts, name) ? (fieldTexts[name] ?? "") : "";
}

/** What happened to prompts that were typed while Claude worked. */
export function queueOperation(name: string): string {
  return Object.hasOwn(queueOperations, name) ? (queueOperations[name] ?? name) : name;
}
