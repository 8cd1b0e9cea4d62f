import type { AgentRun, Row } from "../worker/model";
import { type Sample, fold, row, run, tool } from "./make";
import { type Specimen, specimen } from "./specimen";
import { byFace } from "./tools";

function agent(given: Partial<AgentRun>, rest: Omit<Sample, "row"> = {}, of: Partial<Row> = {}): Sample {
  return { row: row("tool", { tool: tool("agent", byFace.agent), run: run(given), ...of }), ...rest };
}

const inside = (depth: number): readonly Sample[] => [
  { row: row("prompt", { flavor: "agent", by: "you", depth, agent: "a1", text: "Find where tides are computed. Change nothing." }) },
  { row: row("tool", { depth, agent: "a1", by: "agent", tool: tool("grep", { ...byFace.grep, duration: 80 }) }) },
  { row: row("text", { depth, agent: "a1", text: "In `src/tides/harmonics.ts`, called from **three** places." }) },
];

/** How the work of an agent can stand. */
export const byState: Readonly<Record<AgentRun["state"], Sample>> = {
  "": agent({ state: "" }),
  running: agent({ state: "running", background: true, duration: -1 }),
  open: agent({ state: "open", title: "Watch the build", background: true, duration: -1 }),
  completed: agent({ state: "completed", background: true, after: 95_000 }),
  failed: agent({ state: "failed", title: "Measure the start", after: 12_000 }),
  stopped: agent({ state: "stopped", after: 30_000 }),
  cut: agent({ state: "cut" }),
};

const nested: Sample = agent({ id: "a2", title: "Check the stations in the north", type: "general-purpose", open: true }, { under: inside(2) }, { depth: 1, agent: "a1" });
const deepest: Sample = agent({ id: "a3", title: "Three steps down", open: true }, { under: inside(3) }, { depth: 2, agent: "a2" });

const phases: readonly Sample[] = [
  { row: row("phase", { depth: 1, text: "Review", fold: fold({ count: 2 }) }) },
  agent({ type: "reviewer", title: "Correctness", rows: 3 }, {}, { depth: 1 }),
  agent({ type: "reviewer", title: "Tests", rows: 3 }, {}, { depth: 1 }),
  { row: row("phase", { depth: 1, text: "Verify", fold: fold({ count: 3, failed: 1 }) }) },
  agent({ type: "verifier", title: "Run the suite", state: "failed" }, {}, { depth: 1 }),
];

export const byKind: Readonly<Record<AgentRun["kind"], Sample>> = {
  agent: agent({ open: true }, { under: inside(1) }),
  workflow: { row: row("tool", { tool: tool("workflow", byFace.workflow), run: run({ kind: "workflow", title: "review-all", agents: 5, failed: 1, cut: 1, open: true }) }), under: phases },
  internal: { row: row("internal", { run: run({ kind: "internal", agents: 4, tokens: 21_000, open: false }) }), under: inside(1) },
};

export const agents: readonly Specimen[] = [
  specimen("Folded", agent({})),
  specimen("Open", byKind.agent),
  specimen("Agents of agents", agent({ open: true }, { under: [...inside(1), { ...nested, under: [...inside(2), deepest] }] })),
  specimen("Each state", ...Object.values(byState)),
  specimen("In a team, at work again", agent({ name: "tester", type: "general-purpose", resumed: true, turns: 4 })),
  specimen("Its records are not here", agent({ rows: 0, calls: 0, tokens: 0, duration: -1 })),
  specimen("In a session of its own", agent({ rows: 0, name: "tester", session: "Run the suite on iOS" })),
  specimen("Started by no known call", { row: row("tool", { run: run({ loose: true }) }) }),
  specimen("Workflow", byKind.workflow),
  specimen("Internal agents", byKind.internal),
];
