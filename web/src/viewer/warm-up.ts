// Renders a small invisible session before a real one is opened. Browsers look up fonts, compute styles and compile
// code on first use: together that takes longer than reading the first rows.

import { answering, parserOf } from "../parser/protocol";
import type { ParserHandle } from "../parser/client";
import { failure } from "../parser/failure";
import type { Page, Row, RowBase, RowText, SessionInfo, Tool } from "../parser/model";
import { ignoreParserLoss } from "../parser/parser-loss";
import { pause } from "../base/schedule";

const DURATION = 400; // ms, for code that renders late

/** Resolves when the page is as if nothing had happened. */
export async function warmUp(): Promise<void> {
  const host = document.createElement("div");
  host.inert = true;
  host.ariaHidden = "true";
  // As wide as the page, so that lines wrap the same way.
  Object.assign(host.style, { position: "fixed", inset: "0", visibility: "hidden", zIndex: "-1", contain: "strict" });
  for (const name of ["unspool-ready", "unspool-progress", "unspool-error", "unspool-show"]) {
    host.addEventListener(name, (event) => event.stopPropagation());
  }
  const viewer = document.createElement("unspool-session");
  viewer.parserFactory = parser;
  // eslint-disable-next-line wc/no-closed-shadow-root -- nothing of the page finds the viewer of a warm-up
  host.attachShadow({ mode: "closed" }).append(viewer);
  document.body.append(host);
  await ignoreParserLoss(viewer.read("{}")); // the first session is then a little slower
  await pause(DURATION);
  host.remove();
}

/** Returns a parser that has already read everything. */
function parser(): ParserHandle {
  // eslint-disable-next-line unspool/no-literal-text -- nobody sees this viewer
  const nothing = (): Promise<never> => Promise.reject(failure("worker", "this is a warm-up"));
  const api = parserOf(nothing, {
    load: async (_sources, onProgress) => {
      onProgress({ bytes: 2, total: 2, files: 1, sessions: 1, rows: rows.length, done: true });
      return { missed: [], sessions: [session], first: page(0, rows.length) };
    },
    sessions: async () => [session],
    query: answering({ rows: async ({ from, count }) => page(from, count) }, nothing),
  });
  return { api, stopped: new Promise(() => undefined), terminate: () => undefined };
}

function page(from: number, count: number): Page {
  return { from, total: rows.length, revision: 1, rows: rows.slice(from, from + count), missed: false };
}

const none = { usd: 0, incomplete: false, unpriced: null };

const session: SessionInfo = {
  index: 0,
  file: 0,
  state: "read",
  id: "",
  title: "Title",
  prompt: "",
  project: "/project",
  branch: "main",
  model: "claude-opus-4-6",
  start: 1,
  end: 60_000,
  bytes: 2,
  turns: 1,
  typedPrompts: 1,
  events: 0,
  agents: 0,
  calls: 1,
  work: 0,
  tokens: 1,
  cost: { ...none, usd: 1 },
  totals: {
    usage: {
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite5m: 0,
      cacheWrite1h: 0,
      thinking: 0,
      webSearches: 0,
      webFetches: 0,
    },
    cost: { ...none, usd: 1 },
    low: 0,
    lowCost: 0,
    usageFrom: "",
    costFrom: "",
  },
  models: null,
  underReported: 0,
  damaged: 0,
  silent: false,
  lone: false,
  links: null,
  sketch: null,
};

const base: RowBase = {
  key: "",
  depth: 0,
  agent: "",
  threads: null,
  speaker: "",
  branch: false,
  ends: false,
  copied: false,
  inside: false,
  turn: 1,
  prompt: 1,
  opens: false,
  time: 1,
  by: "",
  reply: null,
  before: 0,
};

const text: RowText = { text: "", cut: false, size: 1 };

const call: Tool = {
  name: "Bash",
  kind: "bash",
  server: "",
  target: "list → files",
  note: "List",
  status: "ok",
  exit: 0,
  lines: 3,
  from: 0,
  added: null,
  removed: null,
  count: null,
  unit: "",
  more: false,
  done: null,
  duration: 1000,
  answer: "",
  tokens: 0,
  error: "",
};

const shown: readonly Row[] = [
  {
    ...base,
    ...text,
    kind: "prompt",
    event: "",
    flavor: "typed",
    opens: true,
    by: "you",
    text: "Words “of” a prompt — and more …",
    chips: null,
    from: null,
    media: null,
    more: 0,
    unanswered: "",
    typed: 0,
  },
  {
    ...base,
    ...text,
    kind: "thinking",
    flavor: "",
    took: 0,
    by: "claude",
    text: "Thoughts",
    reply: {
      model: "claude-opus-4-6",
      output: 1,
      context: 1,
      duration: 1000,
      cost: none,
      low: 0,
      headless: false,
      thought: null,
    },
  },
  {
    ...base,
    ...text,
    kind: "text",
    text: "# Heading\n\nWords, **strong**, *soft* and `code`:\n\n- one\n- two\n\n```ts\nconst code = 1;\n```\n",
    cites: null,
  },
  { ...base, kind: "tool", tool: call, run: null },
  {
    ...base,
    kind: "tool",
    tool: { ...call, name: "Edit", kind: "edit", target: "src/file.ts", exit: null, added: 2, removed: 1 },
    run: null,
  },
  {
    ...base,
    kind: "tool",
    tool: {
      ...call,
      name: "Read",
      kind: "read",
      target: "src/file.ts",
      exit: null,
      status: "error",
      error: "No such file",
    },
    run: null,
  },
  {
    ...base,
    kind: "background",
    fold: { count: 2, kinds: null, failed: 0, turns: 0, alternatives: null, what: "", why: "", open: false },
  },
];

const rows = shown.map((row, at): Row => ({ ...row, key: `warm-up#${at}` }));
