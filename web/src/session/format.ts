import { NBSP } from "../base/format";
import type { Cost } from "../parser/model";
import { strings } from "./strings";

/** Formats a duration: "850 ms", "3.1 s", "48 s", "2 m 5 s", "2 h 13 m"; "" if it is unknown. */
export function duration(ms: number | null): string {
  if (ms === null || ms < 0) return ""; // times can run backward
  if (ms < 1000) return `${Math.round(ms)}${NBSP}ms`;
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)}${NBSP}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds}${NBSP}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return pair(minutes, "m", seconds % 60, "s");
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return pair(hours, "h", minutes % 60, "m");
  return pair(Math.floor(hours / 24), "d", hours % 24, "h");
}

function pair(a: number, unitA: string, b: number, unitB: string): string {
  return b === 0 ? `${a}${NBSP}${unitA}` : `${a}${NBSP}${unitA} ${b}${NBSP}${unitB}`;
}

/** Formats bytes: "812 B", "18.4 MB". */
export function bytes(n: number): string {
  const units = ["B", "kB", "MB", "GB"] as const;
  let value = n;
  let unit: string = units[0];
  for (const next of units.slice(1)) {
    if (value < 1000) break;
    value /= 1000;
    unit = next;
  }
  return `${unit === "B" || value >= 100 ? Math.round(value) : value.toFixed(1)}${NBSP}${unit}`;
}

/** Formats tokens: "870", "4.1k", "1.2M". */
export function tokens(n: number): string {
  if (n < 1000) return String(n);
  if (n < 9_950) return `${(n / 1000).toFixed(1)}k`;
  if (n < 999_500) return `${Math.round(n / 1000)}k`;
  if (n < 9_950_000) return `${(n / 1e6).toFixed(1)}M`;
  return `${Math.round(n / 1e6)}M`;
}

/**
 * Formats a cost that was calculated with a price table: "$12.40", "$0.03", "< $0.01"; "≥ $12.40" if models have no
 * price, or if the share `low` of responses whose output is not fully recorded is too large.
 */
export function cost(sum: Cost, low = 0): string {
  return amount(sum, low, dollars);
}

/** Formats a cost that was recorded, like `cost`. */
export function recordedCost(sum: Cost, low = 0): string {
  return amount(sum, low, recordedDollars);
}

function amount({ usd, incomplete }: Cost, low: number, format: (usd: number) => string): string {
  if (incomplete && !isAmount(usd)) return strings.notPriced;
  if (usd === 0) return "";
  const sum = format(usd);
  return incomplete || (isLow(low) && isAmount(usd)) ? strings.lowerBound(sum) : sum;
}

/**
 * Formats calculated dollars: "$12.40", "< $0.01", and "$12.40 (prices.tsv)" if they were calculated with prices that
 * are not the built-in ones.
 */
export function dollars(usd: number): string {
  return recordedDollars(usd) + pricedBy();
}

/** Formats dollars that were not calculated with a price table: "$12.40", "< $0.01". */
export function recordedDollars(usd: number): string {
  return usd > 0 && !isAmount(usd) ? `<${NBSP}$0.01` : `$${usd.toFixed(2)}`;
}

const tables = new Map<object, string>();

/** Names the price table of a viewer beside all costs of the page; undefined if the viewer uses the built-in one. */
export function namePriceTable(viewer: object, name: string | undefined): void {
  if (name === undefined) tables.delete(viewer);
  else tables.set(viewer, name);
}

/** Returns the names of the price tables of all viewers, "" if these use the built-in one. */
function tableNames(): string {
  return [...new Set(tables.values())].join(", ");
}

/** Returns the names of price tables, to be placed after a cost. */
export function pricedBy(): string {
  return tables.size === 0 ? "" : `${NBSP}(${tableNames()})`;
}

/** Describes the prices that costs are calculated with: those of a price table, or else `builtIn`. */
export function priceSource(builtIn: string): string {
  return tables.size === 0 ? builtIn : strings.pricedBy(tableNames());
}

/** Reports whether a sum is shown as an amount, so that "≥" can precede it. */
export function isAmount(usd: number): boolean {
  return usd >= 0.005;
}

