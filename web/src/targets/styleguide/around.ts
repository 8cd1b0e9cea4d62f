import { type TemplateResult, html } from "lit";
import { createLibrary } from "../../panes/library/library-pane";
import { facts } from "../../viewer/layout/facts";
import { Dates } from "../../session/format";
import { header } from "../app/header";
import { icon } from "../../ui/icon";
import { empty, progressBar } from "../../viewer/states";
import { failureState, partialFailureBar } from "../../viewer/failure-view";
import { filterFailure } from "../../parser/filter-failure";
import type { SessionInfo } from "../../parser/model";
import type { Failure, FailureCode } from "../../parser/protocol";
import { strings as viewerStrings } from "../../viewer/strings";

/** A part of the viewer around the conversation. */
export interface StylePiece {
  readonly name: string;
  readonly draw: () => TemplateResult;
}

const nothing = (): void => undefined;
const dates = new Dates();

function strip(name: string, info: SessionInfo | undefined, back = false): StylePiece {
  const use = { info, back: back ? nothing : undefined, help: nothing, findings: nothing, details: nothing, dates };
  return { name, draw: () => header(use, facts(use)) };
}

/** The header of a case's session, and of variants of it. */
export const headers = (info: SessionInfo): readonly StylePiece[] => [
  strip("A session", info),
  strip(
    "One of several, with problems in the file",
    { ...info, damaged: 3, totals: { ...info.totals, lowCost: 0.4 } },
    true,
  ),
  strip("Long names", {
    ...info,
    title: "Show tides in the local time of the station, also where the clocks change while the table is shown",
    branch: "ada/fix/local-tides-after-the-clocks-changed",
    project: "/home/ada/code/lighthouse/packages/observatory/northern-stations",
  }),
  strip("Few facts known", { ...info, title: "", project: "", branch: "", model: "", start: 0, end: 0, turns: 0 }),
  strip("Still loading", undefined),
];

export function library(sessions: readonly SessionInfo[]): TemplateResult {
  const list = createLibrary();
  list.sessions = sessions;
  list.dates = dates;
  return html`${list}`;
}

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
  incomplete: { code: "incomplete", detail: "the connection was lost after 1.0 MB", path: "" },
  "too-large": { code: "too-large", detail: "1.0 GB", path: "https://lighthouse.example/year.jsonl" },
  worker: { code: "worker", detail: "", path: "" },
  wasm: { code: "wasm", detail: "", path: "" },
  crashed: { code: "crashed", detail: "out of memory", path: "" },
};

export const progress: readonly StylePiece[] = [
  { name: "Reading begins", draw: () => progressBar(undefined) },
  {
    name: "Listing a folder",
    draw: () => progressBar({ bytes: 0, total: 84_000_000, files: 0, sessions: 12, rows: 0, done: false }),
  },
  {
    name: "Reading a folder",
    draw: () => progressBar({ bytes: 31_000_000, total: 84_000_000, files: 9, sessions: 12, rows: 4_000, done: false }),
  },
];

export const states: readonly StylePiece[] = [
  { name: "Nothing to show yet", draw: empty },
  { name: "Stopped partway: what was read stays", draw: () => partialFailureBar(failures.crashed, nothing) },
  ...Object.values(failures).map((failure) => ({
    name: failure.code.replaceAll("-", " "),
    draw: () => failureState(failure, nothing),
  })),
];

const stateNames = { options: "Default", hover: "Hover", focus: "Keyboard focus" } as const;

/** Controls around the conversation, in their normal state and in forced states. */
export const controls: readonly StylePiece[] = Object.entries(stateNames).map(([state, name]) => ({
  name,
  draw: () =>
    html`<div class="controls">
      <button type="button" class="primary" data-forced=${state}>${viewerStrings.again}</button>
      <button type="button" class="tool-button" aria-label=${viewerStrings.shortcuts} data-forced=${state}>
        ${icon("keyboard")}
      </button>
    </div>`,
}));
