// Descriptors of the kinds of tools that the parser knows.
import { baseName, relativePath } from "../session/format";
import type { IconName } from "../ui/icon";
import { strings } from "./strings";
import { todo, status } from "./tool-text";
import { spaced } from "../base/format";
import type { Tool, ToolKind } from "../parser/model";

/** The form of a call's main argument: a path, natural language, or neither. */
type TargetForm = "path" | "phrase" | "code";

type Call = Pick<Tool, "kind" | "name" | "note">;

interface ToolDescriptor {
  /** An imperative that fits failed and running calls, too; "" for the name of the tool. */
  readonly label: string;
  /** The labels of tools of this kind that do something else, by name. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Returns the label of a call if it depends on more than the name of its tool. */
  readonly labelOf?: (call: Call) => string | undefined;
  readonly icon: IconName;
  readonly target: TargetForm | ((name: string) => TargetForm);
  /** Returns a target as it is named beside others in a series. */
  readonly short?: (target: string) => string;
  /** True if the note replaces the label. */
  readonly described?: boolean;
  /** Returns the text beside the target for a note. */
  readonly remark?: (note: string, project: string) => string;
  /** True if the line names the tool's server. */
  readonly onServer?: boolean;
  /** Returns the text for a number of results. */
  readonly counted?: (n: number) => string;
  /** True if the exit code is not the outcome of the call itself. */
  readonly showsExit?: boolean;
  /** Returns the text of a successful call without output, instead of "0 lines". */
  readonly silent?: (call: Tool) => string;
}

const within = (place: string, project: string): string =>
  place === "" || place === project ? "" : strings.within(relativePath(place, project));

const tools: Readonly<Record<ToolKind, ToolDescriptor>> = {
  read: { label: "Read", icon: "read", target: "path", short: baseName },
  write: { label: "Write", icon: "write", target: "path", short: baseName },
  edit: { label: "Edit", icon: "edit", target: "path", short: baseName },
  bash: {
    label: "Run",
    icon: "bash",
    target: "code",
    short: program,
    described: true,
    silent: (call) => (call.answer === "" ? todo.completed : ""),
  },
  grep: { label: "Search", icon: "search", target: "code", remark: within },
  glob: {
    label: "Find",
    icon: "glob",
    target: "code",
    short: (target) => (target.startsWith("/") ? target.split("/").slice(-2).join("/") : target),
    remark: within,
  },
  list: { label: "List", icon: "list", target: "path", short: baseName, counted: strings.entries },
  fetch: { label: "Fetch", icon: "fetch", target: "code", short: (target) => target.replace(/^\w+:\/\//, "") },
  search: { label: "Search the web", icon: "fetch", target: "phrase" },
  todo: { label: "Update todos", labels: { TodoRead: "Read todos" }, icon: "todo", target: "phrase" },
  task: {
    label: "Update task",
    labels: {
      TaskCreate: "Add task",
      TaskList: "List tasks",
      TaskGet: "Look up task",
    },
    icon: "task",
    target: "phrase",
    short: (target) => (/^\d+$/.test(target) ? `#${target}` : target),
    remark: (note) => (note === "" ? "" : status(note)),
  },
  agent: { label: "Start agent", icon: "agent", target: "code" },
  skill: { label: "Use skill", labels: { SlashCommand: "Run" }, icon: "skill", target: "code" },
  question: { label: "Ask you", icon: "question", target: "phrase" },
  plan: { label: "Propose plan", labels: { EnterPlanMode: "Start planning" }, icon: "plan", target: "phrase" },
  toolsearch: { label: "Find tools", icon: "tool", target: "code", counted: strings.tools },
  workflow: { label: "Start workflow", icon: "workflow", target: "code" },
  message: { label: "Message", icon: "message", target: "phrase" },
  notebook: {
    label: "Edit notebook",
    labels: { NotebookRead: "Read notebook", ReadNotebook: "Read notebook" },
    icon: "notebook",
    target: "path",
  },
  shell: {
    label: "Check shell",
    labels: {
      TaskOutput: "Check task",
      TaskStop: "Stop task",
      AgentOutputTool: "Check agent",
      KillShell: "Stop shell",
      KillBash: "Stop shell",
      Monitor: "Watch",
    },
    icon: "shell",
    target: (name) => (name.startsWith("Task") ? "phrase" : "code"),
    described: true,
    showsExit: true,
    silent: () => "",
  },
  mcp: { label: "", labelOf: ({ name }) => spaced(name), icon: "mcp", target: "phrase", onServer: true },
  resource: {
    label: "Read resource",
    labels: {
      ListMcpResources: "List resources",
      ListMcpResourcesTool: "List resources",
    },
    icon: "mcp",
    target: "code",
  },
  lsp: {
    label: "Look up",
    labelOf: ({ note }) => own(lookups, note),
    icon: "lookup",
    target: "path",
    remark: () => "",
  },
  schedule: {
    label: "Schedule",
    labels: { CronDelete: "Unschedule", CronList: "List schedules", ScheduleWakeup: "Schedule wake-up" },
    icon: "bell",
    target: "phrase",
  },
  other: {
    label: "",
    labels: {
      EnterWorktree: "Enter worktree",
      ExitWorktree: "Exit worktree",
      PushNotification: "Notify you",
      ListAgents: "List agents",
      TeamCreate: "Start team",
      TeamDelete: "End team",
      StructuredOutput: "Return result",
      SubagentHandback: "Hand back",
      BatchTool: "Run batch",
      advisor: "Ask advisor",
    },
    icon: "tool",
    target: "phrase",
  },
};

/** Requests to a language server. */
const lookups: Readonly<Record<string, string>> = {
  goToDefinition: "Find definition",
  findReferences: "Find references",
  hover: "Look up type",
  documentSymbol: "List symbols",
  workspaceSymbol: "Find symbol",
  goToImplementation: "Find implementations",
  prepareCallHierarchy: "Find calls",
  incomingCalls: "Find callers",
  outgoingCalls: "Find calls",
};

/** Names from a session may equal those of members that every object has. */
function own(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

export function descriptor(kind: ToolKind): ToolDescriptor {
  return tools[kind];
}

/** Returns the label of a call; MCP tools have their own names. */
export function verb(call: Call): string {
  const { label, labels = {}, labelOf } = tools[call.kind];
  return own(labels, call.name) ?? labelOf?.(call) ?? (label || call.name || strings.unnamedTool);
}

/** Reports whether the note of a call replaces its label. */
export function isDescribed(call: Call): boolean {
  return tools[call.kind].described === true && call.note !== "";
}

export function targetForm({ kind, name }: Call): TargetForm {
  const { target } = tools[kind];
  return typeof target === "string" ? target : target(name);
}

/** Reports whether a call failed, was refused or was interrupted. */
export function isBad(call: Tool): boolean {
  return (
    call.status === "error" || call.status === "rejected" || call.status === "denied" || call.status === "interrupted"
  );
}

/** Returns the part of a shell command that says what runs: "git status" for "cd /app && X=1 git status --short". */
function program(command: string): string {
  const bare = command.replace(/^(?:cd [^&]*&&\s*)+/, "").replace(/^(?:\w+=\S*\s+)+/, "");
  const [, name = "", what = ""] = /^["'(]*([^\s"';]+)["';]*(?:\s+([a-z][a-z:-]*)(?=\s|$))?/.exec(bare) ?? [];
  return [baseName(name), what].filter((word) => word !== "").join(" ") || command;
}
