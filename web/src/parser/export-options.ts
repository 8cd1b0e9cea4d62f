// Checks the options of exports: callers without types can write anything.
import { exportReasons } from "./export-strings";
import { failure } from "./failure";
import type { ExportFormat, SessionExport } from "./session-exporter";

/** What an option can be. */
interface Rule {
  readonly allowed: string;
  readonly accepts: (value: unknown) => boolean;
}

const { rules: texts } = exportReasons;

const flag: Rule = { allowed: texts.flag, accepts: (value) => typeof value === "boolean" };
const count: Rule = { allowed: texts.count, accepts: (value) => Number.isSafeInteger(value) && Number(value) >= 0 };
const text: Rule = { allowed: texts.text, accepts: isString };
const list: Rule = { allowed: texts.list, accepts: (value) => Array.isArray(value) && value.every(isString) };

function oneOf(names: readonly string[]): Rule {
  return { allowed: texts.oneOf(names), accepts: (value) => isString(value) && names.includes(value) };
}

/** Names in one text, separated by commas. */
function someOf(names: readonly string[]): Rule {
  const isName = (name: string): boolean => name.trim() === "" || names.includes(name.trim());
  return { allowed: texts.someOf(names), accepts: (value) => isString(value) && value.split(",").every(isName) };
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

const formats = Object.keys({
  transcript: 0,
  messages: 0,
  markdown: 0,
  html: 0,
  traces: 0,
  chrome: 0,
  csv: 0,
  ndjson: 0,
} satisfies Record<ExportFormat, 0>);

const scanRules = {
  words: list,
  patterns: list,
  signal: {
    allowed: texts.signal,
    accepts: (value) => typeof value === "object" && value !== null && "throwIfAborted" in value,
  },
} as const satisfies Record<string, Rule>;

const redactRules = {
  keep: list,
  drop: someOf(["images", "outputs", "thinking", "files", "context"]),
} as const satisfies Record<string, Rule>;

const exportRules = {
  format: oneOf(formats),
  agent: text,
  first: count,
  last: count,
  level: oneOf(["dialogue", "tools", "all"]),
  withoutTools: list,
  resultsOnly: flag,
  keepTurns: count,
  withoutThinking: flag,
  withoutBranches: flag,
  compress: count,
  clone: flag,
  mainOnly: flag,
  fromCompaction: flag,
  content: flag,
  redact: flag,
  onProgress: { allowed: texts.function, accepts: (value) => typeof value === "function" },
  ...redactRules,
  ...scanRules,
} as const satisfies Record<keyof SessionExport, Rule>;

/** Returns the options of an export that are set. Throws a Failure if one is unknown or invalid. */
export function checkedExport(options: SessionExport): SessionExport {
  const checked = { ...given(options, exportRules), format: options?.format };
  check("format", checked.format, exportRules.format);
  if (!checked.withoutTools?.length)
    for (const name of ["resultsOnly", "keepTurns"] as const)
      if (checked[name]) throw failure("options", exportReasons.needsTools(name));
  if (checked.redact !== true)
    for (const name of ["words", "patterns", "keep"] as const)
      if (checked[name]?.length) throw failure("options", exportReasons.needsRedact(name));
  return checked;
}

/** The options of `redact()`, which always writes a transcript. */
type Redaction = Pick<SessionExport, keyof typeof scanRules | keyof typeof redactRules>;

/** Returns the options of `redact()` that are set. Throws a Failure if one is unknown or invalid. */
export function checkedRedaction(options: Redaction): Redaction {
  return given(options, { ...redactRules, ...scanRules });
}

/** Returns the members of options that are set, which follow the rules with their names. */
function given<T extends object>(options: T, rules: Readonly<Record<string, Rule>>): Partial<T> {
  if (typeof options !== "object" || options === null) throw failure("options", exportReasons.noOptions);
  const isSet = (value: unknown): boolean => value !== undefined && value !== null;
  const unknown = Object.entries(options).find(([name, value]) => isSet(value) && !Object.hasOwn(rules, name));
  if (unknown) throw failure("options", exportReasons.unknownOption(shown(unknown[0]), Object.keys(rules)));
  const set: [string, unknown][] = [];
  for (const [name, rule] of Object.entries(rules)) {
    const value: unknown = Reflect.get(options, name); // it can be inherited
    if (!isSet(value)) continue;
    check(name, value, rule);
    set.push([name, value]);
  }
  return Object.fromEntries(set) as Partial<T>;
}

function check(name: string, value: unknown, { allowed, accepts }: Rule): void {
  if (!accepts(value)) throw failure("options", exportReasons.invalidOption(name, shown(value), allowed));
}

const SHOWN = 60; // characters

/** Returns a value as a short text. */
function shown(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value);
    case "object":
      if (Array.isArray(value)) {
        const other: unknown = value.find((one) => !isString(one));
        return other === undefined ? texts.aList : texts.listWith(Array.isArray(other) ? texts.aList : shown(other));
      }
      return value === null ? "null" : texts.anObject;
    case "function":
      return texts.aFunction;
    default:
      return String(value);
  }
}
