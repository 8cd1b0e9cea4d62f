import { type TemplateResult, html } from "lit";
import { createLibrary } from "../../panes/library/library-pane";
import { facts } from "../../viewer/layout/facts";
import { Dates } from "../../session/format";
import { header } from "../app/header";
import { icon } from "../../ui/icon";
import type { Panel } from "../../viewer/layout/panel-kind";
import { empty, progressBar } from "../../viewer/states";
import { failed, troubled } from "../../viewer/failure-view";
import type { RowContext } from "../../rows/context";
import { filterFailure } from "../../parser/filter-failure";
import type { Finding, SessionInfo, Summary } from "../../parser/model";
import type { Failure, FailureCode } from "../../parser/protocol";
import { strings as viewerStrings } from "../../viewer/strings";
import { PROJECT, NOON, costs, free, info, row } from "./make";
import { chips } from "./prompts";
import type { Specimen } from "./specimen";

/** A piece of the viewer around the conversation. */
export interface Piece {
  readonly name: string;
  readonly draw: () => TemplateResult;
}

const nothing = (): void => undefined;
const dates = new Dates();

function strip(name: string, given: Partial<SessionInfo> | undefined, back = false): Piece {
  return {
    name,
    draw: () => {
      const use = {
        info: given === undefined ? undefined : info(given),
        back: back ? nothing : undefined,
        help: nothing,
        findings: nothing,
        details: nothing,
        dates,
      };
      return header(use, facts(use));
    },
  };
}

export const headers: readonly Piece[] = [
  strip("A session", {}),
  strip("One of several, with problems in the file", { damaged: 3, underReported: 0.4 }, true),
  strip("Long names", {
    title: "Show tides in the local time of the station, also where the clocks change while the table is shown",
    branch: "ada/fix/local-tides-after-the-clocks-changed",
    project: `${PROJECT}/packages/observatory/northern-stations`,
  }),
  strip("Few facts known", {
    title: "",
    project: "",
    branch: "",
    model: "",
    start: 0,
    end: 0,
    turns: 0,
    cost: free,
  }),
  strip("Still loading", undefined),
];

const several: readonly SessionInfo[] = [
  info(),
  info({
    index: 1,
    title: "Offline tables",
    branch: "main",
    turns: 8,
    calls: 31,
    cost: costs(1.2),
    end: NOON - 90_000_000,
    links: [{ kind: "forked-from", id: "9b8e", index: 0, title: "Show tides in local time", at: "" }],
  }),
  info({
    index: 2,
    title: "",
    project: "/home/ada/code/gauge",
    model: "claude-sonnet-4-5",
    turns: 2,
    cost: free,
    end: 0,
  }),
  info({ index: 3, silent: true }),
];

function library(sessions: readonly SessionInfo[]): TemplateResult {
  const list = createLibrary();
  list.sessions = sessions;
  list.dates = dates;
  return html`${list}`;
}

export const choosers: readonly Piece[] = [{ name: "Sessions of a folder", draw: () => library(several) }];

const usage = {
  input: 41_000,
  output: 96_000,
  cacheRead: 8_900_000,
  cacheWrite5m: 310_000,
  cacheWrite1h: 40_000,
  thinking: 22_000,
  webSearches: 3,
  webFetches: 1,
};
const change = (value: string, at: number) => ({ value, key: String(at), line: at, time: NOON + at * 60_000 });

const summary: Summary = {
  file: "session.jsonl",
  session: info().id,
  title: info().title,
  files: 4,
  bytes: 1_840_000,
  lines: 812,
  records: 812,
  copied: 0,
  duplicates: 0,
  damaged: 0,
  types: null,
  prompts: 41,
  messages: 260,
  toolCalls: 212,
  toolResults: 212,
  paired: 212,
  unanswered: 0,
  orphanResults: 0,
  compactions: 1,
  segments: 2,
  turns: 41,
  agents: 3,
  internalAgents: 1,
  branches: 2,
  diagnostics: 2,
  responses: 260,
  usage,
  cost: costs(12.4),
  ledger: { shown: 1_800_000, merged: 40_000, hidden: null, damaged: 0 },
  links: null,
  underReported: 0.02,
  models: [
    { model: "claude-opus-4-5-20251101", responses: 220, usage, usd: 12.1, priced: true },
    { model: "claude-next", responses: 40, usage, usd: 0, priced: false },
  ],
  recorded: [{ source: "cost-state", usd: 12.61, incomplete: false }],
  facts: {
    firstPrompt: "",
    lastPrompt: "",
    start: NOON,
    end: NOON + 8_000_000,
    versions: [change("2.1.4", 1)],
    models: null,
    branches: [change("main", 1), change("fix/local-tides", 40)],
    folders: [change(PROJECT, 1)],
    permissions: [change("default", 1), change("acceptEdits", 90)],
    modes: null,
    tag: "",
    pullRequests: [{ url: "https://example.org/ada/lighthouse/pull/184", repository: "ada/lighthouse", number: 184 }],
    worktree: "",
    relocated: "",
    artifact: "https://example.org/artifacts/lighthouse",
    agentName: "",
    agentColor: "",
    agentSetting: "",
    continuedIn: "",
  },
};

