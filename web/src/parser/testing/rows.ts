// Rows and parts for tests: each function fills in defaults.
import type { Fold, Part, RowBase, Tool } from "../model";
import type { RowOf } from "../rows";

const base: RowBase = {
  key: "",
  depth: 0,
  agent: "",
  branch: false,
  ends: false,
  turn: 0,
  prompt: 0,
  opens: false,
  time: Date.UTC(2026, 4, 12, 10, 2),
  by: "",
  copied: false,
  inside: false,
  threads: null,
  speaker: "",
  reply: null,
  before: 0,
};

const text = { text: "", cut: false, size: 0 };

const tool: Tool = {
  name: "Bash",
  kind: "bash",
  server: "",
  target: "",
  note: "",
  status: "ok",
  answer: "",
  exit: null,
  lines: null,
  from: 0,
  added: null,
  removed: null,
  count: null,
  unit: "",
  more: false,
  done: null,
  duration: null,
  tokens: 0,
  error: "",
};

const defaults = {
  prompt: {
    ...base,
    ...text,
    kind: "prompt",
    event: "",
    flavor: "typed",
    chips: null,
    from: null,
    media: null,
    more: 0,
    unanswered: "",
    typed: 0,
  },
  text: { ...base, ...text, kind: "text", cites: null },
  thinking: { ...base, ...text, kind: "thinking", flavor: "", took: 0 },
  tool: { ...base, kind: "tool", tool, run: null },
  branch: { ...base, ...text, kind: "branch", fold: fold() },
} as const satisfies { readonly [Kind in "prompt" | "text" | "thinking" | "tool" | "branch"]: RowOf<Kind> };

export function row<Kind extends keyof typeof defaults>(kind: Kind, overrides: Partial<RowOf<Kind>> = {}): RowOf<Kind> {
  return { ...defaults[kind], ...overrides } as RowOf<Kind>; // TypeScript cannot infer this for a generic kind
}

export function part(kind: Part["kind"], overrides: Partial<Part> = {}): Part {
  return {
    kind,
    role: "",
    name: "",
    text: "",
    note: "",
    cut: false,
    size: overrides.text?.length ?? 0,
    chip: 0,
    start: 1,
    command: "",
    stderr: "",
    exit: null,
    old: "",
    new: "",
    hunks: null,
    fields: null,
    questions: null,
    media: null,
    items: null,
    attempts: null,
    ...overrides,
  };
}

export function fold(overrides: Partial<Fold> = {}): Fold {
  return {
    count: 1,
    kinds: null,
    failed: 0,
    turns: 0,
    alternatives: null,
    what: "",
    why: "",
    open: false,
    ...overrides,
  };
}
