// Every word that a person sees on the page, but host-words.ts and the labels in rows/tools.ts. Plain and short.

import type {
  AgentRun,
  Chip,
  ToolCount,
  Link,
  NoteRow,
  Part,
  Row,
  Series,
  Count,
  TouchedFile,
  RecordLink,
} from "./model";
import type { Flavor } from "./rows";
import type { Failure } from "./protocol";

/** What to say about a failure: what happened, why, and what to do. */
interface FailureText {
  readonly what: string;
  readonly why: string;
  readonly help: string;
}

const NBSP = "\u00a0";

/** "1 turn", "2 turns"; "2+ turns" where there are more. */
function count(n: number, one: string, many = `${one}s`, more = false): string {
  return `${number(n)}${more ? "+" : ""}${NBSP}${n === 1 && !more ? one : many}`;
}

/** So many agents, and of how many of them there are no records. */
function agentsHere(agents: number, missing: number): string {
  const all = count(agents, "agent");
  return missing === 0
    ? all
    : missing < agents
      ? `${all} (${count(missing, "transcript")} not loaded)`
      : `${all} (${agents === 1 ? "transcript" : "transcripts"} not loaded)`;
}

/** How the work of an agent ended. */
const states: Readonly<Record<AgentRun["state"], string>> = {
  "": "",
  running: "running",
  open: "still running or interrupted",
  completed: "completed",
  failed: "failed",
  stopped: "stopped",
  cut: "cut short",
};

/** How background work stands, by the word in its notification. */
export function workState(status: string): string {
  return status === "killed" ? states.stopped : status;
}

const plain = new Intl.NumberFormat("en");

export function number(n: number): string {
  return plain.format(n);
}

/** Why bytes are hidden, and what they are. */
const hiddenReasons: Readonly<Record<string, readonly [name: string, about: string]>> = {
  hooks: ["hooks", "not attached to a tool call"],
  progress: ["progress", "updates from running tools"],
  context: ["system context", "added for the model only"],
  system: ["system notes", "from Claude Code about its own work"],
  metadata: ["metadata", "titles, modes, queues and similar"],
  fillers: ["empty replies", "without content"],
  retracted: ["retracted", "by a retry or by Claude Code"],
  "internal-agents": ["internal agents", "run by Claude Code in the background"],
  other: ["other records", "mostly of unknown types"],
  blanks: ["whitespace", "line breaks and spaces between records"],
  wrapping: ["wrapper", "JSON around the records of a document"],
  unfinished: ["unfinished line", "the last line, still being written or cut off"],
  "too-many": ["too many records", "beyond the in-memory limit"],
  "other-files": ["other files", "without a conversation"],
};

/** What was done to files together. */
interface FileSums {
  readonly changed: number;
  readonly created: number;
  readonly read: number;
  readonly added: number;
  readonly removed: number;
}

/** "76 %"; a small share is not nothing. */
function percent(share: number): string {
  return share < 0.01 ? `<${NBSP}1${NBSP}%` : `${share < 1 ? Math.min(99, Math.round(share * 100)) : 100}${NBSP}%`;
}

/** What a page of one file says that could not unpack itself. */
export function notStarted(why: string): string {
  return `This page could not unpack itself: ${why}. It needs a browser from 2023 or later and the complete file.`;
}

/** What a page of one file says at its entrance. */
export const oneFileWords = {
  alone: "This is the offline version of Unspool: one file, no network needed.",
  licenses: "Licenses",
} as const;

export const words = {
  name: "Unspool",
  untitled: (id: string) => (id.startsWith("agent-") ? `Agent ${id.slice(6)}` : "Untitled session"),
  session: (id: string) => `session ${id.slice(0, 8)}`,
  quoted: (title: string) => `“${title}”`,
  you: "You",
  claude: "Claude",
  agent: "Agent",
  workflow: "Workflow",
  back: "All sessions",
  help: "Keyboard shortcuts",
  conversation: "Conversation",
  loading: "Reading",
  reading: "Reading…",
  of: (part: string, whole: string) => `${part} of ${whole}`,
  sessionsFound: (n: number) => count(n, "session"),
  turnNumber: (n: number) => `Turn ${n}`,
  notPriced: "No known price",
  notPricedList: (models: readonly string[]) => `No price for ${models.join(", ")} (not included in the total)`,
  cost: {
    low: (share: number) =>
      `The real cost is higher: output is incomplete${share < 1 ? ` in ${percent(share)} of the responses` : ""}`,
    lowerBound: (sum: string) => `≥${NBSP}${sum}`,
  },

  noAddress: "it is not the address of a file",
  fetching: "Fetching",
  fetched: (files: number, all: number, size: string) =>
    `Fetching${all > 1 ? ` ${number(files)} of ${count(all, "file")},` : ""} ${size}`,

  empty: {
    title: "Nothing to show yet",
    note: "Waiting for a session.",
  },

  print: {
    cut: (rows: number, all: number) => `Truncated: ${number(rows)} of ${count(all, "line")} printed.`,
  },

  row: {
    broken: "This part could not be displayed.",
    all: (size: string) => `Show all (${size})`,
    allLines: (n: number) => `Show all ${count(n, "line")}`,
    less: "Show less",
    noBody: "Nothing else is recorded.",
    queued: "Typed while Claude was working",
    at: (time: string) => `at ${time}`,
    thinking: "Thinking",
    thought: (time: string) => `Thought for ${time}`,
    noPrompt: "Prompt not recorded",
    noThinking: "Thinking not saved by Claude Code",
    unsaid: "not saved by Claude Code",
    unsaidRedacted: "redacted",
    unfetched: "Not loaded: the parser stopped.",
    redacted: "Thinking redacted",
    tookTime: (time: string) => `took ${time}`,
    compactedBy: (trigger: string) =>
      trigger === "manual" ? "Compacted manually" : trigger === "auto" ? "Compacted automatically" : "Compacted",
    tokensBefore: (n: string) => `${n}${NBSP}tokens before`,
    tokensOut: (n: string) => `${n}${NBSP}token${n === "1" ? "" : "s"} out`,
    tokensInAll: (n: string) => `${n}${NBSP}tokens total`,
    tokensTo: (before: string, after: string) => `${before} → ${after}${NBSP}tokens`,
    summary: "Summary of the conversation so far",
    interrupt: "Interrupted by you",
    shutdown: "Interrupted by a shutdown",
    unanswered: { none: "No reply recorded", interrupted: "Interrupted before a reply" },
    records: (n: number) => count(n, "record"),
    quiet: (n: number) => `${n === 1 ? "" : `${number(n)} `}background record${n === 1 ? "" : "s"}`,
    failed: (n: number) => `${number(n)}${NBSP}failed`,
    attempts: (n: number) => count(n, "earlier attempt"),
    tries: (n: number) => count(n, "attempt"),
    damaged: (size: string) => `${size} could not be read`,
    restart: "Restarted here: the next prompt does not continue the conversation above",
    brokenLinks: "Links between records are missing. Everything is shown in file order, including earlier attempts.",
    attemptTurns: (n: number) => count(n, "prompt"),
    unknown: "Record of unknown type",
    agentRows: (open: boolean) => (open ? "Hide conversation" : "Show conversation"),
    runRows: (open: boolean) => (open ? "Hide agents" : "Show agents"),
    ownSession: (title: string) => `In a separate session: ${title}`,
    agentMissing: "Transcript not loaded",
    agentEnd: (name: string) => `End of ${name || "this agent"}`,
    toStart: "Back to start",
    level: (n: number) => `level ${n}${n > 16 ? " (see Filter)" : ""}`,
    endedAt: (time: string) => `ended at ${time}`,
    notice: "Jump to notification",
    internalAgents: (n: number) => count(n, "internal agent"),
    agents: (n: number) => count(n, "agent"),
    agentsCut: (n: number) => `${number(n)} cut short`,
    resumed: "resumed",
    unlinked: "Not started by any known tool call",
    background: "In the background",
    ended: (state: AgentRun["state"], after: string) => {
      const how = states[state];
      return how === "" || after === "" ? how : `${how} after ${after}`;
    },
    image: "Image",
    calls: (n: number) => count(n, "call"),
    turns: (n: number) => count(n, "turn"),
    unreadable: "Can't read this file anymore. Open it again.",
    failedBody: (why: string) => `Something went wrong: ${why}`,
  },

  about: { open: "Show details" },

  link: {
    continues: (other: string) => `Continues ${other}`,
    "continued-in": (other: string) => `Continued in ${other}`,
    "forked-from": (other: string) => `Forked from ${other}`,
    "copied-from": (other: string) => `Copied from ${other}`,
    "compacted-from": (other: string) => `Continues ${other} after a compaction`,
  } satisfies Record<Link["kind"], (other: string) => string>,
  linkMissing: "not loaded",
  visit: "Open session",
  visitTitle: "Open the session these records come from",

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

  flavor: {
    "": "",
    typed: "",
    command: "Slash command",
    shell: "Shell command",
    notification: "Notification",
    peer: "Message from another agent",
    auto: "Automatic",
    queued: "",
    feedback: "Feedback",
    plan: "Plan accepted",
    agent: "Task",
    warning: "",
    shutdown: "",
    hidden: "",
    redacted: "",
    orphan: "",
    fallback: "Model changed",
  } satisfies Record<Flavor, string>,

  outcome: {
    within: (place: string) => `in ${place}`,
    exit: (code: number) => `exit${NBSP}${code}`,
    failed: "failed",
    rejected: "declined",
    userFeedback: (words: string) => `You said: ${words}`,
    denied: "not permitted",
    interrupted: "interrupted",
    background: "in the background",
    running: "running",
    none: "No result recorded",
    lines: (n: number, more = false) => count(n, "line", "lines", more),
    files: (n: number, more = false) => count(n, "file", "files", more),
    matches: (n: number, more = false) => count(n, "match", "matches", more),
    results: (n: number) => count(n, "result"),
    entries: (n: number) => count(n, "entry", "entries"),
    tools: (n: number) => count(n, "tool"),
    done: (done: number, all: number) => `${number(done)} of ${number(all)} done`,
    added: (n: number) => `+${number(n)}`,
    removed: (n: number) => `−${number(n)}`,
    changed: (added: number, removed: number) => `${count(added, "line")} added, ${number(removed)} removed`,
  },

  kind: {
    prompt: "",
    text: "",
    thinking: "Thinking",
    tool: "",
    compaction: "Compaction",
    summary: "Summary",
    output: "Output",
    interrupt: "Interruption",
    error: "Error",
    note: "Note",
    machinery: "Background records",
    series: "",
    attempts: "Earlier attempts",
    branch: "Earlier attempt",
    copied: "From another session",
    link: "",
    phase: "Phase",
    internal: "Internal agents",
    end: "",
    image: "Image",
    damaged: "Damaged",
    restart: "Restarted",
    broken: "Broken links",
    unknown: "Unknown record",
  } satisfies Record<Row["kind"], string>,

  error: {
    text: (n: number) => (n === 1 ? "Something went wrong." : `Something went wrong ${n} times.`),
    copy: "Copy details",
    copied: "Details copied.",
    notCopied: "Copying is blocked on this page.",
    close: "Dismiss",
    cause: "Caused by:",
  },

  render: {
    notLoaded: "Part of the viewer could not be loaded. Reload the page.",
    hiddenCharacter: (label: string) => `hidden character ${label}`,
    hiddenTitle: (codes: string) => `Hidden characters: ${codes}`,
  },

  retry: {
    title: (status: number) => (status > 0 ? `API error ${status}:` : "API error:"),
    ended: { "": "", on: "then succeeded", up: "gave up", stopped: "interrupted" },
  },
  sources: "Sources",

  todo: {
    completed: "done",
    in_progress: "in progress",
    pending: "pending",
    deleted: "removed",
    cancelled: "canceled",
  },
  unnamedTool: "Unnamed tool",
} as const;

