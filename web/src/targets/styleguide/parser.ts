import { failure } from "../../parser/failure";
import { answering, parserOf } from "../../parser/protocol";
import type { Row, RowFacts } from "../../parser/model";
import { NOON, type Sample, body, costs, used } from "./make";
import { picture } from "./pictures";
import { showsRows } from "../../parser/rows";

const record = `{"type":"assistant","uuid":"00000000-0000-4000-8000-000000000812","message":{"role":"assistant","content":[]}}\n`;

/** Answers from samples what the parser would answer from files. */
export class SampleParser {
  readonly #samples: readonly Sample[];
  readonly #silent: boolean;
  readonly #expanded = new Map<string, boolean>();

  readonly api = parserOf(() => Promise.resolve(), {
    query: answering(
      {
        rows: async ({ from, count }) => {
          if (this.#silent) return new Promise(() => undefined);
          const rows = this.shown().map(({ row }) => row);
          return { from, total: rows.length, revision: 0, rows: rows.slice(from, from + count), missed: false };
        },
        body: async ({ key }) => {
          const found = this.shown().find(({ row }) => row.key === key);
          if (found?.fails === true) throw failure("unreadable");
          return body(key, found?.parts ?? []);
        },
        text: async ({ key, part, name }) => {
          const found = this.shown().find(({ row }) => row.key === key)?.parts?.[part];
          if (found === undefined) throw failure("unreadable");
          return { text: found[name], next: 1, total: 1 };
        },
        about: async ({ key }) => facts(key),
        expand: async ({ key, open }) => {
          this.#expanded.set(key, open);
          return this.#find(key);
        },
        expandAll: async ({ open }) => {
          for (const { row } of this.shown()) if (row.kind === "series") this.#expanded.set(row.key, open);
          return null;
        },
        find: async ({ address }) => this.#find(address),
        narrow: async () => null,
      },
      () => Promise.reject(failure("unreadable")),
    ),
    raw: async ({ offset, length }) => new TextEncoder().encode(record).slice(offset, offset + length),
    image: ({ offset }) => picture(offset),
    sessions: async () => [],
    files: async () => [],
  });

  /** A silent one is asked, and never answers. */
  constructor(samples: readonly Sample[], silent: boolean) {
    this.#samples = keyed(samples, "");
    this.#silent = silent;
  }

  #find(key: string): number | null {
    const index = this.shown().findIndex(({ row }) => row.key === key);
    return index < 0 ? null : index;
  }

  /** The samples that have a row now, those below an expanded one among them. */
  shown(): readonly Sample[] {
    const list = (samples: readonly Sample[]): readonly Sample[] =>
      samples.flatMap((sample) => {
        const open = this.#expanded.get(sample.row.key) ?? showsRows(sample.row) ?? false;
        const row = sample.under === undefined ? sample.row : withOpen(sample.row, open);
        return [{ ...sample, row }, ...(open ? list(sample.under ?? []) : [])];
      });
    return list(this.#samples);
  }
}

/** What is recorded about a row. */
function facts(key: string): RowFacts {
  return {
    key,
    uuid: "00000000-0000-4000-8000-000000000812",
    time: NOON,
    duration: 3_100,
    scope: "response",
    responses: 1,
    model: "claude-opus-4-5-20251101",
    usage: used,
    context: 44_080,
    cost: costs(0.12),
    low: 0,
    duplicate: false,
    stop: "tool_use",
    message: "msg_01",
    request: "req_01",
    records: body(key, []).records,
    more: 0,
  };
}

/** Every row has an address of its own: its place. */
function keyed(samples: readonly Sample[], above: string): readonly Sample[] {
  return samples.map((sample, at) => {
    const key = `${above}${at}`;
    const row = { ...sample.row, key };
    return sample.under === undefined ? { ...sample, row } : { ...sample, row, under: keyed(sample.under, `${key}.`) };
  });
}

function withOpen(row: Row, open: boolean): Row {
  switch (row.kind) {
    case "tool":
      return { ...row, run: row.run && { ...row.run, open } };
    case "internal":
      return { ...row, run: { ...row.run, open } };
    case "series":
      return { ...row, series: { ...row.series, open } };
    case "attempts":
    case "branch":
      return { ...row, fold: { ...row.fold, open } };
    case "copied":
      return { ...row, fold: row.fold && { ...row.fold, open } };
    default:
      return row;
  }
}
