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
interface Trouble {
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
      ? `${all}, files of ${number(missing)} not loaded`
      : `${all}, ${agents === 1 ? "file" : "files"} not loaded`;
}

/** How the work of an agent ended. */
const states: Readonly<Record<AgentRun["state"], string>> = {
  "": "",
  running: "running",
  open: "no end recorded",
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
  hooks: ["hooks", "that belong to no call"],
  progress: ["progress", "states of running tools"],
  context: ["context", "what only the model was told"],
  system: ["system notes", "of Claude Code about its own work"],
  metadata: ["metadata", "titles, modes, queues and the like"],
  fillers: ["empty replies", "that say nothing"],
  retracted: ["taken back", "by a retry or by Claude Code"],
  "internal-agents": ["internal agents", "that Claude Code runs for itself"],
  other: ["other records", "mostly of unknown types"],
  blanks: ["blanks", "line ends and blanks between records"],
  wrapping: ["wrapping", "what stands around the records of a JSON document"],
  unfinished: ["unfinished line", "the last one, still being written or cut off"],
  "too-many": ["too many records", "beyond what is kept in memory"],
  "other-files": ["other files", "that hold no conversation"],
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
  return `This page could not unpack itself: ${why}. It needs a browser of 2023 or later, and the whole file.`;
}

/** What a page of one file says at its entrance. */
export const oneFileWords = {
  alone: "This page is the whole of Unspool in one file, and needs no network.",
  licenses: "Licences",
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
  notPriced: "Not priced: unknown model",
  notPricedList: (models: readonly string[]) => `Not priced, and not in the sum: ${models.join(", ")}`,
  cost: {
    low: (share: number) =>
      `It cost more: ${share < 1 ? `in ${percent(share)} of the responses ` : ""}the output was not recorded to the end`,
    least: (sum: string) => `≥${NBSP}${sum}`,
  },

  noAddress: "it is no address of a file",
  fetching: "Fetching",
  fetched: (files: number, all: number, size: string) =>
    `Fetching${all > 1 ? ` ${number(files)} of ${count(all, "file")},` : ""} ${size}`,

  empty: {
    title: "Nothing to show yet",
    note: "This viewer waits for a session.",
  },

  print: {
    cut: (rows: number, all: number) => `Cut here: ${number(rows)} of ${count(all, "line")} are printed.`,
  },

  row: {
    broken: "This part could not be shown.",
    all: (size: string) => `Show all (${size})`,
    allLines: (n: number) => `Show all ${count(n, "line")}`,
    less: "Show less",
    noBody: "Nothing more is recorded.",
    queued: "Typed while Claude was working",
    at: (time: string) => `at ${time}`,
    thinking: "Thinking",
    thought: (time: string) => `Thought for ${time}`,
    noPrompt: "Prompt not recorded",
    noThinking: "Thinking not recorded (signature only)",
    unsaid: "not recorded (signature only)",
    unsaidRedacted: "not recorded (redacted)",
    unfetched: "Not read: the parser stopped.",
    redacted: "Thinking not recorded (redacted)",
    tookTime: (time: string) => `took ${time}`,
    compactedBy: (trigger: string) =>
      trigger === "manual" ? "Compacted by hand" : trigger === "auto" ? "Compacted automatically" : "Compacted",
    tokensBefore: (n: string) => `${n}${NBSP}tokens before`,
    tokensOut: (n: string) => `${n}${NBSP}token${n === "1" ? "" : "s"} out`,
    tokensInAll: (n: string) => `${n}${NBSP}tokens in all`,
    tokensTo: (before: string, after: string) => `${before} → ${after}${NBSP}tokens`,
    summary: "Summary of what came before",
    interrupt: "Interrupted by you",
    shutdown: "Interrupted by a shutdown",
    unanswered: { none: "No reply recorded", interrupted: "Interrupted before a reply" },
    records: (n: number) => count(n, "record"),
    quiet: (n: number) => `${n === 1 ? "" : `${number(n)} `}background record${n === 1 ? "" : "s"}`,
    failed: (n: number) => `${number(n)}${NBSP}failed`,
    attempts: (n: number) => count(n, "earlier attempt"),
    tries: (n: number) => count(n, "attempt"),
    damaged: (size: string) => `${size} could not be read here`,
    restart: "Restarted here: the next prompt follows nothing before it",
    brokenLinks:
      "Links between records are missing. Everything is shown in the order of the file, earlier attempts included.",
    attemptTurns: (n: number) => count(n, "prompt"),
    unknown: "A record of an unknown kind",
    agentRows: (open: boolean) => (open ? "Close its conversation" : "Open its conversation"),
    runRows: (open: boolean) => (open ? "Close its agents" : "Open its agents"),
    ownSession: (title: string) => `In a session of its own: ${title}`,
    agentMissing: "Its records are not among these files",
    agentEnd: (name: string) => `End of ${name || "this agent"}`,
    toStart: "Back to its start",
    level: (n: number) => `level ${n}${n > 16 ? ": see Filter" : ""}`,
    endedAt: (time: string) => `ended at ${time}`,
    notice: "Go to its notification",
    internalAgents: (n: number) => count(n, "internal agent"),
    agents: (n: number) => count(n, "agent"),
    agentsCut: (n: number) => `${number(n)} cut short`,
    resumed: "resumed",
    loose: "No call is known to have started it",
    background: "In the background",
    ended: (state: AgentRun["state"], after: string) => {
      const how = states[state];
      return how === "" || after === "" ? how : `${how} after ${after}`;
    },
    image: "Image",
    calls: (n: number) => count(n, "call"),
    turns: (n: number) => count(n, "turn"),
    unreadable: "This cannot be read any more. Open the file again.",
    failedBody: (why: string) => `This did not work: ${why}`,
  },

  about: { open: "About this line" },

  link: {
    continues: (other: string) => `Continues ${other}`,
    "continued-in": (other: string) => `Went on in ${other}`,
    "forked-from": (other: string) => `Forked from ${other}`,
    "copied-from": (other: string) => `From ${other}`,
    "compacted-from": (other: string) => `Goes on from ${other} after a compaction`,
  } satisfies Record<Link["kind"], (other: string) => string>,
  linkMissing: "not among these files",
  visit: "Go there",
  visitTitle: "Open the session that these records come from",

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
    unknown: "Unknown part",
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
    said: (words: string) => `You said: ${words}`,
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

  render: {
    notLoaded: "A part of this viewer could not be loaded. Reload the page.",
    hiddenCharacter: (label: string) => `hidden character ${label}`,
    hiddenTitle: (codes: string) => `Hidden here: ${codes}`,
  },

  retry: {
    title: (status: number) => (status > 0 ? `API error ${status}:` : "API error:"),
    ended: { "": "", on: "then it went on", up: "gave up", stopped: "interrupted" },
  },
  sources: "Sources",

  todo: { completed: "done", in_progress: "in progress", pending: "open", deleted: "removed", cancelled: "dropped" },
  unnamedTool: "Unnamed tool",
} as const;

