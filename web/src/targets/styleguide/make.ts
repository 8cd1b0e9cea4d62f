// What the data of specimens is made of: each function fills in what a fixture does not say.
import type {
  AgentRun,
  Body,
  Cost,
  Fold,
  Hunk,
  Link,
  Media,
  Part,
  Reply,
  Row,
  RowBase,
  RowText,
  Series,
  SessionInfo,
  Tool,
  Usage,
} from "../../parser/model";
import type { RowKind, RowOf } from "../../parser/rows";

/** A row with what it opens to and what stands below it when it is expanded. */
export interface Sample {
  readonly row: Row;
  readonly parts?: readonly Part[];
  /** Whether its body is shown from the start. */
  readonly open?: boolean;
  readonly under?: readonly Sample[];
  /** Its body cannot be read. */
  readonly fails?: boolean;
}

export const PROJECT = "/home/ada/code/lighthouse";
export const NOON = Date.UTC(2026, 4, 12, 10, 2);

export const free: Cost = { usd: 0, incomplete: false, unpriced: null };
export const costs = (usd: number): Cost => ({ ...free, usd });

export const used: Usage = {
  input: 212,
  output: 4_120,
  cacheRead: 40_300,
  cacheWrite5m: 3_568,
  cacheWrite1h: 0,
  thinking: 900,
  webSearches: 0,
  webFetches: 0,
};

const base: RowBase = {
  key: "", // its place, given by the specimen
  depth: 0,
  agent: "",
  branch: false,
  ends: false,
  turn: 0,
  opens: false,
  time: NOON,
  by: "",
  copied: false,
  inside: false,
  threads: null,
  speaker: "",
  reply: null,
  before: 0,
};

const text: RowText = { text: "", cut: false, size: 0 };

/** What a fixture of a kind does not say. */
const blank: { readonly [Kind in RowKind]: RowOf<Kind> } = {
  prompt: {
    ...base,
    ...text,
    kind: "prompt",
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
  tool: { ...base, kind: "tool", tool: tool("other"), run: null },
  series: { ...base, kind: "series", series: series("look") },
  image: { ...base, kind: "image", media: null },
  output: { ...base, ...text, kind: "output", flavor: "", chips: null },
  summary: { ...base, ...text, kind: "summary" },
  compaction: { ...base, ...text, kind: "compaction", took: 0, compacted: { trigger: "", before: null, after: null } },
  interrupt: { ...base, kind: "interrupt", flavor: "" },
  error: { ...base, ...text, kind: "error", retry: { status: 0, attempts: 0, ended: "" } },
  note: { ...base, ...text, kind: "note", flavor: "", name: "" },
  machinery: { ...base, kind: "machinery", fold: fold() },
  attempts: { ...base, ...text, kind: "attempts", fold: fold() },
  branch: { ...base, ...text, kind: "branch", fold: fold() },
  copied: { ...base, ...text, kind: "copied", fold: null, link: link("copied-from") },
  link: { ...base, kind: "link", link: link("continues") },
  damaged: { ...base, kind: "damaged", fold: fold(), size: 0 },
  restart: { ...base, kind: "restart" },
  broken: { ...base, kind: "broken" },
  phase: { ...base, ...text, kind: "phase", fold: fold() },
  internal: { ...base, kind: "internal", run: run() },
  end: { ...base, ...text, kind: "end", of: "", name: "" },
  unknown: { ...base, ...text, kind: "unknown" },
};

export function row<Kind extends RowKind>(kind: Kind, given: Partial<RowOf<Kind>> = {}): RowOf<Kind> {
  const size = "text" in given && typeof given.text === "string" ? { size: given.text.length } : {};
  return { ...blank[kind], ...size, ...given };
}

export function tool(face: Tool["face"], given: Partial<Tool> = {}): Tool {
  return {
    name: "",
    face,
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
    error: "",
    ...given,
  };
}

export function run(given: Partial<AgentRun> = {}): AgentRun {
  return {
    id: "a1",
    kind: "agent",
    type: "Explore",
    title: "Find where tides are computed",
    name: "",
    color: "blue",
    model: "claude-haiku-4-5-20251001",
    turns: 1,
    calls: 14,
    rows: 3,
    tokens: 48_200,
    usage: used,
    duration: 74_000,
    cost: costs(0.06),
    low: 0,
    responses: 9,
    open: false,
    internal: false,
    resumed: false,
    session: "",
    unlinked: false,
    state: "completed",
    background: false,
    after: null,
    ended: 0,
    notice: "",
    agents: 0,
    failed: 0,
    cut: 0,
    ...given,
  };
}

export function part(kind: Part["kind"], given: Partial<Part> = {}): Part {
  const text = given.text ?? "";
  return {
    kind,
    role: "",
    name: "",
    text,
    note: "",
    cut: false,
    size: text.length,
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
    ...given,
  };
}

export function reply(given: Partial<Reply> = {}): Reply {
  return {
    model: "claude-opus-4-5-20251101",
    output: 4_120,
    context: 61_000,
    duration: 133_000,
    cost: costs(0.42),
    low: 0,
    headless: false,
    ...given,
  };
}

export function fold(given: Partial<Fold> = {}): Fold {
  return { count: 1, kinds: null, failed: 0, turns: 0, alternatives: null, what: "", why: "", open: false, ...given };
}

export function link(kind: Link["kind"], given: Partial<Link> = {}): Link {
  return {
    kind,
    id: "9b8e77aa-0000-4000-8000-000000000002",
    index: 1,
    title: "Show tides in local time",
    at: "",
    ...given,
  };
}

export function series(family: Series["family"], given: Partial<Series> = {}): Series {
  return {
    family,
    server: "",
    calls: 3,
    tools: null,
    about: null,
    more: 0,
    added: null,
    removed: null,
    duration: 2_400,
    open: false,
    ...given,
  };
}

export function hunk(start: number, text: string): Hunk {
  return { oldStart: start, oldLines: null, newStart: start, newLines: null, lines: text.split("\n") };
}

/** A picture that the fixtures' parser knows by where it stands. */
export function media(offset: Media["offset"], given: Partial<Media> = {}): Media {
  return { file: 0, offset, length: 1, type: "image/png", name: "", host: "", ...given };
}

export function info(given: Partial<SessionInfo> = {}): SessionInfo {
  return {
    index: 0,
    file: 0,
    state: "read",
    id: "4f0c2a61-0000-4000-8000-000000000001",
    title: "Show tides in local time",
    prompt: "The table of tides is an hour off since Sunday. Please find out why, and fix it.",
    project: PROJECT,
    branch: "fix/local-tides",
    model: "claude-opus-4-5-20251101",
    start: NOON,
    end: NOON + 8_000_000,
    work: 3_000_000,
    bytes: 1_840_000,
    turns: 41,
    agents: 3,
    calls: 212,
    tokens: 9_400_000,
    models: ["claude-opus-4-5-20251101", "claude-haiku-4-5-20251001"],
    cost: costs(12.4),
    underReported: 0,
    rows: 640,
    damaged: 0,
    silent: false,
    lone: false,
    links: null,
    ...given,
  };
}

export function body(key: string, parts: readonly Part[]): Body {
  return { key, parts, records: [{ uuid: key, file: 0, path: "session.jsonl", line: 812, offset: 0, length: 120 }] };
}