/** The words of the page around the viewer, which a page that embeds it does without. */
export const appWords = {
  theme: { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" },

  otherVersion: (version: string) =>
    `it needs version ${version}, but this page only supports version 1; reload the page to check for an update`,
  oneFile: "the offline version does not load sessions from the web",

  savePage: {
    name: "Save as HTML",
    notYet: "The session is still loading",
  },

  landing: {
    title: "Read a Claude Code session",
    promise:
      "Open a transcript and read everything: what you asked, what Claude said and did, how it ended, and what it cost.",
    leads: "This link points to a message. Open its session file to see it.",
    docs: "Docs",
    about: "About",
    private: "Nothing leaves this page. Your browser reads the file locally: no upload, no account, no tracking.",
    file: "Choose files",
    folder: "Choose a folder",
    sample: "Try a sample",
    zone: "or drop them anywhere on this page",
    where: "Claude Code saves sessions in",
    wherePath: "~/.claude/projects",
    whereNote: "Open a single .jsonl file, a project, or the whole folder.",
    paste: "You can also paste a transcript.",
    download: "Download the offline version",
    drop: "Drop to open",
    dropNote: "A .jsonl file, a project, or a whole folder",
    another: "Open another session",
    openFound: (n: number) => `Open ${count(n, "file")}`,
    stop: "Cancel",
  },
} as const;

/** What failures give as their reason. The parser's worker says some of them, and takes only these along. */
export const reasons = {
  outside: (path: string) => `it lists ${path}, which is outside its own folder`,
  tooLarge: "it is too large",
  noWebAssembly: "this browser does not support WebAssembly",
  notLoaded: (status: number) => `the parser could not be loaded (${status})`,
  unreachable: (address: string) =>
    `${address} could not be loaded: check the network, and that the host allows it with Access-Control-Allow-Origin`,
  forbidden: (directive: string, origin: string) =>
    `The Content-Security-Policy of this page blocks it: add ${origin} to ${directive}`,
  noCode: "the Content-Security-Policy of this page blocks WebAssembly: add 'wasm-unsafe-eval' to script-src",
  noScript: "its script could not be loaded",
  oneAtATime: "a parser reads only one set of files",
  noFile: "no such file",
  noReply: "no response",
  noMessage: "a message could not be read",
  ended: "it was closed",
  silent: "It stopped responding",
  full: (used: number) => `out of memory at ${megabytes(used)}`,
  after: (read: number, size: number) => `, after ${megabytes(read)} of ${megabytes(size)}`,
  exited: (code: number) => `exit ${code}`,
} as const;

/** How a session hangs together with another one. */
export function linkWords(link: Link): string {
  return words.link[link.kind](link.title === "" ? words.session(link.id) : words.quoted(link.title));
}

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

/** What an agent is called by its name or type. */
export function agentName(name: string): string {
  return Object.hasOwn(internals, name) ? internalKind(name) : name || words.agent;
}

/** What an agent of Claude Code's own is for. */
function internalKind(type: string): string {
  return Object.hasOwn(internals, type) ? (internals[type] ?? type) : spaced(type);
}

/** "once", "twice", "3 times". */
function times(n: number): string {
  return n === 1 ? "once" : n === 2 ? "twice" : `${number(n)}${NBSP}times`;
}

/** Whether all that was read in a series, or edited, is one file: its name is told then. */
export function ofOneFile({ family, tools }: Series): boolean {
  const own =
    family === "edit"
      ? tools?.filter(({ face }) => face === "edit" || face === "write")
      : family === "look"
        ? tools
        : [];
  return own?.length === 1 && own[0]?.distinct === 1 && (own[0].face === "read" || family === "edit");
}

/**
 * What the calls of a series did, in a few words: "Read 6 files, searched twice". `first` names the file where there is
 * one only.
 */
export function seriesWords(series: Series, first: string): string {
  const tools = series.tools ?? [];
  const of = (...names: readonly string[]): ToolCount => {
    const some = tools.filter(({ face, name }) => names.includes(face) || names.includes(name));
    return {
      face: "other",
      name: "",
      calls: some.reduce((sum, one) => sum + one.calls, 0),
      distinct: some.reduce((sum, one) => sum + one.distinct, 0),
    };
  };
  const done: string[] = [];
  const add = (tool: ToolCount, describe: (tool: ToolCount) => string): void => {
    if (tool.calls > 0) done.push(describe(tool));
  };
  // Of one file alone its name and how often says more than "1 file".
  const files =
    (verb: string, showName = ofOneFile(series)) =>
    ({ calls, distinct }: ToolCount): string =>
      showName ? `${verb} ${first} ${times(calls)}` : `${verb} ${count(distinct || calls, "file")}`;
  switch (series.family) {
    case "edit": // who edits looks things up between
    case "look":
      add(of("write"), files("wrote"));
      add(of("edit"), files("edited"));
      add(of("read"), files("read", series.family === "look" && ofOneFile(series)));
      add(of("grep", "glob"), ({ calls }) => `searched ${times(calls)}`);
      add(of("list"), ({ distinct, calls }) => `listed ${count(distinct || calls, "folder")}`);
      break;
    case "web":
      add(of("fetch"), ({ distinct, calls }) => `fetched ${count(distinct || calls, "page")}`);
      add(of("search"), ({ calls }) => `searched the web ${times(calls)}`);
      break;
    case "bash":
      done.push(`ran ${count(series.calls, "command")}`);
      break;
    case "task":
      add(of("TaskCreate"), ({ calls }) => `added ${count(calls, "task")}`);
      add(of("TaskUpdate"), ({ distinct, calls }) => `updated ${count(distinct || calls, "task")}`);
      add(of("TaskList", "TaskGet", "TodoRead"), ({ calls }) => `checked the tasks ${times(calls)}`);
      add(of("TodoWrite"), ({ calls }) => `updated the todos ${times(calls)}`);
      break;
    case "toolsearch":
      done.push(`searched for tools ${times(series.calls)}`);
      break;
    case "mcp":
      done.push(
        `${words.row.calls(series.calls)}${series.server === "" ? "" : ` to ${series.server.replaceAll("_", " ")}`}`,
      );
  }
  const summary = done.join(", ");
  return summary.charAt(0).toUpperCase() + summary.slice(1);
}

/** Words in which tools tell of their results, as a person says them. */
const answers: Readonly<Record<string, string>> = {
  accepted: "accepted",
  create: "created",
  update: "updated",
  file_unchanged: "unchanged",
  image: "image",
  pdf: "PDF",
  notebook: "notebook",
  parts: "pages",
  replace: "replaced",
  insert: "added",
  delete: "deleted",
  not_ready: "not ready",
  timeout: "timed out",
};

/** What a tool says of its result; its own words stay as they are. */
export function answer(text: string): string {
  return Object.hasOwn(answers, text) ? (answers[text] ?? text) : /^[a-z_]+$/.test(text) ? status(text) : text;
}

/** What a task is now, as a person says it. */
export function status(name: string): string {
  return Object.hasOwn(words.todo, name) ? words.todo[name as keyof typeof words.todo] : spaced(name);
}

/** Kinds of background records that tell a reader something. */
const machinery: Readonly<Record<string, readonly [one: string, many: string]>> = {
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

/**
 * Those that do not: a line counts them together. Their names are a set that comes early, what they are called comes
 * late.
 */
const quietKinds = [
  "agent-name",
  "agent-setting",
  "agent_listing_delta",
  "ai-title",
  "assistant",
  "command_permissions",
  "content-replacement",
  "cost-state",
  "custom-title",
  "deferred_tools_delta",
  "duplicate",
  "filler",
  "frame-link",
  "hook_started",
  "init",
  "last-prompt",
  "mcp_instructions_delta",
  "mcp_progress",
  "mode",
  "permission-mode",
  "queue-operation",
  "rate_limit_event",
  "result",
  "skill_listing",
  "stream_event",
  "summary",
  "task_reminder",
  "todo_reminder",
  "turn_duration",
] as const;

const quietNames: Readonly<Record<(typeof quietKinds)[number], string>> = {
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

/** What a failure is called that a hook had, by its kind. */
export function hookFailure(kind: string): string {
  return Object.hasOwn(hookFailures, kind) ? (hookFailures[kind] ?? "") : "Hook failed";
}

function isQuiet(name: string): name is keyof typeof quietNames {
  return (quietKinds as readonly string[]).includes(name);
}

/** A kind of background record as a person says it; one that is not known keeps its name. */
export function machineryKind(name: string): string {
  return isQuiet(name) ? quietNames[name] : (Object.hasOwn(machinery, name) && machinery[name]?.[0]) || spaced(name);
}

/** "2 hooks, changed file, 3 background records". */
export function machineryWords(kinds: readonly Count[]): string {
  const counts = new Map<string, [n: number, many: string]>(); // several kinds go by one word
  let uncounted = 0;
  for (const { name, count } of kinds) {
    if (isQuiet(name)) {
      uncounted += count;
      continue;
    }
    const [one, many] = (Object.hasOwn(machinery, name) && machinery[name]) || [spaced(name), spaced(name)];
    counts.set(one, [(counts.get(one)?.[0] ?? 0) + count, many]);
  }
  const list = [...counts].map(([one, [n, many]]) => (n === 1 ? one : `${number(n)} ${many}`));
  return (uncounted > 0 ? [...list, words.row.quiet(uncounted)] : list).join(", ");
}

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
  const label = words.flavor[row.flavor] || noteKind(row.name);
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

/** What another agent's message in JSON says. */
export function peerEvent(name: string): string {
  return Object.hasOwn(peerEvents, name) ? (peerEvents[name] ?? "") : spaced(name);
}

/** Why a headless run ended early, by the subtypes of its result; and codes of the network. */
const stops: Readonly<Record<string, string>> = {
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
export function errorWords(text: string): string {
  return Object.hasOwn(stops, text) ? (stops[text] ?? text) : text;
}

/** The words of a name such as "hook_progress". */
/** "get tides" of get_tides. */
export function spaced(name: string): string {
  return name.replace(/[_-]+/g, " ").trim() || name;
}

/** What a file seems to be, as the parser names it. */
const seemings: Readonly<Record<string, string>> = {
  png: "a PNG image",
  jpeg: "a JPEG image",
  gif: "a GIF image",
  webp: "a WebP image",
  image: "an image",
  pdf: "a PDF document",
  zip: "a zip archive",
  gzip: "a gzip archive",
  html: "an HTML page",
  xml: "an XML document",
  json: "JSON, but not a session",
  jsonl: "JSON lines, but not a session",
  text: "plain text",
  sqlite: "an SQLite database; some other coding agents keep their sessions in one",
  binary: "a binary file",
  nul: "nothing but NUL bytes, which can happen after a system crash",
  utf16: "UTF-16 text, as Windows PowerShell writes it; save it as UTF-8 and try again",
};

/** Programs whose logs are told by their first record. */
const agents: Readonly<Record<string, string>> = {
  aider: "Aider",
  amp: "Amp",
  cline: "Cline",
  codex: "Codex",
  continue: "Continue",
  copilot: "Copilot CLI",
  cursor: "Cursor",
  droid: "Factory Droid",
  gemini: "Gemini CLI",
  opencode: "OpenCode",
  qwen: "Qwen Code",
};

/** What Claude Code keeps beside its sessions, and what helps instead. */
const details: Readonly<Record<string, readonly [what: string, why: string]>> = {
  history: [
    "This is the list of your prompts",
    "contains what was typed in all sessions, without the replies; the sessions are in the “projects” folder next to it",
  ],
  index: ["This is a list of sessions", "only lists them"],
  journal: ["This is the journal of a workflow", "says which agents ran, not what they said"],
  settings: ["This is a settings file", "contains settings, not a session"],
};

/** A machine's words with a full stop, since more words follow. */
function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function megabytes(bytes: number): string {
  return `${number(Math.ceil(bytes / 1e6))} MB`;
}

/** Says what is wrong, why, and what to do. */
export function failureText(failure: Failure): FailureText {
  const name = failure.path.slice(failure.path.lastIndexOf("/") + 1);
  const file = name === "" ? "This" : `“${name}”`;
  const text = `${failure.path}: ${sentence(failure.detail)}`;
  const instead = "Drop a .jsonl file from ~/.claude/projects instead, or the whole folder.";
  switch (failure.code) {
    case "empty":
      return { what: "This file is empty", why: `${file} has no content.`, help: instead };
    case "not-a-transcript": {
      const agent = Object.hasOwn(agents, failure.detail) ? agents[failure.detail] : undefined;
      if (agent !== undefined) {
        return {
          what: `This is ${/^[AEIO]/.test(agent) ? "an" : "a"} ${agent} log`,
          why: `${file} was written by another program. Unspool reads Claude Code sessions.`,
          help: instead,
        };
      }
      const detail = Object.hasOwn(details, failure.detail) ? details[failure.detail] : undefined;
      if (detail !== undefined) return { what: detail[0], why: `${file} ${detail[1]}.`, help: instead };
      if (failure.detail === "zip" || failure.detail === "gzip") {
        return {
          what: "This is an archive",
          why: `${file} seems to be ${seemings[failure.detail] ?? ""}.`,
          help: "Unpack it first, then drop the folder.",
        };
      }
      return {
        what: "This is not a Claude Code session",
        why: `${file} seems to be ${seemings[failure.detail] ?? (failure.detail || "something else")}.`,
        help: failure.path.includes("://") ? "Use the address of the raw file, not of a page that shows it." : instead,
      };
    }
    case "no-sessions":
      return {
        what: "No sessions found",
        why: "There is no Claude Code transcript in it.",
        help: "Sessions are .jsonl files. Claude Code saves them in ~/.claude/projects.",
      };
    case "unreadable":
      return {
        what: `${name === "" ? "The file" : file} could not be read`,
        why:
          failure.detail === ""
            ? `The browser could not read ${name || "it"}.`
            : `Browser error: ${sentence(failure.detail)}`,
        help: "It may have changed or moved while being read. Drop it again.",
      };
    case "options":
      return {
        what: "The session can't be shown with these options",
        why: sentence(failure.detail),
        help: "Check the turns, show and hide options.",
      };
    case "prices":
      return {
        what: "The price table could not be read",
        why: `${file}: ${sentence(failure.detail)}`,
        help: "Fix that line, or drop the session without the table.",
      };
    case "address":
      return { what: "The address could not be opened", why: text, help: "Check the address." };
    case "missing":
      return {
        what: "No file at this address",
        why: text,
        help: "Check the address. Only public files can be read.",
      };
    case "refused":
      return failure.detail.startsWith("5")
        ? { what: "The server reported an error", why: text, help: "Try again later." }
        : {
            what: "The server refused access to this file",
            why: text,
            help: "Only public files can be read: no login is sent.",
          };
    case "moved":
      return {
        what: "The address redirects to another host",
        why: `${failure.path} redirects to ${sentence(failure.detail)}`,
        help: "",
      };
    case "blocked":
    case "slow":
    case "cut":
    case "too-large":
      return { what: "The file could not be fetched", why: sentence(failure.detail), help: "" };
    case "worker":
    case "wasm":
      if (name !== "") {
        const folder = failure.path.slice(0, -name.length);
        return {
          what: "The viewer’s own files could not be loaded",
          why: sentence(failure.detail),
          help: `Check that they are in ${folder}, all from the same build.`,
        };
      }
      return {
        what: failure.code === "wasm" ? "WebAssembly did not start" : "The parser did not start",
        why: sentence(failure.detail),
        help: "Try again. If that does not help, reload the page or use a current browser.",
      };
    case "crashed": {
      const why = failure.detail === "" ? "No reason was given." : `Last message: ${sentence(failure.detail)}`;
      return failure.detail.startsWith("out of memory")
        ? {
            what: "Not enough memory",
            why,
            help: "Close other tabs and try again, or open fewer files at once.",
          }
        : {
            what: failure.path === "" ? "The parser stopped" : `The parser for ${failure.path} stopped`,
            why,
            help: "Try again. If it stops again, please report a bug.",
          };
    }
  }
}

/** What only a viewer says that stands in somebody else's page. */
export const embedWords = {
  label: "Claude Code session",
  sessions: "Sessions",
  nothing: (turns: number) => `Nothing in this part of the session, which has ${count(turns, "turn")}.`,
};

// What only the page in a frame says (embed.html).

export const frameWords = {
  version: (asked: string) => ({
    what: "This viewer does not support that kind of address",
    why: `It reads addresses with v=1${asked === "" ? ", and this one has no v" : `; this one has v=${asked.slice(0, 20)}`}.`,
  }),
  address: {
    what: "The address could not be opened",
    why: "This viewer reads transcripts from its own site, and others over https without a user name. Check the address after src=.",
  },
  remote: (hosts: string) => ({
    what: `This session is on ${hosts}`,
    why: "You can open it on a page that asks you first.",
    go: "Continue",
  }),
  severalRemote: (hosts: string) => ({
    what: `This session is on ${hosts}`,
    why: "This page reads from other hosts only when it is embedded, and the viewer that asks you first opens one address at a time.",
  }),
  alone: {
    what: "No session here",
    why: "This page is made to be embedded in another page, which chooses the session.",
    go: "Open the viewer",
  },
} as const;

// What comes when it is wanted: bodies, images, panels, cards.

/** Of a session's figures, as the panes, a card and an element on a page of others tell them. */
export const figureWords = {
  title: "About this session",
  open: "Details",
  equivalent: "API list price at the time",
  damaged: (n: number) => count(n, "problem in the file", "problems in the file"),
} as const;

export const lateWords = {
  again: "Try again",
  noWords: "No text",
  tokens: (n: string) => `${n}${NBSP}token${n === "1" ? "" : "s"}`,
  loadedRemains: "Everything read so far is still here.",
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
  remote: {
    title: (host: string) => `This session is on ${host}`,
    why: "This page never connects to other hosts. Another page can, and asks you first.",
    go: "Continue",
  },
  looked: (files: number, entries: number) =>
    `Scanning the folder: ${count(files, "file")} found, ${number(entries)} checked`,
  leftOut: {
    files: "There are more than 50,000 possible session files. The rest were skipped.",
    entries: "There are more than 500,000 files and folders. The rest were skipped.",
    deep: "Folders more than 24 levels deep were skipped.",
    unread: "Some files or folders could not be read and were skipped.",
  },
  skippedFiles: {
    count: (n: number) => `${count(n, "file")} skipped`,
    names: (names: readonly string[], more: number) =>
      `No session in ${names.join(", ")}${more > 0 ? ` and ${count(more, "more file")}` : ""}.`,
  },
  attempts: {
    name: "Attempts from here",
    title: (attempts: number) => `${number(attempts + 1)} attempts from here`,
    attempt: "Earlier",
    nth: (n: number) => `Earlier ${number(n)}`,
    currentAttempt: "Kept",
    below: "continues below",
    end: (more: boolean) => `End of this attempt${more ? ". The one that was kept continues below." : ""}`,
    nothing: "Nothing was sent after this",
  },
  close: "Close",
  facts: {
    cost: "Cost",
    recorded: "Recorded by Claude Code",
    recordedBy: { "cost-state": "for the whole session", result: "in its result", costUSD: "with each response" },
    lowerBound: "at least",
    noPrice: "no price",
    models: "Models",
    changes: "During the session",
    responses: (n: number) => count(n, "response"),
    input: "Input",
    output: "Output",
    thinking: (n: string) => `including ${n} thinking`,
    cacheRead: "Cache read",
    cacheWrite: "Cache write",
    hour: (n: string) => `${n} with 1-hour cache`,
    searches: "Web searches",
    fetches: "Web fetches",
    model: "Model",
    versions: "Version",
    branches: "Branch",
    folders: "Folder",
    permissions: "Permissions",
    modes: "Mode",
    tag: "Tag",
    worktree: "Worktree",
    relocated: "Moved to",
    artifact: "Published page",
    agentName: "Agent",
    pullRequest: "Pull request",
    continuedIn: "Continued in",
    more: (n: number) => `and ${number(n)} more`,
  },
  selection: {
    everything: (rows: number) => `All ${count(rows, "line")} selected. Copy to copy them, Escape to deselect.`,
    copying: (rows: number, all: number) => `Copying: ${number(rows)} of ${count(all, "line")}`,
    copied: (rows: number) => `Copied ${count(rows, "line")}.`,
    cut: (rows: number, all: number) =>
      `Copied the first ${number(rows)} of ${count(all, "line")}: the rest is too much to copy.`,
    again: "The text is ready. Copy again to put it on the clipboard.",
  },
  print: { preparing: "Preparing to print…" },
  row: {
    brokenFile: "This file could not be decoded.",
    details: "Details",
    cut: (size: string) => `Truncated. Full size: ${size}.`,
    loadAll: (size: string) => `Load all (${size})`,
    save: "Save as file",
    moreHooks: (n: number) => `and ${count(n, "more hook")}`,
    cutList: (shown: number, all: number) => `Showing the first ${number(shown)} of ${number(all)}.`,
    document: "Document",
    remoteImage: (host: string) => `Image on ${host} (not loaded)`,
    imageOf: (n: number, of: number, name: string, width: number, height: number, size: string) =>
      [
        `Image${of === 1 ? "" : ` ${n} of ${of}`}${name === "" ? "" : `: ${name}`}`,
        width > 0 ? `${number(width)} × ${number(height)}` : "",
        size,
      ]
        .filter((one) => one !== "")
        .join(", "),
    imageSize: (width: number, height: number, size: string) => `${number(width)} × ${number(height)} · ${size}`,
    moreImages: (n: number) => `Show ${count(n, "more image")}`,
    imagesLeft: (n: number, orFiles: boolean) =>
      `${
        orFiles
          ? count(n, "more image or file is", "more images or files are")
          : count(n, "more image is", "more images are")
      } in the record.`,
    pdf: (size: string) => `PDF · ${size}`,
    download: "Download",
    downloadOf: (name: string) => `Download ${name}`,
    cutImage: "incomplete",
    brokenImage: "This image could not be decoded.",
    hugeImage: "This image is too large to show.",
    notImage: (type: string) => `Not shown: ${type || "unknown type"}`,
    raw: (line: number) => `Raw record · line ${number(line)}`,
    rawNext: (line: number) => `line ${number(line)}`,
    rawOf: (path: string, line: number) => `Raw record · ${path} · line ${number(line)}`,
    hideRaw: "Hide raw record",
    rawCut: (shown: string, whole: string) => `Showing the first ${shown} of ${whole}.`,
  },
  lightbox: { actual: "100 %", previous: "Previous image", next: "Next image" },
  about: {
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
    copyTurn: "Copy turn as Markdown",
    copyLink: "Copy link",
    inspect: "Open inspector",
    inPlace: "Show raw JSON",
    call: "Show raw call and result",
    hide: "Hide raw JSON",
    cut: "The rest is omitted here: too long.",
    stops: {
      end_turn: "End of turn",
      tool_use: "Tool call",
      max_tokens: "Token limit",
      stop_sequence: "Stop sequence",
      pause_turn: "Paused",
      refusal: "Refusal",
      model_context_window_exceeded: "Context window full",
    },
  },
  render: {
    code: "Code",
    diff: "Changes",
    table: (rows: number, columns: number) => `Table, ${count(rows, "row")}, ${count(columns, "column")}`,
    output: "Output",
    stdout: "Output",
    stderr: "Errors (stderr)",
    notes: "Notes",
    note: (n: number) => `Note ${n}`,
    back: "↩\ufe0e",
    noteBack: (n: number) => `Back to reference ${n}`,
    before: "Before",
    after: "After",
    empty: "Empty",
    noChange: "No change",
    noOutput: "No output",
    noNewline: "No newline at the end",
    notCompared: "Too large to compare. Both sides are shown in full.",
    wrap: "Wrap",
    copy: "Copy",
    copyMenu: "Copy one side or the patch",
    copyBefore: "Copy before",
    copyAfter: "Copy after",
    copyPatch: "Copy patch",
    view: "View",
    unified: "Unified",
    split: "Split",
    newFile: "New file",
    emptied: "Emptied",
    misfit: "This patch does not match the file recorded with it. It is shown as recorded.",
    invalidPatch: "This patch has wrong line counts or invalid lines.",
    fileCut: "The file before this change is too large: only its beginning is shown.",
    patchCut: "The patch is too large: only its beginning is shown.",
    copyCommand: "Copy command",
    copyOutput: "Copy output",
    copied: (hidden: number) => (hidden === 0 ? "Copied" : `Copied without ${count(hidden, "hidden character")}`),
    notCopied: "Blocked by the browser",
    notRead: "Could not be read",
    exit: (code: number) => `exit${NBSP}${code}`,
    changes: (added: number, removed: number) => `${count(added, "line")} added, ${number(removed)} removed`,
    unchanged: (n: number) => count(n, "unchanged line"),
    showUnchanged: (n: number) => `Show ${count(n, "unchanged line")}`,
    moreLines: (all: number, next: number) =>
      all === next ? `Show ${count(all, "more line")}` : `Show ${number(next)} of ${count(all, "more line")}`,
    moreCharacters: (n: number) => `Show ${count(n, "more character")}`,
    hiddenSequences: (n: number) => `${count(n, "control sequence")} hidden`,
    overwritten: (n: number) => `Overwritten ${n === 1 ? "once" : `${number(n)} times`}; showing the final state`,
    taskDone: "done",
    taskOpen: "not done",
    math: "Formula (source)",
    mermaid: "Mermaid diagram (source)",
    picture: (alt: string, host: string) =>
      `Image${alt === "" ? "" : `: ${alt}`} (${host === "" ? "not loaded" : `on ${host}, not loaded`})`,
    notALink: "Not a web address",
    plain: {
      size: "Shown as plain text: too long to format.",
      deep: "Shown as plain text: nested too deeply or too complex.",
      time: "Shown as plain text: formatting took too long.",
      worker: "Shown as plain text: formatting is not available here.",
    },
  },
  spilled: {
    given: (name: string, size: string) => `The full output${size === "" ? "" : ` (${size})`} comes from ${name}.`,
    binary: (name: string, size: string) =>
      `The full output${size === "" ? "" : ` (${size})`} is in ${name}, which is not text.`,
    missing: (name: string, size: string) =>
      `Only the beginning is recorded. The full output${size === "" ? "" : ` (${size})`} is in ${name}, which is not loaded.`,
    raw: (name: string) => `Raw file · ${name}`,
  },
  retry: {
    number: (n: number, most: number) => (n === 0 ? "" : most > 0 ? `${number(n)} of ${number(most)}` : number(n)),
    unsaid: "No message recorded",
    wait: (time: string) => `retried after ${time}`,
    request: (id: string) => `request ${id}`,
  },
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

export function fieldName(name: string): string {
  return Object.hasOwn(fieldNames, name) ? (fieldNames[name] ?? name) : name;
}

/** A field that is true, as a sentence; "" for others. */
export function fieldText(name: string): string {
  return Object.hasOwn(fieldTexts, name) ? (fieldTexts[name] ?? "") : "";
}

/** Why a response ended, as a person says it. */
export function stopWords(reason: string): string {
  return Object.hasOwn(lateWords.about.stops, reason)
    ? lateWords.about.stops[reason as keyof typeof lateWords.about.stops]
    : spaced(reason);
}

const queueOperations: Readonly<Record<string, string>> = {
  enqueue: "queued",
  dequeue: "sent",
  remove: "picked up",
  popAll: "withdrawn",
};

/** What became of words that were typed while Claude worked. */
export function queueOperation(name: string): string {
  return Object.hasOwn(queueOperations, name) ? (queueOperations[name] ?? name) : name;
}

// What stands around and over a conversation.

/** Where lines stand that belong to no turn: every pane calls it the same. */
const outsideOfTurns = "Other activity";

export const paneWords = {
  facts: {
    atWork: (all: string, active: string) => `${all}, ${active} active`,
    span: (all: string) => `${all} from the first record to the last`,
    active: (time: string) => `${time} active: from each prompt to the end of its turn`,
  },
  close: "Close",
  findings: "Problems in the file",
  alsoFound: "Also noticed",
  place: (file: string, line: number, offset: number) =>
    line > 0 ? `${file}, line ${number(line)}, byte ${number(offset)}` : file,
  bytes: (size: string) => `Show bytes (${size})`,
  hideBytes: "Hide bytes",
  library: {
    title: "Sessions",
    sessions: (n: number) => count(n, "session"),
    projects: (n: number) => count(n, "project"),
    tokens: (n: string) => `${n}${NBSP}tokens`,
    ofAll: (n: string, all: number) => `${n} of ${number(all)}`,
    filter: "Filter sessions",
    filterHint: "Filter by title, prompt, branch, model…",
    project: "Project",
    allProjects: "All projects",
    sort: "Sort",
    sortings: {
      newest: "Newest first",
      oldest: "Oldest first",
      cost: "Highest cost",
      turns: "Most turns",
      size: "Largest",
      title: "Title",
    },
    byProject: "Group by project",
    silent: (n: number) => `Show ${count(n, "empty session")}`,
    hideSilent: "Hide empty sessions",
    noMessages: "Empty session",
    noDate: "No date",
    noProject: "Unknown project",
    none: "No matching sessions",
    notCounted: "counting…",
    lost: "not loaded: the parser stopped",
    counted: (n: number, all: number) => `${number(n)} of ${number(all)} processed`,
    clear: "Clear filter",
    more: (n: number) => `Continued or copied in ${count(n, "session")}`,
    loneAgents: (n: number) => `${count(n, "subagent")} without a parent session`,
    left: (n: number) => `+${n}`,
    noMore: "No more sessions in this direction.",
  },
  live: {
    following: "Live",
    paused: "Paused",
    gone: "File deleted",
    followingNote: "New lines appear as they are written. Click to pause live updates.",
    pausedNote: "New lines are not read. Click to resume live updates.",
    goneNote: "The file no longer exists. What was read stays available. Click to stop checking for it.",
    reload: "Reload",
    reloadNote: "Reload the files. Your place is kept.",
    fresh: (n: number) => count(n, "new line"),
    cut: "The file was truncated and has been reloaded.",
    replaced: "The file was replaced and has been reloaded.",
    deleted: "The file was deleted. What was read stays available.",
    unread: (name: string) => `New lines of “${name}” could not be read. Retrying.`,
    back: "The file is back.",
    reloaded: "Reloaded.",
  },
  keys: {
    title: "Keyboard shortcuts",
    note: "Shortcuts work while the conversation is focused.",
    mod: { mac: "⌘", other: "Ctrl" },
    others: [
      {
        name: "Everywhere",
        keys: [
          ["Enter", "Expand, collapse or open"],
          ["Esc", "Close or go back"],
          ["Tab", "Next area"],
        ],
      },
      {
        name: "Outline and trees",
        keys: [
          ["↑ ↓", "Previous or next line"],
          ["→", "Expand"],
          ["←", "Collapse or go to the parent"],
          ["Home End", "First or last line"],
        ],
      },
      {
        name: "Timeline",
        keys: [
          ["← →", "Previous or next step"],
          ["↑ ↓", "Lane above or below"],
          ["+ −", "Zoom in or out"],
          ["0", "Zoom to fit"],
          ["Shift ← →", "Pan"],
        ],
      },
    ],
  },
  noMoreErrors: "No more errors in this direction.",
  noMoreTurns: "No more turns in this direction.",
  machineryHidden: "Background records are hidden.",
  machineryShown: "Background records are shown.",
  thinkingOpen: "Thinking is shown.",
  thinkingFolded: "Thinking is hidden.",
  allOpen: "All lines are expanded. Agents and earlier attempts expand one at a time.",
  allClosed: "All lines are collapsed.",
  goTo: {
    title: "Go to",
    label: "Turn number or record ID",
    go: "Go",
    missing: "No such turn or record.",
    gone: "That message is not in these files.",
  },
  actions: {
    move: "Navigate",
    show: "Show",
    more: "General",
    sessions: "Sessions",
    nextSession: "Next session",
    sessionBefore: "Previous session",
    allSessions: "All sessions",
    follow: "Pause or resume live updates",
    reload: "Reload files",
    nextLine: "Next line",
    lineBefore: "Previous line",
    nextTurn: "Next turn",
    turnBefore: "Previous turn",
    nextError: "Next error",
    errorBefore: "Previous error",
    find: "Search",
    nextMatch: "Next match",
    matchBefore: "Previous match",
    goTo: "Go to a turn",
    start: "Start",
    end: "End",
    open: "Expand or collapse",
    openAll: "Expand all",
    closeAll: "Collapse all",
    about: "Show details",
    thinking: "Show or hide thinking",
    machinery: "Show or hide background records",
    undoFilter: "Undo the last filter change",
    everything: "Show everything",
    timeline: "Show or hide the timeline",
    zoomToTurn: "Zoom the timeline to this turn",
    file: "Show this file's changes",
    selectAll: "Select all",
    print: "Print",
    palette: "Search commands, turns, agents and files",
    help: "Keyboard shortcuts",
    outline: "Show or hide the outline",
  },
  palette: {
    title: "Search commands, turns, agents and files",
    titleOfList: "Search commands and sessions",
    kinds: { command: "command", turn: "turn", agent: "agent", file: "file", session: "session" },
    hint: (kinds: readonly string[]) => `Search ${kinds.map((kind) => `${kind}s`).join(", ")}…`,
    found: "Results",
    none: "No results",
    action: "Command",
    view: "View",
    pane: "Pane",
    filter: "Filter",
    session: "Session",
    turn: "Turn",
    numbered: (turn: number) => (turn > 0 ? `turn ${number(turn)}` : ""),
    agent: "Agent",
    file: "File",
    presets: {
      skim: "Skim: only prompts",
      conversation: "Dialogue: only prompts and replies",
      changes: "Only prompts and file changes",
      errors: "Only errors",
    },
    themes: { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" },
    save: "Save as HTML",
    another: "Open another file or folder",
    about: "About Unspool",
    copyLink: "Copy link to this message",
    linkCopied: "Link copied.",
    notCopied: "Copying is blocked on this page. The link is in the address bar.",
  },
  records: {
    title: "Records",
    total: (size: string, files: number, records: number, pieces: number, lines: number) =>
      `${size} in ${count(files, "file")}: ${count(records, "record")}${
        pieces > 0 ? ` and ${count(pieces, "damaged section")}` : ""
      } on ${count(lines, "line")}${pieces > 0 ? ", not counting blank ones" : ""}. Every byte is accounted for.`,
    unread: "The files could not be read again. They may have changed.",
    number,
    whereBytes: "Coverage",
    bar: "Shares of shown, merged, hidden and damaged bytes, as in the table",
    entry: "Category",
    bytes: "Bytes",
    share: "Share",
    sum: (fits: boolean) => (fits ? "Total (matches the file size)" : "Total"),
    tenths: (share: number, bytes: number) =>
      share === 0 && bytes > 0 ? `<${NBSP}0.1${NBSP}%` : `${(share / 10).toFixed(1)}${NBSP}%`,
    fates: { shown: "Shown", merged: "Merged", hidden: "Hidden", damaged: "Damaged" },
    hidden: (reason: string) => `Hidden: ${reason}`,
    reason: (name: string) =>
      (Object.hasOwn(hiddenReasons, name) ? hiddenReasons[name]?.[0] : undefined) ?? spaced(name),
    about: (disposition: "shown" | "merged" | "hidden" | "damaged", reason: string): string => {
      switch (disposition) {
        case "shown":
          return "lines of the conversation and their details";
        case "merged":
          return "repeats another record";
        case "damaged":
          return "not a valid record";
        case "hidden":
          return (Object.hasOwn(hiddenReasons, reason) ? hiddenReasons[reason]?.[1] : undefined) ?? "";
      }
    },
    byFile: "By file",
    file: "File",
    roles: {
      main: "conversation",
      agent: "agent",
      meta: "agent metadata",
      spilled: "long output",
      other: "other file",
    },
    shared: "part of it",
    moreTypes: (n: number) => `and ${count(n, "rarer type")}`,
    moreFiles: (n: number) => `and ${count(n, "smaller file")}`,
    types: "Record types",
    type: "Type",
    records: "Records",
    unknownBlocks: "Content blocks of unknown types",
    found: "Problems",
    nothingFound: "No problems found",
    severities: { info: "note", warning: "incomplete", error: "unreadable" },
    times: (n: number) => `${number(n)}×`,
    more: (n: number) => `Show more (${number(n)} left)`,
    notListed: (n: number) => `${number(n)} more not listed`,
    toRow: "Show in the conversation",
    noRow: "Not shown in the conversation",
    shape: {
      title: "Shareable bug report",
      what: "If Unspool shows a session incorrectly, this report helps find out why without revealing what is in the session.",
      holds:
        "It contains record types, field names and value types that belong to the format, how often each occurs, " +
        "Claude Code versions, names of built-in tools, and sizes. It contains no text, paths, IDs, times, or names " +
        "of people, projects, servers or third-party tools.",
      make: "Create report",
      making: (share: number) => `Creating report… ${percent(share)}`,
      copy: "Copy report",
      copied: "Copied.",
      notCopied: "Copying is blocked on this page. Select the text instead.",
    },
  },
  files: {
    title: "Files",
    noFile: "This line did not touch a file.",
    list: "Files touched by the session",
    projectFolder: "In the session's folder",
    filter: "Filter by name",
    show: "Show",
    order: "Order",
    kinds: { all: "All files", changed: "Changed", "only-read": "Only read", failed: "With errors" },
    orders: { folder: "By folder", changed: "Most changed", read: "Most read" },
    columns: { name: (n: number) => count(n, "file"), read: "Read", changed: "Edits", lines: "Lines" },
    sum: ({ changed, created, read, added, removed }: FileSums) =>
      [
        changed > 0
          ? `${number(changed)} changed${created > 0 ? ` (${number(created)} new)` : ""}, +${number(added)} −${number(removed)} ${
              count(added + removed, "line").split(NBSP)[1] ?? ""
            }`
          : "",
        read > 0 ? `${number(read)} only read` : "",
      ].filter((part) => part !== ""),
    failedCalls: (n: number) => `${count(n, "call")} failed`,
    toErrors: "Show all errors in the conversation, including those of other tools",
    facts: (file: TouchedFile, folder: string) =>
      [
        folder === "" ? "" : `in ${folder}`,
        file.created ? "new" : "",
        file.reads > 0 ? `read ${times(file.reads)}` : "",
        file.edits > 0 ? `edited ${times(file.edits)}` : "",
        file.writes > 0 ? `written ${times(file.writes)}` : "",
        file.failed > 0 ? `${count(file.failed, "call")} failed` : "",
      ]
        .filter((part) => part !== "")
        .join(", "),
    done: (file: TouchedFile) =>
      [
        file.reads > 0 ? `Read ${times(file.reads)}` : "",
        file.edits > 0 ? `edited ${times(file.edits)}` : "",
        file.writes > 0 ? `written ${times(file.writes)}` : "",
        file.unsized < file.edits + file.writes ? `+${number(file.added)} −${number(file.removed)} lines total` : "",
        file.unsized > 0 ? `${count(file.unsized, "change")} of unknown size` : "",
        file.failed > 0 ? `${count(file.failed, "call")} failed` : "",
        file.open > 0 ? `${count(file.open, "call")} without a result` : "",
        file.agents ? "also by agents" : "",
      ]
        .filter((part) => part !== "")
        .join(" · "),
    looking: (share: number) => `Scanning tool calls… ${percent(share)}`,
    computing: (share: number) => `Combining edits… ${percent(share)}`,
    none: "No files were read or changed by tools in this session.",
    noneFound: "No matching files",
    chooseOne: "Select a file to see its diff.",
    notHere: "The session did not touch this file.",
    unread: "The files could not be read again. They may have changed.",
    back: "All files",
    net: "Net change",
    touches: "History",
    more: (n: number) => `Show more (${number(n)} left)`,
    gap: "What happened to the file between these two changes is not recorded.",
    emptyFile: "An empty file was created.",
    asBefore: "No net change: the file ends up as it started.",
    noNet: "The diff can't be reconstructed.",
    notes: (name: string, n: number): string => {
      const changes = count(n, "change");
      switch (name) {
        case "tabs":
          return "The transcript does not show whether these lines are indented with spaces or tabs.";
        case "outside":
          return `${changes} came from outside the session's tools: a person, a command or a formatter.`;
        case "absent":
          return (
            `${changes} came from outside the tools recorded here: ` +
            `a person, a command, a formatter, or an agent whose transcript is not loaded.`
          );
        case "unplaced":
          return `${changes} can't be placed: neither a patch nor the content is recorded.`;
        case "large":
          return `${changes} can't be reconstructed: too much is replaced, or the file is too long.`;
        case "before":
          return `${changes} replaced content that is not recorded.`;
        case "left":
          return `Excluded: ${changes} in an earlier attempt, undone by a rewind.`;
        case "failed":
          return `Excluded: ${count(n, "call")} that failed or ${n === 1 ? "was" : "were"} declined.`;
        case "open":
          return `Excluded: ${count(n, "call")} without a recorded result.`;
        default:
          return "Too long to show in full.";
      }
    },
    verbs: { read: "Read", edit: "Edited", write: "Written", create: "Created" },
    status: {
      ok: "",
      background: "",
      error: "failed",
      rejected: "declined",
      interrupted: "interrupted",
      denied: "not permitted",
      running: "running",
      none: "no result recorded",
    },
    turn: (n: number) => `turn ${number(n)}`,
    beforeTurns: "before the first turn",
    by: (agent: string) => `by agent ${agent}`,
    abandoned: "in an earlier attempt",
    toRow: "Show in the conversation",
    toRowOf: (verb: string, turn: number) => `Show in the conversation: ${verb}, turn ${number(turn)}`,
    patch: "Save as patch",
    patchTitle:
      "All changes as one patch for git apply. Changes by shell commands are included only as far as later calls show them.",
    saving: (share: number) => `Creating patch… ${percent(share)}`,
    grew: "the files changed in the meantime.",
    patchIntro: "The changes of one session, combined by file: from the first known content of each to the last.",
    patchUse: "Apply it in the session's folder with: git apply",
    patchEmpty: "No file was changed.",
    patchLimits: (missing: boolean) =>
      `Changes by shell commands, people and other programs${missing ? ", and by agents whose transcripts are not loaded," : ""}` +
      " are included only as far as later calls show them.",
    patchCount: (name: string, n: number): string => {
      const few = n === 1;
      const files = few ? "1 file" : `${n} files`;
      const changes = few ? "1 change" : `${n} changes`;
      switch (name) {
        case "whole":
          return `${files} that ${few ? "applies" : "apply"}`;
        case "tabs":
          return `${n} of them may have had tabs: if ${few ? "it does" : "they do"} not apply, add --ignore-whitespace`;
        case "same":
          return `${files} that ${few ? "ends" : "end"} up as ${few ? "it" : "they"} started`;
        case "partly":
          return `${files} that could not be reconstructed: ${few ? "only a comment" : "only comments"}`;
        case "outside":
          return `${files} outside the session's folder: ${few ? "only a comment" : "only comments"}`;
        case "git":
          return `${files} inside .git: ${few ? "only a comment" : "only comments"}`;
        case "failed":
          return `${changes} that failed or ${few ? "was" : "were"} declined: excluded`;
        case "left":
          return `${changes} in ${few ? "an abandoned attempt" : "abandoned attempts"}: excluded`;
        case "open":
          return `${changes} without a recorded result: excluded`;
        default:
          return `${n} ${name}`;
      }
    },
    patchNote: (name: string, n: number): string => {
      const changes = n === 1 ? "1 change" : `${n} changes`;
      switch (name) {
        case "tabs":
          return "The indentation may have been tabs: the transcript does not show which.";
        case "outside":
          return `${changes} came from outside the session's tools; included as far as later calls show them.`;
        case "absent":
          return (
            `${changes} came from outside the tools recorded here, or from an agent whose ` +
            "transcript is not loaded; included as far as later calls show them."
          );
        case "unplaced":
          return `${changes} can't be placed: too little is recorded.`;
        case "large":
          return `${changes} can't be reconstructed: too much is replaced, or the file is too long.`;
        case "before":
          return `${changes} replaced content that is not recorded.`;
        case "left":
          return `Excluded: ${changes} in an abandoned attempt.`;
        case "open":
          return `Excluded: ${changes} without a recorded result.`;
        case "elsewhere":
          return "This file is outside the session's folder.";
        case "git":
          return "This file is inside .git, which git does not patch.";
        case "same":
          return "This file ends up as it started.";
        default:
          return `${n} ${name}`;
      }
    },
  },
  filters: {
    name: "Filters",
    presets: "Presets",
    preset: { all: "All", skim: "Skim", conversation: "Dialogue", changes: "Changes", errors: "Errors" },
    presetNotes: {
      all: "All lines",
      skim: "Only prompts",
      conversation: "Prompts and replies, without tools and background records",
      changes: "Prompts and the calls that write files",
      errors: "Only errors",
    },
    lines: "Lines",
    tools: "Tools",
    agents: "Agents",
    kinds: {
      prompts: "Prompts",
      replies: "Replies",
      thinking: "Thinking",
      tools: "Tool calls",
      results: "Command output",
      agents: "Agents",
      machinery: "Background records",
      branches: "Earlier attempts",
      errors: "Errors",
      changes: "File changes",
    },
    only: "Only",
    onlyThis: (name: string) => `Show only ${name}`,
    allTools: "All tools",
    allAgents: "The whole session",
    failed: (n: number) => `${number(n)} failed`,
    find: "Find by name",
    noMatch: "No matching names",
    more: (n: number) => `${number(n)} more not listed`,
    noTools: "No tool calls",
    noAgents: "No agents, or their transcripts are not loaded",
    unnamed: "Agent",
    shown: (n: number, all: number) => (n === all ? count(all, "line") : `${number(n)} of ${count(all, "line")} shown`),
    active: "Active filters",
    showing: (names: string) => `Only ${names}`,
    hiding: (name: string) => `No ${name}`,
    hidingTools: (n: number) => `No calls to ${number(n)} tools`,
    ofAgent: (name: string) => `Only agent ${name}`,
    remove: (name: string) => `Remove filter: ${name}`,
    undo: "Undo",
    undoTitle: "Undo the last change (z)",
    everything: "Show everything",
    nothing: "No lines match these filters.",
    nearest: "That line is filtered out. This is the nearest visible one.",
    undone: "The last filter change is undone.",
    nothingToUndo: "No filter change to undo.",
  },
  bar: {
    name: "Views and panes",
    conversation: "Conversation",
    views: { usage: "Usage", files: "Files", records: "Records" },
    showPane: (name: string) => `Show ${name.toLowerCase()}`,
    hide: (name: string) => `Hide ${name.toLowerCase()}`,
    filtersOn: (n: number) => `Filter, ${number(n)} active`,
    panes: { outline: "Outline", timeline: "Timeline", find: "Search", filters: "Filter", inspector: "Inspector" },
  },
  find: {
    field: "Search the session",
    searchFlags: { case: "Match case", whole: "Whole words", phrase: "Exact phrase" },
    next: "Next match",
    before: "Previous match",
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
    nothing: "No matches",
    nothingFor: (text: string) => `No matches for “${text}”.`,
    failure: "Can't search for this",
    stopped: "The search stopped",
    places: (n: number, turns: number, more: boolean) =>
      `${count(n, "match", "matches", more)} in ${count(turns, "turn")}`,
    nth: (nth: number, n: number, turns: number, more: boolean) =>
      `${number(nth)} of ${number(n)}${more ? "+" : ""} in ${count(turns, "turn")}`,
    first: (n: number) => `Showing the first ${number(n)}.`,
    number: (n: number) => number(n),
    times,
    turn: (n: number) => `turn ${n}`,
    beforeTurns: outsideOfTurns,
    noPrompt: "Prompt not recorded",
    fromStart: "Continued from the first match.",
    fromEnd: "Continued from the last match.",
    gone: "This match is hidden by a filter.",
  },
  usage: {
    title: "Usage",
    unread: "Usage could not be calculated.",
    number,
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
    lowNote: "incomplete",
    thinking: (n: string) => `including ${n} thinking`,
    fed: "Input",
    fedNote: "cached + uncached",
    hits: "Cache hits",
    hitsNote: "of input",
    responses: "Responses",
    callsOf: (n: number) => count(n, "tool call"),
    duration: "Duration",
    work: (time: string) => `${time} active`,
    rate: "Tokens per minute",
    rateNote: "output, active time",
    // Kinds of tokens
    byKind: "Tokens",
    kind: "Kind",
    tokens: "Count",
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
    recordedBy: {
      "cost-state": "for the whole session, including resumed runs",
      result: "in its result",
      costUSD: "with each response",
    },
    recorded: (by: string, sum: string, difference: string) => `Claude Code recorded ${sum} ${by}: ${difference}.`,
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
      `No price for ${model}: ${count(responses, "response")} with ${tokens} tokens ${responses === 1 ? "is" : "are"} not included in the cost.`,
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
    inTurn: (n: number) => `turn ${number(n)}`,
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
    byTurn: "Turns (including agents)",
    byAgent: "Agents",
    tools: "Tools",
    model: "Model",
    turn: "Turn",
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
    noTurn: outsideOfTurns,
    abandoned: "Abandoned",
    noPrompt: "Prompt not recorded",
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
  },
  inspector: {
    name: "Inspector",
    close: "Close inspector",
    width: "Inspector width",
    nothing: "No details for this line.",
    noRecord: "This line has no record of its own.",
    kind: (kind: Row["kind"]) => words.kind[kind] || "Line",
    ended: "Ended",
    inSession: "In session",
    inTurn: "In turn",
    inAgent: "In agent",
    atStart: "at the start",
    after: (time: string) => `${time} after the start`,
    ahead: (time: string) => `${time} before the start`,
    stop: "Stop reason",
    usage: "Tokens and cost",
    noUsage: "None recorded for this line.",
    noWindow: "window size unknown",
    share: (percent: number, window: string) => `${percent}${NBSP}% of ${window}`,
    leads: "Related",
    to: {
      turn: "Turn",
      agent: "Started by",
      started: "Started",
      ended: "Completion reported",
      compaction: "Compaction",
      call: "Call",
      result: "Result",
      with: "Shown with",
      message: "Same reply",
      counts: "Duplicate of",
      before: "Parent",
      after: "Children",
      more: "",
    } satisfies Record<RecordLink["to"], string>,
    ids: "IDs",
    call: "Tool call",
    callOf: (tool: string) => `${tool} call`,
    moreCalls: "More calls",
    agent: "Agent",
    session: "Session",
    copyId: (label: string) => `Copy ID: ${label}`,
    record: "Record",
    recordsOfRow: "Records for this line",
    moreRecords: (n: number) => `and ${count(n, "more record")}`,
    line: (line: number) => `line ${number(line)}`,
    file: "File",
    place: "Position",
    wholeFile: "the whole file",
    range: (from: string, to: string, size: string) => `bytes ${from} to ${to}, ${size}`,
    type: "Type",
    disposition: {
      name: "In the conversation",
      own: "this line",
      shown: "part of another line",
      merged: "not shown: it repeats another record",
      damaged: "damaged: these bytes are not a record",
      hidden: (why: string) => `not shown: ${why}`,
      reasons: {
        hooks: "a hook",
        progress: "an update from a running tool",
        context: "system context, for the model only",
        system: "a system note from Claude Code",
        metadata: "session metadata",
        fillers: "an empty reply",
        retracted: "retracted or replaced by a retry",
        "internal-agents": "an internal agent of Claude Code",
        other: "unknown type",
        unfinished: "unfinished; it may still be being written",
        "too-many": "there are too many records",
        "other-files": "the file is not a transcript",
      },
    },
    toRow: "Go to line",
    previous: "Previous",
    next: "Next",
    previousRecord: "Previous record in the file",
    nextRecord: "Next record in the file",
    nth: (n: number, all: number) => `${number(n)} of ${number(all)}`,
    copyRecord: "Copy record",
    copyJson: "Copy as JSON",
    as: "Show record as",
    forms: { tree: "Tree", text: "Text", hex: "Bytes" },
    cut: (size: string) => `Showing the first ${size}.`,
    notText: (n: number, more: boolean) =>
      `${more ? "At least " : ""}${count(n, "byte")} ${n === 1 ? "is" : "are"} not valid text. ` +
      `${n === 1 ? "It is" : "They are"} marked in the byte view.`,
    notJson: "This is not valid JSON.",
    validTo: (to: string, all: string) => `Valid up to byte ${to} of ${all}.`,
    treeOf: (line: number) => `Record, line ${number(line)}`,
    textOf: (line: number) => `Text of line ${number(line)}`,
    bytesOf: (line: number) => `Bytes of line ${number(line)}`,
    earlier: "Show earlier content",
    tree: {
      root: "the record",
      more: (n: number) => `Show ${number(n)} more`,
      showMore: (next: string, all: string) => (next === all ? `Show the last ${all}` : `Show ${next} of ${all} more`),
      twin: "duplicate key",
      broken: "ends here",
      tooMany: (n: number) => `Only ${number(n)} lines are shown. Collapse some to see more.`,
      copyValue: "Copy value",
      copyPath: "Copy path",
    },
  },
  timeline: {
    main: "Conversation",
    agent: "Agent",
    agents: (n: number) => count(n, "agent"),
    missing: agentsHere,
    internal: "Background",
    moreLanes: (n: number) => `${number(n)} more lanes`,
    fewerLanes: "Fewer lanes",
    nothing: "Nothing to show on the timeline yet.",
    list: (n: number) => `Timeline, ${count(n, "step")}`,
    turn: (n: number) => number(n),
    inTurn: (n: number) => `turn ${number(n)}`,
    moreHere: (n: number) => `and ${number(n)} more here`,
    failed: "failed",
    noResult: "no result recorded",
    resultAfter: (length: string) => `result after ${length}`,
    key: "Legend",
    keyWithNotes: "Legend and notes",
    wheel: "Scroll to zoom, with Shift to pan. Where lanes scroll, hold Ctrl or ⌘ to zoom.",
    wheelWithin: "Hold Ctrl or ⌘ and scroll to zoom, Shift to pan.",
    zoom: "Zoom",
    in: "Zoom in (+)",
    out: "Zoom out (−)",
    whole: "Fit",
    wholeKey: "Zoom to fit (0)",
    pace: "Spacing",
    time: "Time",
    timeTitle: "Draw steps to time scale",
    even: "Steps",
    evenTitle: "Draw all steps equally long",
    fold: "Collapse pauses",
    foldTitle: "Shorten long pauses",
    pause: (length: string) => `${length} pause`,
    hours: (n: number) => `${number(n)}\u00a0h`,
    days: (n: number) => `${number(n)}\u00a0d`,
    timeless: "No timestamps are recorded: steps are drawn in order.",
    disordered: "Most timestamps are out of order: steps are drawn in file order.",
    backward: (n: number) =>
      n === 1
        ? "The timestamp of 1\u00a0record is out of order."
        : `The timestamps of ${count(n, "record")} are out of order.`,
    joined: "Very long session: some steps are merged or omitted.",
    legend: {
      prompt: "You",
      thinking: "Thinking",
      reply: "Writing",
      tool: "Tool",
      starter: "Starts an agent",
      asked: "Waiting for you",
      failed: "Error",
      compaction: "Compaction",
      interrupt: "Interrupted",
    },
    kinds: {
      prompt: "You",
      news: "Message",
      thinking: "Thinking",
      reply: "Claude",
      calling: "Writing a tool call",
      tool: "Tool",
      asked: "Question",
      waiting: "Waiting for you",
      failure: "API error",
      compaction: "Compaction",
      interrupt: "Interrupted",
    },
  },
  outline: {
    name: "Turns",
    filter: "Filter turns and agents",
    close: "Close outline",
    count: (turns: number, agents: number, missing: number) =>
      [count(turns, "turn"), agents === 0 ? "" : agentsHere(agents, missing)].filter((part) => part !== "").join(" · "),
    found: (n: number, all: number) => `${number(n)} of ${number(all)}`,
    nothing: "No matching turns",
    empty: "No turns in this session",
    turn: "Turn",
    attempt: (nth: number) => (nth === 0 ? "Earlier attempt" : `Earlier attempt ${number(nth)}`),
    compaction: "Compacted",
    compacted: (before: string, after: string) => `compacted ${before} → ${after}`,
    other: outsideOfTurns,
    unrecorded: "Prompt not recorded",
    interrupted: "interrupted",
    unanswered: "no reply",
    copied: "from another session",
    errors: (n: number) => count(n, "error"),
    failedAgents: (n: number) => `${number(n)} failed`,
    model: (name: string) => `switched to ${name}`,
    total: "All turns",
    share: (of: number) => `${percent(of)} of the session cost`,
    byAgents: (sum: string) => `including agents: ${sum}`,
    incomplete: "Some models have no known price",
    unpriced: "–",
    notShown: "That is not currently shown.",
  },
} as const;

/** For the dialog about the page itself. */
export const aboutWords = {
  title: "About Unspool",
  what: "Reads Claude Code sessions in your browser. Nothing leaves the page.",
  version: "Version",
  commit: "Commit",
  unknown: "unknown",
  docs: "Documentation",
  changelog: "Changelog",
  licenses: "Third-party licenses",
  license: "Free software under the MIT License. Not made by Anthropic.",
} as const;

/** For the dialog that saves a session as one page. */
export const savingWords = {
  title: "Save as HTML",
  what: "The result is one file that opens in any browser, without a network. It will contain:",
  warning: "Anyone with this file can read the entire session.",
  private:
    "A session contains everything that was said and done: text, code, paths, command output, and any keys or passwords that came up. " +
    "Review it before sharing.",
  extent: "Include",
  one: "This session",
  all: (n: number) => `All ${count(n, "session")}`,
  kinds: {
    conversation: (n: number) => count(n, "conversation"),
    agent: (n: number) => (n === 1 ? "the conversation of 1 agent" : `the conversations of ${number(n)} agents`),
    output: (n: number) => count(n, "long output"),
    other: (n: number) => count(n, "other file"),
  },
  names: (n: number) => (n === 1 ? "File name" : `Names of the ${number(n)} files`),
  more: (n: number) => `and ${number(n)} more`,
  shared: (name: string) => `${name} also contains other sessions and is included in full.`,
  packing: (part: string) => `Packing ${part}`,
  save: "Save HTML",
  failed: "The HTML file could not be created.",
  changed: "a file got shorter while it was being read",
  tooLarge: (most: string) =>
    `It would be larger than ${most}, which few browsers can open. Share the session files instead.`,
  noPage: "This site has no unspool.html to embed the session in.",
} as const;
