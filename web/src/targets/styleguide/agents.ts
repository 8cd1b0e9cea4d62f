import type { AgentRun, ToolRow } from "../../parser/model";
import { NOON, type Sample, fold, row, run, tool } from "./make";
import { type Specimen, specimen } from "./specimen";
import { byFace } from "./tools";

function agent(given: Partial<AgentRun>, options: Omit<Sample, "row"> = {}, of: Partial<ToolRow> = {}): Sample {
  return { row: row("tool", { tool: tool("agent", byFace.agent), run: run(given), ...of }), ...options };
}

const hues = ["blue", "orange", "purple"] as const;

/** The rows of an agent: its task, what it did and said, and where it ends. */
const inside = (depth: number): readonly Sample[] => {
  const here = { depth, agent: "a1", threads: hues.slice(0, depth) };
  return [
    {
      row: row("prompt", {
        ...here,
        flavor: "agent",
        by: "you",
        text: "Find where tides are computed. Change nothing.",
      }),
    },
    {
      row: row("tool", {
        ...here,
        by: "agent",
        speaker: "Explore",
        tool: tool("grep", { ...byFace.grep, duration: 80 }),
      }),
    },
    { row: row("text", { ...here, text: "In `src/tides/harmonics.ts`, called from **three** places." }) },
    { row: row("end", { ...here, name: "Explore", text: "Find where tides are computed" }) },
  ];
};

/** How the work of an agent can stand. */
export const byState: Readonly<Record<AgentRun["state"], Sample>> = {
  "": agent({ state: "" }),
  running: agent({ state: "running", background: true, duration: null }),
  open: agent({ state: "open", title: "Watch the build", background: true, duration: null }),
  completed: agent({
    state: "completed",
    color: "green",
    background: true,
    after: 95_000,
    ended: NOON + 95_000,
    notice: "n",
  }),
  failed: agent({ state: "failed", color: "pink", title: "Measure the start", after: 12_000 }),
  stopped: agent({ state: "stopped", after: 30_000 }),
  cut: agent({ state: "cut" }),
};

const nested: Sample = agent(
  { id: "a2", title: "Check the stations in the north", type: "general-purpose", color: "orange", open: true },
  { under: inside(2) },
  { depth: 1, agent: "a1", threads: ["blue"] },
);
const deepest: Sample = agent(
  { id: "a3", title: "Three steps down", color: "purple", open: true },
  { under: inside(3) },
  { depth: 2, agent: "a2", threads: ["blue", "orange"] },
);

const phases: readonly Sample[] = [
  { row: row("phase", { depth: 1, threads: [""], text: "Review", fold: fold({ count: 2 }) }) },
  agent({ type: "reviewer", title: "Correctness", rows: 3 }, {}, { depth: 1, threads: [""] }),
  agent({ type: "reviewer", title: "Tests", color: "orange", rows: 3 }, {}, { depth: 1, threads: [""] }),
  { row: row("phase", { depth: 1, threads: [""], text: "Verify", fold: fold({ count: 3, failed: 1 }) }) },
  agent(
    { type: "verifier", title: "Run the suite", color: "purple", state: "failed" },
    {},
    { depth: 1, threads: [""] },
  ),
];

export const byKind: Readonly<Record<AgentRun["kind"], Sample>> = {
  agent: agent({ open: true }, { under: inside(1) }),
  workflow: {
    row: row("tool", {
      tool: tool("workflow", byFace.workflow),
      run: run({ kind: "workflow", color: "", title: "review-all", agents: 5, failed: 1, cut: 1, open: true }),
    }),
    under: phases,
  },
  internal: {
    row: row("internal", { run: run({ kind: "internal", color: "", agents: 4, tokens: 21_000, open: false }) }),
    under: inside(1),
  },
};

export const agents: readonly Specimen[] = [
  specimen("Collapsed", agent({})),
  specimen("Expanded", byKind.agent),
  specimen(
    "Agents of agents",
    agent({ open: true }, { under: [...inside(1), { ...nested, under: [...inside(2), deepest] }] }),
  ),
  specimen("Each state", ...Object.values(byState)),
  specimen("In a team, resumed", agent({ name: "tester", type: "general-purpose", resumed: true, turns: 4 })),
  specimen("Transcript not loaded", agent({ rows: 0, calls: 0, tokens: 0, duration: null })),
  specimen("In a separate session", agent({ rows: 0, name: "tester", session: "Run the suite on iOS" })),
  specimen("Not started by any known call", { row: row("tool", { run: run({ unlinked: true }) }) }),
  specimen("Workflow", byKind.workflow),
  specimen("Internal agents", byKind.internal),
];
