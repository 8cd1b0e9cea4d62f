import type { Tool } from "../../parser/model";
import { PROJECT, type Sample, row, tool } from "./make";
import { type Group, type Specimen, specimen } from "./specimen";

/** What a call of each face looks like when it went well. */
export const byFace: Readonly<Record<Tool["face"], Partial<Tool>>> = {
  read: { name: "Read", target: `${PROJECT}/src/tides/format.ts`, from: 1, lines: 80 },
  write: { name: "Write", target: `${PROJECT}/src/tides/zone.ts`, answer: "create", added: 42, removed: 0 },
  edit: { name: "Edit", target: `${PROJECT}/src/tides/format.ts`, added: 3, removed: 1 },
  bash: { name: "Bash", target: "npm test -- --run tides", note: "Run the tests of tides", lines: 48, exit: 0 },
  grep: { name: "Grep", target: "toLocaleTimeString", note: `${PROJECT}/src`, count: 12, unit: "file" },
  glob: { name: "Glob", target: "src/**/*.test.ts", count: 9, unit: "file" },
  list: { name: "LS", target: `${PROJECT}/src/tides`, count: 17 },
  fetch: { name: "WebFetch", target: "https://example.org/docs/time-zones", note: "How are offsets given?", lines: 60 },
  search: { name: "WebSearch", target: "harmonic constants daylight saving", count: 8 },
  todo: { name: "TodoWrite", target: "Write the test", done: 2, count: 5 },
  task: { name: "TaskUpdate", target: "#3 Write the test", answer: "in_progress" },
  agent: { name: "Task", target: "Find where tides are computed", note: "Explore" },
  skill: { name: "Skill", target: "release-notes" },
  question: {
    name: "AskUserQuestion",
    target: "Which zone should the widget use?",
    answer: "The station’s own",
    count: 1,
  },
  plan: { name: "ExitPlanMode", target: "Store times in UTC", answer: "accepted" },
  toolsearch: { name: "ToolSearch", target: "calendar", count: 3 },
  workflow: { name: "Workflow", target: "review-all" },
  message: { name: "SendMessage", target: "tester", note: "Please run the suite again" },
  notebook: {
    name: "NotebookEdit",
    target: `${PROJECT}/notebooks/harmonics.ipynb`,
    answer: "replace",
    added: 12,
    removed: 4,
  },
  shell: { name: "BashOutput", target: "dev server", lines: 14 },
  mcp: { name: "list_issues", server: "tracker", target: "label:tides", count: 6 },
  resource: { name: "ReadMcpResource", server: "tracker", target: "tracker://boards/7" },
  lsp: { name: "LSP", target: `${PROJECT}/src/tides/format.ts`, note: "findReferences", from: 14, count: 3 },
  schedule: { name: "CronCreate", target: "Say when the tide turns", answer: "every day at 18:00", lines: 1 },
  other: { name: "Gauge", target: "station 1042" },
};

interface Outcome {
  readonly name: string;
  readonly call: Partial<Tool>;
}

/** What each outcome changes in a call. */
export const byStatus: Readonly<Record<Tool["status"], Outcome>> = {
  ok: { name: "Succeeded", call: { duration: 1_300 } },
  error: { name: "Failed", call: { error: "Timed out while waiting for the station to answer", duration: 31_000 } },
  rejected: { name: "Declined by the user", call: { error: "Not there: change the formatter." } },
  denied: { name: "Not permitted", call: { error: "Permission to use this tool has been denied." } },
  interrupted: { name: "Interrupted", call: { duration: 4_000 } },
  background: { name: "In the background", call: { duration: 200 } },
  running: { name: "Running", call: {} },
  none: { name: "No result recorded", call: {} },
};

const unmeasured: Partial<Tool> = {
  lines: null,
  from: 0,
  added: null,
  removed: null,
  count: null,
  done: null,
  answer: "",
  exit: null,
};

function line(face: Tool["face"], status: Tool["status"]): Sample {
  const call = status === "ok" ? byFace[face] : { ...byFace[face], ...unmeasured };
  const exit = face === "bash" && status === "error" ? { exit: 1 } : {};
  return { row: row("tool", { tool: tool(face, { ...call, ...byStatus[status].call, ...exit, status }) }) };
}

/** Every face under every outcome. */
export const lines: readonly Group[] = keys(byStatus).map((status) => ({
  name: byStatus[status].name,
  specimens: [specimen(status, ...keys(byFace).map((face) => line(face, status)))],
}));

const deep = `${PROJECT}/packages/observatory/src/instruments/gauges/pressure/calibration/northern-stations/format-of-readings.generated.ts`;

function one(name: string, face: Tool["face"], given: Partial<Tool>): Specimen {
  return specimen(name, { row: row("tool", { tool: tool(face, given) }) });
}

export const edges: readonly Specimen[] = [
  one("A long path gives way in its middle", "read", {
    name: "Read",
    target: deep,
    from: 120,
    lines: 60,
    duration: 90,
  }),
  one("A long command", "bash", {
    name: "Bash",
    target: `for station in ${Array.from({ length: 30 }, (_none, at) => 1040 + at).join(" ")}; do gauge read $station; done`,
    lines: 900,
    exit: 0,
    duration: 125_000,
  }),
  one("More than was returned", "grep", { name: "Grep", target: "time", count: 250, unit: "match", more: true }),
  one("No matches", "glob", { name: "Glob", target: "**/*.tide", answer: "No files found", count: 0, unit: "file" }),
  one("Unknown tool", "other", { name: "unfold_the_map", target: "" }),
  one("Hidden characters", "bash", { name: "Bash", target: "echo \u202edone\u202c", lines: 1 }),
  { name: "Hover", samples: [line("edit", "ok")], forced: { selector: ".deed", state: "hover" } },
  {
    name: "Keyboard focus",
    samples: [line("edit", "ok")],
    forced: { selector: "unspool-row", state: "focus" },
  },
];

function keys<K extends string>(of: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(of) as K[]; // a Record has no other keys
}