/** The words of the page around the viewer, which a page that embeds it does without. */
export const appWords = {
  theme: { auto: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" },

  otherVersion: (version: string) =>
    `it is for version ${version} of this page, which knows version 1; reload it to see if there is a newer one`,
  oneFile: "this page is one file, which fetches nothing",

  savePage: {
    name: "Save as one page",
    notYet: "The session is still being read",
  },

  landing: {
    title: "Read a Claude Code session",
    promise:
      "Open a transcript and read all of it: what you asked, what Claude said and did, how it ended, and what it cost.",
    leads: "This link leads to a message. Open its session to go there.",
    docs: "Docs",
    about: "About",
    private:
      "Nothing leaves this page. Your browser reads the file here; there is no upload, no account and no tracking.",
    file: "Choose files",
    folder: "Choose a folder",
    sample: "Try a sample",
    zone: "or drop them anywhere on this page",
    where: "Claude Code keeps its sessions in",
    wherePath: "~/.claude/projects",
    whereNote: "A single .jsonl file, a project, or the whole folder will do.",
    paste: "Pasting works as well.",
    download: "Download Unspool as one file",
    drop: "Drop to read",
    dropNote: "A .jsonl file, a project, or a whole folder",
    another: "Open another",
    openFound: (n: number) => `Open ${count(n, "file")}`,
    stop: "Cancel",
  },
} as const;

/** What failures give as their reason. The parser's worker says some of them, and takes only these along. */
export const reasons = {
  outside: (path: string) => `it lists ${path}, which is not below its own folder`,
  tooLarge: "it is too large",
  noWebAssembly: "this browser has no WebAssembly",
  notLoaded: (status: number) => `the parser could not be loaded (${status})`,
  notReached: (address: string) =>
    `${address} could not be loaded: check the network, and that its host allows it by Access-Control-Allow-Origin`,
  forbidden: (directive: string, origin: string) =>
    `The Content-Security-Policy of this page forbids it: let ${directive} include ${origin}`,
  noCode: "the Content-Security-Policy of this page forbids WebAssembly: let script-src include 'wasm-unsafe-eval'",
  noScript: "its script could not be loaded",
  oneAtATime: "a parser reads one set of files",
  noFile: "no such file",
  noReply: "no answer",
  noMessage: "a message could not be read",
  ended: "it was ended",
  silent: "It does not answer any more",
  full: (held: number) => `out of memory at ${megabytes(held)}`,
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
export function ofOneFile({ family, tools: deeds }: Series): boolean {
  const own =
    family === "edit"
      ? deeds?.filter(({ face }) => face === "edit" || face === "write")
      : family === "look"
        ? deeds
        : [];
  return own?.length === 1 && own[0]?.distinct === 1 && (own[0].face === "read" || family === "edit");
}

/**
 * What the calls of a series did, in a few words: "Read 6 files, searched twice". `first` names the file where there is
 * one only.
 */
export function seriesWords(series: Series, first: string): string {
  const deeds = series.tools ?? [];
  const of = (...names: readonly string[]): ToolCount => {
    const some = deeds.filter(({ face, name }) => names.includes(face) || names.includes(name));
    return {
      face: "other",
      name: "",
      calls: some.reduce((sum, one) => sum + one.calls, 0),
      distinct: some.reduce((sum, one) => sum + one.distinct, 0),
    };
  };
  const done: string[] = [];
  const say = (deed: ToolCount, said: (deed: ToolCount) => string): void => {
    if (deed.calls > 0) done.push(said(deed));
  };
  // Of one file alone its name and how often says more than "1 file".
  const files =
    (verb: string, named = ofOneFile(series)) =>
    ({ calls, distinct }: ToolCount): string =>
      named ? `${verb} ${first} ${times(calls)}` : `${verb} ${count(distinct || calls, "file")}`;
  switch (series.family) {
    case "edit": // who edits looks things up between
    case "look":
      say(of("write"), files("wrote"));
      say(of("edit"), files("edited"));
      say(of("read"), files("read", series.family === "look" && ofOneFile(series)));
      say(of("grep", "glob"), ({ calls }) => `searched ${times(calls)}`);
      say(of("list"), ({ distinct, calls }) => `listed ${count(distinct || calls, "folder")}`);
      break;
    case "web":
      say(of("fetch"), ({ distinct, calls }) => `fetched ${count(distinct || calls, "page")}`);
      say(of("search"), ({ calls }) => `searched the web ${times(calls)}`);
      break;
    case "bash":
      done.push(`ran ${count(series.calls, "command")}`);
      break;
    case "task":
      say(of("TaskCreate"), ({ calls }) => `added ${count(calls, "task")}`);
      say(of("TaskUpdate"), ({ distinct, calls }) => `updated ${count(distinct || calls, "task")}`);
      say(of("TaskList", "TaskGet", "TodoRead"), ({ calls }) => `looked at the tasks ${times(calls)}`);
      say(of("TodoWrite"), ({ calls }) => `updated the todos ${times(calls)}`);
      break;
    case "toolsearch":
      done.push(`looked for tools ${times(series.calls)}`);
      break;
    case "mcp":
      done.push(
        `${words.row.calls(series.calls)}${series.server === "" ? "" : ` to ${series.server.replaceAll("_", " ")}`}`,
      );
  }
  const said = done.join(", ");
  return said.charAt(0).toUpperCase() + said.slice(1);
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
export function answer(said: string): string {
  return Object.hasOwn(answers, said) ? (answers[said] ?? said) : /^[a-z_]+$/.test(said) ? status(said) : said;
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
  hook_blocking_error: ["hook that blocked", "hooks that blocked"],
  hook_cancelled: ["cancelled hook", "cancelled hooks"],
  hook_non_blocking_error: ["failed hook", "failed hooks"],
  hook_progress: ["hook", "hooks"],
  hook_response: ["hook", "hooks"],
  hook_stopped_continuation: ["hook that stopped", "hooks that stopped"],
  hook_success: ["hook", "hooks"],
  hook_system_message: ["hook", "hooks"],
  meta: ["instructions", "instructions"],
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
  "repeat",
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
  agent_listing_delta: "agents to choose from",
  "ai-title": "session title",
  assistant: "reply without words",
  command_permissions: "tools that a command may use",
  "content-replacement": "shortened result",
  "cost-state": "cost so far",
  "custom-title": "session title",
  deferred_tools_delta: "tools to choose from",
  filler: "filler",
  "frame-link": "link",
  hook_started: "start of a hook",
  init: "session start",
  "last-prompt": "last prompt",
  mcp_instructions_delta: "how to use MCP servers",
  mcp_progress: "MCP progress",
  mode: "mode",
  "permission-mode": "permission mode",
  "queue-operation": "prompt in the queue",
  rate_limit_event: "rate limit",
  repeat: "repeated record",
  result: "end of a run",
  skill_listing: "skills to choose from",
  stream_event: "piece of a reply",
  summary: "session title",
  task_reminder: "reminder of the tasks",
  todo_reminder: "reminder of the todos",
  turn_duration: "time of a turn",
};

const hookFailures: Readonly<Record<string, string>> = {
  hook_blocking_error: "Hook blocked",
  hook_cancelled: "Hook cancelled",
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
  let rest = 0;
  for (const { name, count } of kinds) {
    if (isQuiet(name)) {
      rest += count;
      continue;
    }
    const [one, many] = (Object.hasOwn(machinery, name) && machinery[name]) || [spaced(name), spaced(name)];
    counts.set(one, [(counts.get(one)?.[0] ?? 0) + count, many]);
  }
  const list = [...counts].map(([one, [n, many]]) => (n === 1 ? one : `${number(n)} ${many}`));
  return (rest > 0 ? [...list, words.row.quiet(rest)] : list).join(", ");
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
  memory: "Kept in memory",
  model_refusal_fallback: "Another model answered",
  permission_denied: "Not permitted",
  "permission-mode": "Permission mode",
  plan_mode: "Plan mode",
  plan_mode_exit: "Plan mode ended",
  plan_mode_reentry: "Plan mode again",
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
  dontAsk: "do not ask",
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
  shutdown_rejected: "does not shut down yet",
  shutdown_response: "answers about shutting down",
  plan_approval_request: "asks to approve a plan",
  plan_approval_response: "answers about a plan",
  task_assignment: "gives a task",
  task_completed: "has done a task",
  permission_request: "asks for permission",
  permission_response: "answers about a permission",
};

/** What another agent's message in JSON says. */
export function peerEvent(name: string): string {
  return Object.hasOwn(peerEvents, name) ? (peerEvents[name] ?? "") : spaced(name);
}

/** Why a headless run ended early, by the subtypes of its result; and codes of the network. */
const stops: Readonly<Record<string, string>> = {
  error_max_turns: "Stopped at the limit of turns",
  error_max_budget_usd: "Stopped at the limit of cost",
  error_max_structured_output_retries: "Stopped: no answer of the wanted form",
  error_during_execution: "Stopped by an error",
  ECONNRESET: "Connection lost (ECONNRESET)",
  ECONNREFUSED: "Connection refused (ECONNREFUSED)",
  ENOTFOUND: "Server not found (ENOTFOUND)",
  ETIMEDOUT: "No answer in time (ETIMEDOUT)",
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
  sqlite: "an SQLite database; other coding agents keep their sessions in one",
  binary: "a binary file",
  nul: "nothing but NUL bytes, as a crash of the machine leaves them",
  utf16: "text in UTF-16, as Windows PowerShell writes it; saved as UTF-8 it can be read",
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
const besides: Readonly<Record<string, readonly [what: string, why: string]>> = {
  history: [
    "This is the list of your prompts",
    "holds what was typed in all sessions, without the answers; the sessions lie in the folder “projects” beside it",
  ],
  index: ["This is a list of sessions", "only names them"],
  journal: ["This is the journal of a workflow", "says which agents ran, not what they said"],
  settings: ["These are settings", "seems to be a settings file"],
};

/** A machine's words with a full stop, since more words follow. */
function sentence(said: string): string {
  return /[.!?…]$/.test(said) ? said : `${said}.`;
}

function megabytes(bytes: number): string {
  return `${number(Math.ceil(bytes / 1e6))} MB`;
}

/** Says what is wrong, why, and what to do. */
export function trouble(failure: Failure): Trouble {
  const name = failure.path.slice(failure.path.lastIndexOf("/") + 1);
  const file = name === "" ? "This" : `“${name}”`;
  const said = `${failure.path}: ${sentence(failure.detail)}`;
  const instead = "Drop a .jsonl file from ~/.claude/projects instead, or the whole folder.";
  switch (failure.code) {
    case "empty":
      return { what: "There is nothing in this file", why: `${file} is empty.`, help: instead };
    case "not-a-transcript": {
      const agent = Object.hasOwn(agents, failure.detail) ? agents[failure.detail] : undefined;
      if (agent !== undefined) {
        return {
          what: `This is a log of ${agent}`,
          why: `${file} was written by another program. Unspool reads Claude Code sessions.`,
          help: instead,
        };
      }
      const beside = Object.hasOwn(besides, failure.detail) ? besides[failure.detail] : undefined;
      if (beside !== undefined) return { what: beside[0], why: `${file} ${beside[1]}.`, help: instead };
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
        help: failure.path.includes("://")
          ? "Use the address of the file itself, often called “raw”, not of a page about it."
          : instead,
      };
    }
    case "no-sessions":
      return {
        what: "No session was found",
        why: "Nothing in it is a Claude Code transcript.",
        help: "Sessions are .jsonl files; Claude Code keeps them in ~/.claude/projects.",
      };
    case "unreadable":
      return {
        what: `${name === "" ? "The file" : file} could not be read`,
        why:
          failure.detail === ""
            ? `The browser could not read ${name || "it"}.`
            : `The browser says: ${sentence(failure.detail)}`,
        help: "It may have changed or moved while it was read. Drop it again.",
      };
    case "options":
      return {
        what: "It cannot be shown as it was asked for",
        why: sentence(failure.detail),
        help: "Mend the options turns, show and hide.",
      };
    case "prices":
      return {
        what: "The table of prices could not be read",
        why: `${file}: ${sentence(failure.detail)}`,
        help: "Mend that line, or drop the session without the table.",
      };
    case "address":
      return { what: "The address could not be opened", why: said, help: "Check the address." };
    case "missing":
      return {
        what: "There is no file at this address",
        why: said,
        help: "Check the address. Only public files can be read.",
      };
    case "refused":
      return failure.detail.startsWith("5")
        ? { what: "The server has an error of its own", why: said, help: "Try again later." }
        : {
            what: "The server does not give out this file",
            why: said,
            help: "Only public files can be read: no login is ever sent.",
          };
    case "moved":
      return {
        what: "The address leads to another host",
        why: `${failure.path} leads on to ${sentence(failure.detail)}`,
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
          help: `Check that they are in ${folder}, all of one build.`,
        };
      }
      return {
        what: failure.code === "wasm" ? "WebAssembly did not start" : "The parser does not run",
        why: sentence(failure.detail),
        help: "Try again. If that does not help, reload the page, or try a current browser.",
      };
    case "crashed": {
      const why = failure.detail === "" ? "It gave no reason." : `Its last word: ${sentence(failure.detail)}`;
      return failure.detail.startsWith("out of memory")
        ? {
            what: "There is not enough memory",
            why,
            help: "Close other tabs and try again, or open fewer files at once.",
          }
        : {
            what: failure.path === "" ? "The parser stopped" : `The parser of ${failure.path} stopped`,
            why,
            help: "Try again. If it stops again, this file is one that Unspool should learn to read.",
          };
    }
  }
}

/** What only a viewer says that stands in somebody else's page. */
export const embedWords = {
  label: "Claude Code session",
  sessions: "Sessions",
  nothing: (turns: number) => `There is nothing in this part of the session, which has ${count(turns, "turn")}.`,
};

// What only the page in a frame says (embed.html).

export const frameWords = {
  version: (asked: string) => ({
    what: "This viewer does not know that kind of address",
    why: `It reads addresses with v=1${asked === "" ? ", and this one has no v" : `; this one has v=${asked.slice(0, 20)}`}.`,
  }),
  address: {
    what: "The address could not be opened",
    why: "This viewer reads transcripts beside it, and others by https, without a user name. Check the address after src=.",
  },
  elsewhere: (hosts: string) => ({
    what: `This session is on ${hosts}`,
    why: "It can be opened on a page that asks you first.",
    go: "Continue",
  }),
  severalElsewhere: (hosts: string) => ({
    what: `This session is on ${hosts}`,
    why: "From other hosts this page reads only inside of another page, and the viewer that asks you first opens one address at a time.",
  }),
  alone: {
    what: "There is no session here",
    why: "This page is made to stand in another one, which says what it shows.",
    go: "Open the viewer",
  },
} as const;

// What comes when it is wanted: bodies, images, panels, cards.

/** Of a session's figures, as the panes, a card and an element on a page of others tell them. */
export const figureWords = {
  title: "About this session",
  open: "Details",
  equivalent: "API-equivalent: what the tokens cost at the public prices of their day",
  damaged: (n: number) => count(n, "problem in the file", "problems in the file"),
} as const;

export const lateWords = {
  again: "Try again",
  noWords: "No words",
  tokens: (n: string) => `${n}${NBSP}token${n === "1" ? "" : "s"}`,
  readStays: "What was read so far is still here.",
  role: {
    "": "",
    input: "Input",
    output: "Result",
    error: "Error",
    prompt: "Prompt",
    structured: "Details",
    instructions: "Instructions",
    wire: "Input as it was sent",
    reminder: "Reminder for Claude",
    script: "Script",
    feedback: "You said",
    plan: "Plan",
  } satisfies Record<Part["role"], string>,
  elsewhere: {
    title: (host: string) => `This session is on ${host}`,
    why: "This page never connects to other hosts. One beside it can, and asks you first.",
    go: "Go on there",
  },
  looked: (files: number, entries: number) =>
    `Looking through the folder: ${count(files, "file")} so far, of ${number(entries)}`,
  leftOut: {
    files: "There are more than 50,000 files that could be sessions: the rest is left out.",
    entries: "There are more than 500,000 files and folders: the rest is left out.",
    deep: "What is more than 24 levels deep in the folder is left out.",
    unread: "Some files or folders could not be read, and are left out.",
  },
  strays: {
    count: (n: number) => `${count(n, "file")} without a session`,
    names: (names: readonly string[], more: number) =>
      `No session is in ${names.join(", ")}${more > 0 ? ` and ${count(more, "more file")}` : ""}.`,
  },
  ways: {
    name: "Attempts at this place",
    title: (attempts: number) =>
      attempts === 1 ? "Tried twice from here" : `Tried ${number(attempts + 1)} times from here`,
    attempt: "Earlier",
    nth: (n: number) => `Earlier ${number(n)}`,
    kept: "Kept",
    below: "goes on below",
    end: (more: boolean) => `End of this attempt${more ? ". What was kept goes on below." : ""}`,
    nothing: "Nothing was sent after that",
  },
  close: "Close",
  facts: {
    cost: "Cost",
    recorded: "As Claude Code recorded it",
    recordedBy: { "cost-state": "for the whole session", result: "in its result", costUSD: "with each response" },
    atLeast: "at least",
    noPrice: "no price",
    models: "Models",
    changes: "Over the session",
    responses: (n: number) => count(n, "response"),
    input: "Input",
    output: "Output",
    thinking: (n: string) => `${n} of it thinking`,
    cacheRead: "Cache read",
    cacheWrite: "Cache written",
    hour: (n: string) => `${n} kept for an hour`,
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
    continuedIn: "Goes on in",
    more: (n: number) => `and ${number(n)} more`,
  },
  selection: {
    everything: (rows: number) => `All ${count(rows, "line")} selected. Copy takes them, Escape ends it.`,
    copying: (rows: number, all: number) => `Copying: ${number(rows)} of ${count(all, "line")}`,
    copied: (rows: number) => `Copied ${count(rows, "line")}.`,
    cut: (rows: number, all: number) =>
      `Copied the first ${number(rows)} of ${count(all, "line")}: more would be too much.`,
    again: "The text is ready. Copy once more to take it.",
  },
  print: { preparing: "Preparing to print…" },
  row: {
    brokenFile: "This file could not be decoded.",
    details: "Details",
    cut: (size: string) => `Cut here. The whole is ${size}.`,
    loadAll: (size: string) => `Load all (${size})`,
    save: "Save as file",
    moreHooks: (n: number) => `and ${count(n, "more hook")}`,
    cutList: (shown: number, all: number) => `The first ${number(shown)} of ${number(all)}.`,
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
    rawCut: (shown: string, whole: string) => `Shown: the first ${shown} of ${whole}.`,
  },
  lightbox: { actual: "100 %", previous: "Previous image", next: "Next image" },
  about: {
    when: "When",
    noTime: "No time recorded",
    took: "Took",
    stop: "Ended",
    context: "In context",
    cost: "Cost",
    message: "Message",
    request: "Request",
    record: "Record",
    records: "In the file",
    more: (n: number) => `and ${count(n, "more record")}`,
    scope: {
      "": "",
      response: (n: number) =>
        n > 1
          ? `Tokens and cost are for ${count(n, "response")} together.`
          : "Tokens and cost are for the whole response, of which this may be a part.",
      turn: (n: number) => `Tokens and cost are for the whole turn: ${count(n, "response")}, without agents.`,
      agent: (n: number) => `Tokens and cost are for all of its work: ${count(n, "response")}.`,
    },
    elsewhere: "It is a copy, and is counted only where it first appears.",
    copyText: "Copy text",
    copyMarkdown: "Copy as Markdown",
    copyTurn: "Copy turn as Markdown",
    copyLink: "Copy link",
    inspect: "Open the inspector",
    inPlace: "Show its record in place",
    call: "Show the call and its result",
    hide: "Hide it in place",
    cut: "The rest is left out here: too long.",
    stops: {
      end_turn: "Answer complete",
      tool_use: "To call a tool",
      max_tokens: "At the limit of tokens",
      stop_sequence: "At a stop sequence",
      pause_turn: "Paused, to go on later",
      refusal: "Declined to answer",
      model_context_window_exceeded: "Context was full",
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
    notCompared: "Too large to compare. Both sides are shown whole.",
    wrap: "Wrap",
    copy: "Copy",
    copyMenu: "Copy one side, or the patch",
    copyBefore: "Copy before",
    copyAfter: "Copy after",
    copyPatch: "Copy patch",
    view: "View",
    unified: "Unified",
    split: "Split",
    newFile: "New file",
    emptied: "Emptied",
    misfit: "This patch does not fit the file that was recorded with it. It is shown as it was recorded.",
    oddPatch: "This patch counts its lines wrongly, or has lines of no kind.",
    fileCut: "The file before this change is long: only its beginning is here.",
    patchCut: "The patch is too large: only its beginning is shown.",
    copyCommand: "Copy command",
    copyOutput: "Copy output",
    copied: (hidden: number) => (hidden === 0 ? "Copied" : `Copied without ${count(hidden, "hidden character")}`),
    notCopied: "The browser does not allow it",
    notRead: "Could not be read",
    exit: (code: number) => `exit${NBSP}${code}`,
    changes: (added: number, removed: number) => `${count(added, "line")} added, ${number(removed)} removed`,
    unchanged: (n: number) => count(n, "unchanged line"),
    showUnchanged: (n: number) => `Show ${count(n, "unchanged line")}`,
    moreLines: (all: number, next: number) =>
      all === next ? `Show ${count(all, "more line")}` : `Show ${number(next)} of ${count(all, "more line")}`,
    moreCharacters: (n: number) => `Show ${count(n, "more character")}`,
    hiddenSequences: (n: number) => `${count(n, "control sequence")} hidden`,
    overwritten: (n: number) => `Overwritten ${n === 1 ? "once" : `${number(n)} times`}; the last state is shown`,
    taskDone: "done",
    taskOpen: "open",
    math: "Formula, as its source",
    mermaid: "Mermaid diagram, as its source",
    picture: (alt: string, host: string) =>
      `Image${alt === "" ? "" : `: ${alt}`} (${host === "" ? "not loaded" : `on ${host}, not loaded`})`,
    notALink: "Not a web address",
    plain: {
      size: "Shown as plain text: too long to format.",
      deep: "Shown as plain text: nested too deeply, or in too many parts.",
      time: "Shown as plain text: formatting took too long.",
      worker: "Shown as plain text: formatting is not available here.",
    },
  },
  spilled: {
    given: (name: string, size: string) => `The full output${size === "" ? "" : ` (${size})`} comes from ${name}.`,
    binary: (name: string, size: string) =>
      `The full output${size === "" ? "" : ` (${size})`} is in ${name}. It is not text.`,
    missing: (name: string, size: string) =>
      `Only the beginning is recorded. The full output${size === "" ? "" : ` (${size})`} is in ${name}, which is not among these files.`,
    raw: (name: string) => `Raw file · ${name}`,
  },
  retry: {
    number: (n: number, most: number) => (n === 0 ? "" : most > 0 ? `${number(n)} of ${number(most)}` : number(n)),
    unsaid: "No words recorded",
    wait: (time: string) => `again after ${time}`,
    request: (id: string) => `request ${id}`,
  },
  was: (state: string) => `was ${state}`,
  newItem: "new",
  after: (tasks: string) => `after ${tasks}`,
  emptyResult: "Empty result",
  noAnswer: "No answer recorded",
  chosen: "chosen",
  notChosen: "not chosen",
  otherAnswer: "In your words",
  answerNote: "Your note",
  several: "Several could be chosen",
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
const fieldsSaid: Readonly<Record<string, string>> = {
  userModified: "You changed this edit",
  replaceAll: "Every match was replaced",
  assistantAutoBackgrounded: "Moved to the background on its own",
  backgroundedByUser: "You moved it to the background",
};

export function fieldName(name: string): string {
  return Object.hasOwn(fieldNames, name) ? (fieldNames[name] ?? name) : name;
}

/** A field that is true, as a sentence; "" for others. */
export function fieldSaid(name: string): string {
  return Object.hasOwn(fieldsSaid, name) ? (fieldsSaid[name] ?? "") : "";
}

/** Why a response ended, as a person says it. */
export function stopWords(reason: string): string {
  return Object.hasOwn(lateWords.about.stops, reason)
    ? lateWords.about.stops[reason as keyof typeof lateWords.about.stops]
    : spaced(reason);
}

const queueOperations: Readonly<Record<string, string>> = {
  enqueue: "typed",
  dequeue: "sent",
  remove: "taken up",
  popAll: "taken back",
};

/** What became of words that were typed while Claude worked. */
export function queueOperation(name: string): string {
  return Object.hasOwn(queueOperations, name) ? (queueOperations[name] ?? name) : name;
}

// What stands around and over a conversation.

/** Where lines stand that belong to no turn: every pane calls it the same. */
const outsideOfTurns = "Outside of turns";

export const paneWords = {
  facts: {
    atWork: (all: string, spent: string) => `${all}, ${spent} at work`,
    span: (all: string) => `${all} from the first record to the last`,
    spent: (time: string) => `${time} at work: from each prompt to the end of its turn`,
  },
  close: "Close",
  findings: "Problems in the file",
  alsoFound: "Also noticed",
  place: (file: string, line: number, offset: number) =>
    line > 0 ? `${file}, line ${number(line)}, byte ${number(offset)}` : file,
  bytes: (size: string) => `Show the bytes (${size})`,
  hideBytes: "Hide the bytes",
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
    byProject: "By project",
    silent: (n: number) => `Show ${count(n, "session")} in which nothing was said`,
    hideSilent: "Hide sessions in which nothing was said",
    nothingSaid: "Nothing was said",
    noDate: "No date",
    noProject: "No folder recorded",
    none: "No session says this.",
    notCounted: "not counted yet",
    lost: "not read: the parser stopped",
    counted: (n: number, all: number) => `${number(n)} of ${number(all)} counted`,
    clear: "Clear the filter",
    more: (n: number) => `Continued or copied in ${count(n, "session")}`,
    loneAgents: (n: number) => `${count(n, "agent")} whose session is not here`,
    left: (n: number) => `+${n}`,
    noMore: "No more sessions in this direction.",
  },
  live: {
    following: "Following",
    paused: "Paused",
    gone: "File deleted",
    followingNote: "New lines appear as they are written. Click to pause.",
    pausedNote: "New lines are not read. Click to follow the file.",
    goneNote: "The file is not there any more. What was read of it stays. Click to stop looking for it.",
    reload: "Reload",
    reloadNote: "Read the files again. Your place is kept.",
    fresh: (n: number) => count(n, "new line"),
    cut: "The file became shorter, and was read anew.",
    replaced: "The file was replaced, and was read anew.",
    deleted: "The file was deleted. What was read of it stays.",
    unread: (name: string) => `New lines of “${name}” could not be read. It is tried again.`,
    back: "The file is there again.",
    reloaded: "Read again.",
  },
  keys: {
    title: "Keys",
    note: "They work while the conversation has the focus.",
    mod: { mac: "⌘", other: "Ctrl" },
    others: [
      {
        name: "Everywhere",
        keys: [
          ["Enter", "Open or close, or go there"],
          ["Esc", "Close what lies above, or go back"],
          ["Tab", "On to the next part"],
        ],
      },
      {
        name: "In the outline, and in trees",
        keys: [
          ["↑ ↓", "Line before, next line"],
          ["→", "Unfold"],
          ["←", "Fold, or go up"],
          ["Home End", "First line, last line"],
        ],
      },
      {
        name: "In the timeline",
        keys: [
          ["← →", "Step before, next step"],
          ["↑ ↓", "Lane above, lane below"],
          ["+ −", "Look closer, or from further away"],
          ["0", "Show all of it"],
          ["Shift ← →", "Move along"],
        ],
      },
    ],
  },
  noMoreErrors: "No more errors in this direction.",
  noMoreTurns: "No more turns in this direction.",
  machineryHidden: "Background records are hidden.",
  machineryShown: "Background records are shown.",
  thinkingOpen: "Thinking is shown.",
  thinkingFolded: "Thinking is folded.",
  allOpen: "All lines are open. Agents and earlier attempts are opened one by one.",
  allClosed: "All lines are closed.",
  goTo: {
    title: "Go to",
    label: "Number of a turn, or the id of a record",
    go: "Go",
    missing: "There is no such turn or record.",
    gone: "That message is not in these files.",
  },
  actions: {
    move: "Move",
    show: "Show",
    more: "And",
    sessions: "Sessions",
    nextSession: "Next session",
    sessionBefore: "Session before",
    allSessions: "All sessions",
    follow: "Follow the files, or stop",
    reload: "Read the files again",
    nextLine: "Next line",
    lineBefore: "Line before",
    nextTurn: "Next turn",
    turnBefore: "Turn before",
    nextError: "Next error",
    errorBefore: "Error before",
    find: "Search",
    nextMatch: "Next match",
    matchBefore: "Match before",
    goTo: "Go to a turn",
    start: "Start",
    end: "End",
    open: "Open or close the line",
    openAll: "Open all lines",
    closeAll: "Close all lines",
    about: "About the line",
    thinking: "Show or fold thinking",
    machinery: "Show or hide background records",
    undoFilter: "Undo the last filter",
    everything: "Show everything",
    timeline: "Show or hide the timeline",
    zoomToTurn: "Zoom the timeline to the turn",
    file: "What was done to the line's file",
    selectAll: "Select everything",
    print: "Print",
    palette: "Find a command, turn, agent or file",
    help: "These keys",
    outline: "Open or close the outline",
  },
  palette: {
    title: "Find a command, turn, agent or file",
    titleOfList: "Find a command or session",
    kinds: { command: "command", turn: "turn", agent: "agent", file: "file", session: "session" },
    hint: (kinds: readonly string[]) =>
      `A ${kinds.length > 1 ? `${kinds.slice(0, -1).join(", ")} or ` : ""}${kinds.at(-1) ?? ""}`,
    found: "What was found",
    none: "Nothing is called that.",
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
      changes: "Only prompts and changes to files",
      errors: "Only errors",
    },
    themes: { auto: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" },
    save: "Save as one page",
    another: "Open another file or folder",
    about: "About Unspool",
    copyLink: "Copy link to this message",
    linkCopied: "The link is copied.",
    notCopied: "This page may not copy. The link is in the page's address.",
  },
  records: {
    title: "Records",
    total: (size: string, files: number, records: number, pieces: number, lines: number) =>
      `${size} in ${count(files, "file")}: ${count(records, "record")}${
        pieces > 0 ? ` and ${count(pieces, "damaged stretch", "damaged stretches")}` : ""
      } on ${count(lines, "line")}${pieces > 0 ? ", not counting blank ones" : ""}. Every byte is accounted for.`,
    unread: "The files could not be read again. They may have changed since.",
    number,
    whereBytes: "Where the bytes went",
    bar: "Shares of what is shown, merged, hidden and damaged; the table says the same",
    entry: "Part",
    bytes: "Bytes",
    share: "Share",
    sum: (fits: boolean) => (fits ? "Together: the size of the files" : "Together"),
    tenths: (share: number, bytes: number) =>
      share === 0 && bytes > 0 ? `<${NBSP}0.1${NBSP}%` : `${(share / 10).toFixed(1)}${NBSP}%`,
    fates: { shown: "Shown", merged: "Merged", hidden: "Hidden", damaged: "Damaged" },
    hidden: (reason: string) => `Hidden: ${reason}`,
    reason: (name: string) =>
      (Object.hasOwn(hiddenReasons, name) ? hiddenReasons[name]?.[0] : undefined) ?? spaced(name),
    about: (fate: "shown" | "merged" | "hidden" | "damaged", reason: string): string => {
      switch (fate) {
        case "shown":
          return "lines of the conversation and what they open to";
        case "merged":
          return "says what another record says";
        case "damaged":
          return "makes no record";
        case "hidden":
          return (Object.hasOwn(hiddenReasons, reason) ? hiddenReasons[reason]?.[1] : undefined) ?? "";
      }
    },
    byFile: "By file",
    file: "File",
    roles: {
      main: "conversation",
      agent: "agent",
      meta: "about an agent",
      spilled: "long output",
      other: "other file",
    },
    shared: "a part of it",
    moreTypes: (n: number) => `and ${count(n, "rarer type")}`,
    moreFiles: (n: number) => `and ${count(n, "smaller file")}`,
    types: "Types of records",
    type: "Type",
    records: "Records",
    unknownBlocks: "Pieces of content of unknown types",
    found: "What was found",
    nothingFound: "Nothing is wrong with the files.",
    severities: { info: "worth knowing", warning: "something is missing", error: "could not be read" },
    times: (n: number) => `${number(n)}×`,
    more: (n: number) => `Show more (${number(n)} left)`,
    notListed: (n: number) => `${number(n)} more are not listed.`,
    toRow: "Show in the conversation",
    noRow: "No line of the conversation shows this.",
    shape: {
      title: "A report that can be passed on",
      what: "If Unspool shows a session wrongly, this report helps to find out why, and tells nothing of what is in the session.",
      holds:
        "It holds types of records, names of fields and kinds of values that belong to the format, how often each " +
        "occurs, versions of Claude Code, " +
        "names of its own tools, and sizes. It holds no words, paths, ids, times, or names " +
        "of people, projects, servers and tools of others.",
      make: "Make the report",
      making: (share: number) => `Making the report … ${percent(share)}`,
      copy: "Copy the report",
      copied: "Copied.",
      notCopied: "This page may not copy. Select the text instead.",
    },
  },
  files: {
    title: "Files",
    noFile: "This line touched no file.",
    list: "Files that the session touched",
    projectFolder: "In the session's folder",
    filter: "Filter by name",
    show: "Which files",
    order: "Order",
    kinds: { all: "All files", changed: "Changed", "only-read": "Only read", failed: "With failures" },
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
    toErrors: "Show all errors of the conversation, those of other tools, too",
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
        file.unsized < file.edits + file.writes ? `+${number(file.added)} −${number(file.removed)} lines in all` : "",
        file.unsized > 0 ? `${count(file.unsized, "change")} of unknown size` : "",
        file.failed > 0 ? `${count(file.failed, "call")} failed` : "",
        file.open > 0 ? `${count(file.open, "call")} without a result` : "",
        file.agents ? "also by agents" : "",
      ]
        .filter((part) => part !== "")
        .join(" · "),
    looking: (share: number) => `Looking through the calls … ${percent(share)}`,
    computing: (share: number) => `Putting the edits together … ${percent(share)}`,
    none: "The session read and changed no files with its tools.",
    noneFound: "No file fits.",
    chooseOne: "Choose a file to see what was done to it, and the change as a whole.",
    notHere: "The session touched no such file.",
    unread: "The files could not be read again. They may have changed since.",
    back: "All files",
    net: "The change as a whole",
    touches: "What was done, in order",
    more: (n: number) => `Show more (${number(n)} left)`,
    gap: "What became of the file between these two changes is not recorded.",
    emptyFile: "An empty file was made.",
    asBefore: "At the end the file is as it was at first.",
    noNet: "It cannot be put together.",
    notes: (name: string, n: number): string => {
      const changes = count(n, "change");
      switch (name) {
        case "tabs":
          return "The transcript does not tell whether these lines begin with blanks or with tabs.";
        case "outside":
          return `${changes} came from something else than the session's tools: a person, a command or a formatter.`;
        case "absent":
          return (
            `${changes} came from something else than the tools recorded here: ` +
            `a person, a command, a formatter, or an agent whose records are not here.`
          );
        case "unplaced":
          return `${changes} cannot be placed: neither a patch nor the content is recorded.`;
        case "large":
          return `${changes} cannot be put together: too much is replaced, or the file is too long.`;
        case "before":
          return `${changes} replaced a content that is not recorded.`;
        case "left":
          return `${changes} in an earlier attempt, left behind by a rewind, left out.`;
        case "failed":
          return `${count(n, "call")} that failed or was declined left out.`;
        case "open":
          return `${count(n, "call")} without a recorded result left out.`;
        default:
          return "Too long to be shown as a whole.";
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
    by: (agent: string) => `by the agent ${agent}`,
    leftBehind: "in an earlier attempt",
    toRow: "Show in the conversation",
    toRowOf: (verb: string, turn: number) => `Show in the conversation: ${verb}, turn ${number(turn)}`,
    patch: "Save as patch",
    patchTitle:
      "All changes as one file for git apply. What commands of a shell did is in it only as far as later calls show it.",
    saving: (share: number) => `Putting together … ${percent(share)}`,
    grew: "the files changed in between.",
    patchIntro:
      "The changes of one session, put together by file: from what each held at first to what it held at last.",
    patchUse: "Apply it in the session's folder with: git apply",
    patchEmpty: "No file was changed.",
    patchLimits: (missing: boolean) =>
      `What commands of a shell, people and other programs${missing ? ", and agents whose records are not here," : ""}` +
      " did to files is in it only as far as later calls show it.",
    patchCount: (name: string, n: number): string => {
      const few = n === 1;
      const files = few ? "1 file" : `${n} files`;
      const changes = few ? "1 change" : `${n} changes`;
      switch (name) {
        case "whole":
          return `${files} that ${few ? "applies" : "apply"}`;
        case "tabs":
          return `${n} of them may have had tabs: should ${few ? "it" : "they"} not fit, add --ignore-whitespace`;
        case "same":
          return `${files} that ${few ? "is at the end as it was" : "are at the end as they were"}`;
        case "partly":
          return `${files} that could not be put together: ${few ? "only a comment" : "only comments"}`;
        case "outside":
          return `${files} outside of the session's folder: ${few ? "only a comment" : "only comments"}`;
        case "git":
          return `${files} of git's own: ${few ? "only a comment" : "only comments"}`;
        case "failed":
          return `${changes} that failed or ${few ? "was" : "were"} refused: left out`;
        case "left":
          return `${changes} in ${few ? "an abandoned attempt" : "abandoned attempts"}: left out`;
        case "open":
          return `${changes} without a recorded result: left out`;
        default:
          return `${n} ${name}`;
      }
    },
    patchNote: (name: string, n: number): string => {
      const changes = n === 1 ? "1 change" : `${n} changes`;
      switch (name) {
        case "tabs":
          return "The blanks that lines begin with may have been tabs: the transcript does not tell.";
        case "outside":
          return `${changes} came from something else than the session's tools; below as far as later calls show them.`;
        case "absent":
          return (
            `${changes} came from something else than the tools recorded here, or from an agent whose ` +
            "records are not here; below as far as later calls show them."
          );
        case "unplaced":
          return `${changes} cannot be placed: too little is recorded.`;
        case "large":
          return `${changes} cannot be put together: too much is replaced, or the file is too long.`;
        case "before":
          return `${changes} replaced a content that is not recorded.`;
        case "left":
          return `${changes} in an abandoned attempt left out.`;
        case "open":
          return `${changes} without a recorded result left out.`;
        case "elsewhere":
          return "It lies outside of the session's folder.";
        case "git":
          return "It is one of git's own, which git takes no patch of.";
        case "same":
          return "At the end it is as it was.";
        default:
          return `${n} ${name}`;
      }
    },
  },
  filters: {
    name: "What is shown",
    presets: "Presets",
    preset: { all: "All", skim: "Skim", conversation: "Dialogue", changes: "Changes", errors: "Errors" },
    presetNotes: {
      all: "Every line",
      skim: "Only prompts",
      conversation: "Prompts and replies, without tools and background records",
      changes: "Prompts, and the calls that write to files",
      errors: "Only what went wrong",
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
      changes: "Changes to files",
    },
    only: "Only",
    onlyThis: (name: string) => `Show only ${name}`,
    allTools: "All tools",
    allAgents: "The whole session",
    failed: (n: number) => `${number(n)} failed`,
    find: "Find by name",
    noMatch: "No name has that in it.",
    more: (n: number) => `${number(n)} more are not listed.`,
    noTools: "No tool was called.",
    noAgents: "No agent was at work, or its records are not among the files.",
    unnamed: "Agent",
    shown: (n: number, all: number) => (n === all ? count(all, "line") : `${number(n)} of ${count(all, "line")} shown`),
    active: "Filters that are on",
    showing: (names: string) => `Only ${names}`,
    hiding: (name: string) => `No ${name}`,
    hidingTools: (n: number) => `No calls of ${number(n)} tools`,
    ofAgent: (name: string) => `Only agent ${name}`,
    remove: (name: string) => `Remove the filter: ${name}`,
    undo: "Undo",
    undoTitle: "Undo the last change (z)",
    everything: "Show everything",
    nothing: "Nothing in this session is left by these filters.",
    nearest: "That line is filtered out. This is the nearest one that is shown.",
    undone: "The last filter is undone.",
    nothingToUndo: "No filter was changed.",
  },
  bar: {
    name: "Views and panes",
    conversation: "Conversation",
    views: { usage: "Usage", files: "Files", records: "Records" },
    showPane: (name: string) => `Show ${name.toLowerCase()}`,
    hide: (name: string) => `Hide ${name.toLowerCase()}`,
    filtersOn: (n: number) => `Filter, ${number(n)} on`,
    panes: { outline: "Outline", timeline: "Timeline", find: "Search", filters: "Filter", inspector: "Inspector" },
  },
  find: {
    field: "Search the session",
    ways: { case: "Match case", whole: "Whole words", phrase: "Exact phrase" },
    next: "Next match",
    before: "Match before",
    list: "List of matches",
    close: "Close search",
    results: "Matches",
    filters: "Which matches",
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
    noTool: "Nothing was found in the calls of tools.",
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
    nothing: "Nothing found",
    nothingFor: (text: string) => `Nothing found for “${text}”.`,
    failure: "Cannot search for this",
    stopped: "The search stopped",
    places: (n: number, turns: number, more: boolean) =>
      `${count(n, "match", "matches", more)} in ${count(turns, "turn")}`,
    nth: (nth: number, n: number, turns: number, more: boolean) =>
      `${number(nth)} of ${number(n)}${more ? "+" : ""} in ${count(turns, "turn")}`,
    first: (n: number) => `The first ${number(n)} are listed.`,
    number: (n: number) => number(n),
    times,
    turn: (n: number) => `turn ${n}`,
    beforeTurns: outsideOfTurns,
    noPrompt: "No prompt recorded",
    fromStart: "From the first match again.",
    fromEnd: "From the last match again.",
    gone: "This match is not shown now: a filter leaves it out.",
  },
  usage: {
    title: "Usage",
    unread: "What was used could not be added up.",
    number,
    percent: (share: number) => (share === 0 ? `0${NBSP}%` : percent(share)),
    unknown: "Not recorded",
    nothing: "No usage is recorded in this session: there is nothing to count or to price.",
    noWork: "How long turns took is not known: their times are missing, or run backwards.",
    timeless: "No times are recorded: nothing is known of how long anything took.",
    untimed: (n: number, turns: number) =>
      `How long ${number(n)} of ${count(turns, "turn")} took is not known: their times are missing, or run backwards. ` +
      `What is at work is the time of the others, and tokens a minute cannot be told.`,
    notShown: "That is not among the lines that are shown.",
    // Figures
    cost: "Cost",
    equivalent: "API-equivalent",
    output: "Output",
    lowNote: "not recorded to the end",
    thinking: (n: string) => `${n} of it thinking`,
    fed: "Input",
    fedNote: "cached or not",
    hits: "Cache hits",
    hitsNote: "of the input",
    responses: "Responses",
    callsOf: (n: number) => count(n, "tool call"),
    duration: "Duration",
    work: (time: string) => `${time} at work`,
    rate: "Tokens a minute",
    rateNote: "output, at work",
    // Kinds of tokens
    byKind: "Tokens",
    kind: "Kind",
    tokens: "Count",
    share: "Share of cost",
    atLeast: (share: number) => (share < 0.01 ? "not known" : `≥${NBSP}${percent(share)}`),
    atMost: (share: number) => (share < 0.01 ? percent(share) : `≤${NBSP}${percent(share)}`),
    input: "Uncached input",
    uncached: "Uncached",
    cacheWrite: "Cache written",
    cacheRead: "Cache read",
    hour: (n: string) => `${n} kept for an hour`,
    searches: "Web searches",
    fetches: "Web fetches",
    requests: "requests",
    // Notes
    notes: "About the figures",
    what:
      "The cost is what the tokens would cost at the API's public prices of their day. " +
      "A subscription pays another way. Each response counts once, wherever the files repeat it.",
    recordedBy: {
      "cost-state": "for the whole session, over its resumptions",
      result: "in its result",
      costUSD: "with each response",
    },
    recorded: (by: string, sum: string, difference: string) =>
      `Claude Code itself recorded ${sum} ${by}: ${difference}.`,
    same: "the same",
    more: (sum: string) => `${sum} more than is counted here`,
    less: (sum: string) => `${sum} less than is counted here`,
    low: (n: number, all: number) =>
      `${
        n < all
          ? `In ${number(n)} of ${count(all, "response")}`
          : all === 1
            ? "In the only response"
            : `In all ${number(all)} responses`
      } the output was not recorded to the end. Where that is so in 5${NBSP}% of the responses or more, “≥” stands ` +
      `before their output and cost: it was more, and nobody knows how much. ` +
      `Tables are sorted by what is recorded; a CSV file counts such responses in a column of their own.`,
    unpriced: (model: string, responses: number, tokens: string) =>
      `No price is known for ${model}: ${count(responses, "response")} with ${tokens} tokens are not in the cost.`,
    // Plots
    plot: "plot",
    plotKeys:
      "Arrow keys go from point to point, Page Up and Page Down in larger steps, Home and End to the ends. " +
      "Enter shows the place in the conversation.",
    pointAt: "Point at the plot, or walk it with the arrow keys.",
    asTable: "As a table",
    contextPlot: "Context",
    acrossResponses: "Responses one after the other, not time: pauses take no room",
    acrossTime: (minutes: number) => `Each bar is ${count(minutes, "minute")}; times without a response are left out`,
    contextTable: "Context by response",
    noContext: "The main conversation has no responses with recorded usage.",
    compactions: (n: number) => count(n, "compaction"),
    windowOf: (sizes: readonly string[]) => `window ${sizes.join(", ")}`,
    above: (size: string) => `${size} (far above)`,
    noWindow: "window not known",
    response: "Response",
    context: "Context",
    window: "Window",
    compaction: "Compacted",
    before1: "before it",
    nth: (n: number) => `Response ${number(n)}`,
    inTurn: (n: number) => `turn ${number(n)}`,
    inContext: (n: string, share: string) => `${n}${NBSP}tokens${share === "" ? "" : ` (${share} of the window)`}`,
    out: (n: string) => `${n}${NBSP}out`,
    afterCompaction: "first after a compaction",
    ratePlot: "Output tokens a minute",
    ratePlotAll: "Tokens a minute",
    rateTable: "Tokens over time",
    rateOut: "Output a minute",
    lowPlot: "at least: much of the output is not recorded",
    everyKind: "All kinds",
    fresh: "Input and cache written",
    noTimes: "The responses have no times.",
    minutes: (n: number) => count(n, "minute"),
    aMinute: (n: string) => `${n}${NBSP}tokens a minute`,
    responsesOf: (n: number) => count(n, "response"),
    // Tables
    byModel: "Models",
    byTurn: "Turns, with their agents",
    byAgent: "Agents",
    tools: "Tools",
    model: "Model",
    turn: "Turn",
    agent: "Agent",
    tool: "Tool",
    time: "Time",
    calls: "Calls",
    failed: "Failed",
    failedShare: "Failed share",
    unanswered: "No result",
    median: "Median",
    longest: "Longest",
    total: "Total",
    all: "All",
    prompt: "Prompt",
    task: "Task",
    usd: "Cost (USD)",
    lowInFile: "Responses with more output than recorded",
    unpricedInFile: "Responses without a price",
    toldCalls: "As its result says: its records are not among the files, and these calls are not in the sum",
    toldInFile: "Calls without a record here",
    inMs: (name: string) => `${name} (ms)`,
    noTurn: outsideOfTurns,
    leftBehind: "Left behind",
    noPrompt: "Prompt not recorded",
    noPrice: "no price",
    main: "Main conversation",
    internal: "Claude Code's own",
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
    close: "Close the inspector",
    width: "Width of the inspector",
    nothing: "Nothing is known of this line.",
    noRecord: "No record of its own stands in the files.",
    kind: (kind: Row["kind"]) => words.kind[kind] || "Line",
    ended: "Ended",
    inSession: "In session",
    inTurn: "In turn",
    inAgent: "In agent",
    atStart: "at its start",
    after: (time: string) => `${time} after its start`,
    ahead: (time: string) => `${time} before its start`,
    stop: "Stopped",
    usage: "Tokens and cost",
    noUsage: "None recorded for this line.",
    noWindow: "of a window that is not known",
    share: (percent: number, window: string) => `${percent}${NBSP}% of ${window}`,
    leads: "Leads to",
    to: {
      turn: "Turn",
      agent: "Started by",
      started: "Started",
      ended: "Told as ended",
      compaction: "Compaction",
      call: "Call",
      result: "Result",
      with: "Shown with",
      message: "Same reply",
      counts: "Came again",
      before: "Parent",
      after: "Children",
      more: "",
    } satisfies Record<RecordLink["to"], string>,
    ids: "Ids",
    call: "Tool call",
    callOf: (tool: string) => `Call of ${tool}`,
    moreCalls: "More calls",
    agent: "Agent",
    session: "Session",
    copyId: (label: string) => `Copy id: ${label}`,
    record: "Record",
    recordsOfRow: "Records of this line",
    moreRecords: (n: number) => `and ${count(n, "more record")}`,
    line: (line: number) => `line ${number(line)}`,
    file: "File",
    place: "Place",
    wholeFile: "the whole file",
    range: (from: string, to: string, size: string) => `bytes ${from} to ${to}, ${size}`,
    type: "Type",
    fate: {
      name: "Became",
      own: "this line of the conversation",
      shown: "part of another line",
      merged: "nothing of its own: another record says the same",
      damaged: "a mark: these bytes are no record",
      hidden: (why: string) => `no line of its own: ${why}`,
      reasons: {
        hooks: "a hook",
        progress: "the state of a running tool",
        context: "only the model was told",
        system: "a note of Claude Code about its own work",
        metadata: "facts about the session",
        fillers: "a reply that says nothing",
        retracted: "taken back, or replaced by a retry",
        "internal-agents": "an agent of Claude Code’s own",
        other: "of a kind that is not known here",
        unfinished: "not finished; it may still be being written",
        "too-many": "there are too many records",
        "other-files": "the file is no transcript",
      },
    },
    toRow: "Go to its line",
    previous: "Previous",
    next: "Next",
    previousRecord: "Previous record in the file",
    nextRecord: "Next record in the file",
    nth: (n: number, all: number) => `${number(n)} of ${number(all)}`,
    copyRecord: "Copy record",
    copyJson: "Copy as JSON",
    as: "Show the record as",
    forms: { tree: "Tree", text: "Text", hex: "Bytes" },
    cut: (size: string) => `Only the first ${size} are shown.`,
    notText: (n: number, more: boolean) =>
      `${more ? "At least " : ""}${count(n, "byte")} ${n === 1 ? "is" : "are"} damaged: no text stands there. ` +
      `They are marked among the bytes.`,
    notJson: "This is no JSON.",
    validTo: (to: string, all: string) => `Valid up to byte ${to} of ${all}.`,
    treeOf: (line: number) => `Record, line ${number(line)}`,
    textOf: (line: number) => `Text of line ${number(line)}`,
    bytesOf: (line: number) => `Bytes of line ${number(line)}`,
    earlier: "Show what stands before",
    tree: {
      root: "the record",
      more: (n: number) => `Show ${number(n)} more`,
      rest: (next: string, all: string) => (next === all ? `Show the last ${all}` : `Show ${next} of ${all} more`),
      twin: "named twice",
      broken: "ends here",
      tooMany: (n: number) => `Only ${number(n)} lines are shown: close some.`,
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
    nothing: "Nothing to put on a timeline yet.",
    list: (n: number) => `Timeline, ${count(n, "step")}`,
    turn: (n: number) => number(n),
    inTurn: (n: number) => `turn ${number(n)}`,
    moreHere: (n: number) => `and ${number(n)} more here`,
    failed: "failed",
    noResult: "no result recorded",
    resultAfter: (length: string) => `result after ${length}`,
    key: "Legend",
    keyWithNotes: "Legend and notes",
    wheel: "The wheel zooms, and moves with Shift; where lanes scroll it zooms with Ctrl or ⌘.",
    wheelWithin: "The wheel zooms with Ctrl or ⌘, and moves with Shift.",
    zoom: "Zoom",
    in: "Closer (+)",
    out: "Farther (−)",
    whole: "All",
    wholeKey: "Show all of it (0)",
    pace: "Spacing",
    time: "Time",
    timeTitle: "As long as it took",
    even: "Steps",
    evenTitle: "Each step as long as the next",
    fold: "Fold pauses",
    foldTitle: "Draw long pauses narrow",
    pause: (length: string) => `${length} pause`,
    hours: (n: number) => `${number(n)}\u00a0h`,
    days: (n: number) => `${number(n)}\u00a0d`,
    timeless: "No times are recorded: steps are drawn in their order.",
    disordered: "Most of the recorded times run backwards: steps are drawn in the order of their records.",
    backward: (n: number) =>
      n === 1 ? "The time of 1\u00a0record is out of order." : `The times of ${count(n, "record")} are out of order.`,
    joined: "Very long: some steps are drawn as one, or not at all.",
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
      calling: "Writing a call",
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
    close: "Close the outline",
    count: (turns: number, agents: number, missing: number) =>
      [count(turns, "turn"), agents === 0 ? "" : agentsHere(agents, missing)].filter((part) => part !== "").join(" · "),
    found: (n: number, all: number) => `${number(n)} of ${number(all)}`,
    nothing: "Nothing like that",
    empty: "No turns in this session",
    turn: "Turn",
    attempt: (nth: number) => (nth === 0 ? "Earlier attempt" : `Earlier attempt ${number(nth)}`),
    compaction: "Compacted",
    compacted: (before: string, after: string) => `compacted ${before} → ${after}`,
    rest: outsideOfTurns,
    unrecorded: "Prompt not recorded",
    interrupted: "interrupted",
    unanswered: "no reply",
    copied: "from another session",
    errors: (n: number) => count(n, "error"),
    failedAgents: (n: number) => `${number(n)} failed`,
    model: (name: string) => `now ${name}`,
    total: "All turns together",
    share: (of: number) => `${percent(of)} of what the session cost`,
    byAgents: (sum: string) => `of it by agents ${sum}`,
    incomplete: "Not all models have a known price",
    unpriced: "–",
    notShown: "That is not shown now.",
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
  title: "Save as one page",
  what: "The page is one file that opens in any browser, without a network. It will hold:",
  warning: "Whoever gets the page can read all of it.",
  private:
    "A session holds what was said and done: words, code, paths, what commands printed, and keys or passwords if they came up. " +
    "Look through it before you pass it on.",
  extent: "What goes in",
  one: "This session",
  all: (n: number) => `All ${count(n, "session")}`,
  kinds: {
    conversation: (n: number) => count(n, "conversation"),
    agent: (n: number) => (n === 1 ? "the conversation of 1 agent" : `the conversations of ${number(n)} agents`),
    output: (n: number) => count(n, "long output"),
    other: (n: number) => count(n, "other file"),
  },
  names: (n: number) => (n === 1 ? "Name of the file" : `Names of the ${number(n)} files`),
  more: (n: number) => `and ${number(n)} more`,
  shared: (name: string) => `${name} holds other sessions, too, and goes in as a whole.`,
  packing: (part: string) => `Packing ${part}`,
  save: "Save page",
  failed: "The page was not made.",
  changed: "a file became shorter while it was read",
  tooLarge: (most: string) => `It would be larger than ${most}, which few browsers open. Pass on the files instead.`,
  noPage: "This site has no unspool.html to put the session into.",
} as const;