/**
 * Reports whether the share of responses with too little output recorded makes the cost a lower bound. A few are always
 * cut off.
 */
export function isLow(share: number): boolean {
  return share >= 0.05;
}

/** Describes what a cost omits, for a title: models without a price, and output that was not recorded. */
export function costNote({ unpriced }: Cost, low = 0): string {
  const models =
    unpriced === null || unpriced.length === 0 ? "" : strings.notPricedList(unpriced.map((one) => one.model));
  return isLow(low) ? `${strings.lowCost(low)}\n${models}`.trim() : models;
}

/** Shortens a model name: "claude-opus-4-5-20251101" is "opus 4.5". Names of another form are unchanged. */
export function model(name: string): string {
  const bare = name
    .replace(/^.*claude-/, "")
    .replace(/[-@]\d{8}.*$/, "")
    .replace(/-latest$/, "");
  const match = /^(?:(\d+(?:-\d{1,2})?)-)?(opus|sonnet|haiku|[a-z]+)(?:-(\d+(?:-\d{1,2})?))?$/.exec(bare);
  if (!name.includes("claude-") || match === null) return name;
  const version = (match[3] ?? match[1] ?? "").replace("-", ".");
  const family = match[2] ?? "";
  return version === "" ? family : `${family} ${version}`;
}

/** Formats dates and times in one language; "" for unknown ones. */
export class Dates {
  readonly #clock: Intl.DateTimeFormat;
  readonly #exact: Intl.DateTimeFormat;
  readonly #day: Intl.DateTimeFormat;
  readonly #full: Intl.DateTimeFormat;
  readonly #both: Intl.DateTimeFormat;

  /** `language` is a tag such as "de-CH". For "" and invalid tags, it is the browser's own language. */
  constructor(language = "") {
    const tag = known(language);
    const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => new Intl.DateTimeFormat(tag, options);
    this.#clock = format({ hour: "numeric", minute: "2-digit" });
    this.#exact = format({ hour: "numeric", minute: "2-digit", second: "2-digit" });
    this.#day = format({ year: "numeric", month: "short", day: "numeric" });
    this.#full = format({ dateStyle: "full", timeStyle: "medium" });
    this.#both = format({ dateStyle: "medium", timeStyle: "medium" });
  }

  time(ms: number): string {
    return ms > 0 ? this.#clock.format(ms) : "";
  }

  /** Formats a time, with the day if it differs from that of the time before. */
  timeAfter(ms: number, before: number): string {
    return this.date(before) === this.date(ms) ? this.time(ms) : `${this.date(ms)}, ${this.time(ms)}`;
  }

  /** Formats a time with seconds. */
  exactTime(ms: number): string {
    return ms > 0 ? this.#exact.format(ms) : "";
  }

  date(ms: number): string {
    return ms > 0 ? this.#day.format(ms) : "";
  }

  fullTime(ms: number): string {
    return ms > 0 ? this.#full.format(ms) : "";
  }

  /** Formats the day, and the time with seconds. */
  dateAndTime(ms: number): string {
    return ms > 0 ? this.#both.format(ms) : "";
  }
}

function known(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}

/** Formats a time for a `<time>` element. */
export function isoTime(ms: number): string {
  return ms > 0 && ms < 8.64e15 ? new Date(ms).toISOString() : "";
}

/** Shortens a folder: the home folder is "~". */
export function folder(path: string): string {
  return path.replace(/^(?:\/home\/[^/]+|\/Users\/[^/]+|[A-Za-z]:\\Users\\[^\\]+|\/root)(?=$|[/\\])/, "~");
}

/** Returns the last segment of a path. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** Returns a path relative to the session's own folder. */
export function relativePath(path: string, from: string): string {
  if (from !== "" && path.startsWith(from) && /^[/\\]./.test(path.slice(from.length)))
    return path.slice(from.length + 1);
  return folder(path);
}

/** Returns a date without its year. */
export function shortDay(date: string): string {
  return date.replace(/,? ?\d{4}$/, "");
}