const finding: Omit<Finding, "code" | "severity"> = {
  file: 0,
  path: "session.jsonl",
  line: 0,
  offset: 0,
  length: 0,
  damage: "",
  position: 0,
  excerpt: "",
  limit: 0,
  agent: "",
  of: "",
  count: 0,
};

/** What can be wrong with a file, by how much it matters. */
const bySeverity: Readonly<Record<Finding["severity"], Finding>> = {
  error: {
    ...finding,
    code: "overlong-line",
    severity: "error",
    line: 812,
    length: 90,
    limit: 32 << 20,
  },
  warning: {
    ...finding,
    code: "damaged-line",
    severity: "warning",
    line: 40,
    length: 90,
    damage: "syntax",
    position: 12,
    excerpt: "}}",
  },
  info: {
    ...finding,
    code: "unlinked-agent",
    severity: "info",
    agent: "a1b2c3",
  },
};

/** Every panel; those that show bytes read them by the conversation. */
export const panels = (context: RowContext): Readonly<Record<Panel["kind"], Panel>> => ({
  keys: { kind: "keys" },
  goto: { kind: "goto", missing: true },
  details: { kind: "details", summary },
  findings: { kind: "findings", list: Object.values(bySeverity), context },
});

const failures: Readonly<Record<FailureCode, Failure>> = {
  empty: { code: "empty", detail: "", path: "session.jsonl" },
  "not-a-transcript": { code: "not-a-transcript", detail: "png", path: "holiday.jsonl" },
  "no-sessions": { code: "no-sessions", detail: "", path: "" },
  unreadable: { code: "unreadable", detail: "", path: "session.jsonl" },
  options: filterFailure({ code: "invalid-turns", value: "0", kinds: null, limit: 0 }),
  prices: {
    code: "prices",
    detail: "line 4, column 7: “x” is not a price in USD per million tokens",
    path: "prices.tsv",
  },
  address: { code: "address", detail: "it is not the address of a file", path: "sessions:gone.jsonl" },
  missing: { code: "missing", detail: "404 Not Found", path: "https://lighthouse.example/sessions/gone.jsonl" },
  refused: { code: "refused", detail: "403 Forbidden", path: "https://lighthouse.example/sessions/own.jsonl" },
  blocked: { code: "blocked", detail: "This device is offline.", path: "https://lighthouse.example/session.jsonl" },
  moved: {
    code: "moved",
    detail: "https://files.example/session.jsonl",
    path: "https://lighthouse.example/session.jsonl",
  },
  slow: { code: "slow", detail: "", path: "https://lighthouse.example/session.jsonl" },
  cut: { code: "cut", detail: "", path: "https://lighthouse.example/session.jsonl" },
  "too-large": { code: "too-large", detail: "1.0 GB", path: "https://lighthouse.example/year.jsonl" },
  worker: { code: "worker", detail: "", path: "" },
  wasm: { code: "wasm", detail: "", path: "" },
  crashed: { code: "crashed", detail: "out of memory", path: "" },
};

export const progress: readonly Piece[] = [
  { name: "Reading begins", draw: () => progressBar(undefined) },
  {
    name: "Reading a folder",
    draw: () => progressBar({ bytes: 31_000_000, total: 84_000_000, files: 9, sessions: 12, rows: 4_000, done: false }),
  },
];

export const states: readonly Piece[] = [
  { name: "Nothing to show yet", draw: empty },
  { name: "Stopped partway: what was read stays", draw: () => troubled(failures.crashed, nothing) },
  ...Object.values(failures).map((failure) => ({
    name: failure.code.replaceAll("-", " "),
    draw: () => failed(failure, nothing),
  })),
];

const stateNames = { options: "Default", hover: "Hover", focus: "Keyboard focus" } as const;

/** Controls that stand around the conversation, at rest and held in a state. */
export const controls: readonly Piece[] = Object.entries(stateNames).map(([state, name]) => ({
  name,
  draw: () =>
    html`<div class="controls">
      <button type="button" class="primary" data-held=${state}>${viewerStrings.again}</button>
      <button type="button" class="tool-button" aria-label=${viewerStrings.shortcuts} data-held=${state}>
        ${icon("keyboard")}
      </button>
    </div>`,
}));

/** Controls inside of rows. */
export const rowControls: readonly Specimen[] = (["hover", "focus"] as const).flatMap((state) => [
  {
    name: `A quiet button · ${state}`,
    samples: [{ row: row("text", { text: "The table has 1,460 rows.", cut: true, size: 412_000 }) }],
    forced: { selector: ".quiet", state },
  },
  {
    name: `Line details · ${state}`,
    samples: [{ row: row("text", { text: "The table has 1,460 rows." }) }],
    forced: { selector: ".about-row", state },
  },
  {
    name: `A chip · ${state}`,
    samples: [{ row: row("prompt", { flavor: "typed", text: "Look here.", chips: [chips.selection] }) }],
    forced: { selector: ".chip", state },
  },
]);
