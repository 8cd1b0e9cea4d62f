/**
 * A lazy scanner for JSON. Values are byte ranges, so numbers, escapes and duplicate names stay as written. Nothing is
 * read before it is needed, and there is no recursion: depth uses no stack.
 */
interface ByteSpan {
  readonly from: number;
  readonly to: number; // exclusive
}

type JsonKind = "object" | "array" | "string" | "number" | "true" | "false" | "null" | "none";

/** A value; an invalid one ends after its valid part. */
export interface Value extends ByteSpan {
  readonly kind: JsonKind;
  readonly broken: boolean;
}

/** A member of an object or a list; those of objects have a name, with its quotes. */
export interface Member {
  readonly name: ByteSpan | undefined;
  readonly value: Value;
}

/** The end of the valid JSON in bytes; `whole` if they are exactly one value. */
export interface Verdict {
  readonly to: number;
  readonly whole: boolean;
}

/** Bytes that are scanned before yielding. */
const CHUNK = 1 << 18;
/** Deeper nesting counts as invalid: it would use memory for each level. */
const MAX_DEPTH = 1_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

type ScanState = "value" | "first" | "key" | "first key" | "colon" | "after" | "string" | "name";

/** Scans one value in steps. */
class JsonWalker {
  at: number;
  readonly #bytes: Uint8Array;
  readonly #closers: number[] = [];
  #state: ScanState = "value";

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes;
    this.at = from;
  }

  /** Scans the next chunk. */
  step(): "more" | "end" | "broken" {
    const limit = this.at + CHUNK;
    for (;;) {
      if (this.#state === "after" && this.#closers.length === 0) return "end";
      if (this.at >= this.#bytes.length) return "broken";
      if (this.at >= limit) return "more";
      if (this.#state === "string" || this.#state === "name") {
        if (!this.#inString(limit)) return "broken";
        continue;
      }
      const char = this.#bytes[this.at] ?? 0;
      if (isSpace(char)) this.at++;
      else if (!this.#take(char)) return "broken";
    }
  }

  #take(char: number): boolean {
    const state = this.#state;
    const closer = this.#closers.at(-1);
    if (state === "colon") return this.#go(char === COLON, "value");
    if (state === "after" && char === COMMA) return this.#go(true, closer === CLOSE_OBJECT ? "key" : "value");
    if (
      state === "after" ||
      (state === "first" && char === CLOSE_ARRAY) ||
      (state === "first key" && char === CLOSE_OBJECT)
    ) {
      if (char !== closer) return false;
      this.#closers.pop();
      return this.#go(true, "after");
    }
    if (state === "key" || state === "first key") return this.#go(char === QUOTE, "name");
    switch (char) {
      case QUOTE:
        return this.#go(true, "string");
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        this.#closers.push(char === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY);
        return this.#go(this.#closers.length <= MAX_DEPTH, char === OPEN_OBJECT ? "first key" : "first");
    }
    const end = wordEnd(this.#bytes, this.at) || numberEnd(this.#bytes, this.at);
    if (end === 0) return false;
    this.at = end;
    this.#state = "after";
    return true;
  }

  #go(fits: boolean, state: ScanState): boolean {
    if (!fits) return false;
    this.at++;
    this.#state = state;
    return true;
  }

  /** Continues in a string; control characters and unknown escapes are invalid. */
  #inString(limit: number): boolean {
    const bytes = this.#bytes;
    const end = Math.min(limit, bytes.length);
    let at = this.at;
    while (at < end) {
      const char = bytes[at] ?? 0;
      if (char === QUOTE) {
        this.#state = this.#state === "name" ? "colon" : "after";
        this.at = at + 1;
        return true;
      }
      if (char < 0x20) break;
      if (char !== BACKSLASH) {
        at++;
        continue;
      }
      const size = escapeSize(bytes, at);
      if (size === 0) break;
      at += size;
    }
    this.at = at;
    return at >= end;
  }
}

function escapeSize(bytes: Uint8Array, at: number): number {
  const char = bytes[at + 1] ?? 0;
  if (char !== 0x75) return '"\\/bfnrt'.includes(String.fromCharCode(char)) ? 2 : 0;
  for (let i = at + 2; i < at + 6; i++) if (!/[\da-fA-F]/.test(String.fromCharCode(bytes[i] ?? 0))) return 0;
  return 6;
}

const words = ["true", "false", "null"] as const;

function wordEnd(bytes: Uint8Array, at: number): number {
  const word = words.find((one) => one.charCodeAt(0) === bytes[at]);
  if (word === undefined) return 0;
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return 0;
  return at + word.length;
}

/** Returns the end of a number, or 0 if there is none. */
function numberEnd(bytes: Uint8Array, from: number): number {
  const isDigit = (i: number): boolean => (bytes[i] ?? 0) >= 0x30 && (bytes[i] ?? 0) <= 0x39;
  const digits = (i: number): number => {
    while (isDigit(i)) i++;
    return i;
  };
  let at = bytes[from] === 0x2d ? from + 1 : from;
  if (!isDigit(at)) return 0;
  at = bytes[at] === 0x30 ? at + 1 : digits(at);
  if (bytes[at] === 0x2e) {
    if (!isDigit(at + 1)) return 0;
    at = digits(at + 1);
  }
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    const sign = bytes[at + 1] === 0x2b || bytes[at + 1] === 0x2d ? 1 : 0;
    if (!isDigit(at + 1 + sign)) return 0;
    at = digits(at + 1 + sign);
  }
  return at;
}

function isSpace(char: number): boolean {
  return char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09;
}

function skipSpace(bytes: Uint8Array, at: number): number {
  while (at < bytes.length && isSpace(bytes[at] ?? 0)) at++;
  return at;
}

function kindAt(bytes: Uint8Array, at: number): JsonKind {
  switch (bytes[at]) {
    case OPEN_OBJECT:
      return "object";
    case OPEN_ARRAY:
      return "array";
    case QUOTE:
      return "string";
    case 0x74:
      return "true";
    case 0x66:
      return "false";
    case 0x6e:
      return "null";
    default:
      return numberEnd(bytes, at) > 0 ? "number" : "none";
  }
}

/** Returns the value of the bytes, assuming that it ends with them; `check` verifies that. */
export function rootOf(bytes: Uint8Array): Value {
  const from = skipSpace(bytes, 0);
  return { kind: kindAt(bytes, from), from, to: bytes.length, broken: false };
}

/** Checks how far bytes are valid. Yields undefined after each chunk, then the verdict. */
export function* check(bytes: Uint8Array): Generator<undefined, Verdict> {
  const walk = new JsonWalker(bytes, skipSpace(bytes, 0));
  let state = walk.step();
  while (state === "more") {
    yield undefined;
    state = walk.step();
  }
  const end = state === "end" ? skipSpace(bytes, walk.at) : walk.at;
  return { to: end, whole: state === "end" && end === bytes.length };
}

/**
 * Yields the members of an object or a list in order, and undefined after each chunk. It ends where the bytes become
 * invalid, including the member that was begun there.
 */
export function* members(bytes: Uint8Array, parent: Value): Generator<Member | undefined> {
  const close = parent.kind === "object" ? CLOSE_OBJECT : CLOSE_ARRAY;
  let at = skipSpace(bytes, parent.from + 1);
  if (at >= parent.to || bytes[at] === close) return;
  for (;;) {
    let name: ByteSpan | undefined;
    if (parent.kind === "object") {
      const key = yield* value(bytes, at);
      if (key.kind !== "string" || key.broken) {
        if (key.to > key.from) yield { name: key, value: { kind: "none", from: key.to, to: key.to, broken: true } };
        return;
      }
      name = key;
      at = skipSpace(bytes, key.to);
      if (bytes[at] !== COLON) {
        yield { name, value: { kind: "none", from: at, to: at, broken: true } };
        return;
      }
      at = skipSpace(bytes, at + 1);
    }
    const one = yield* value(bytes, at);
    if (one.broken && one.to === one.from && name === undefined) return;
    yield { name, value: one };
    at = skipSpace(bytes, one.to);
    if (one.broken || bytes[at] !== COMMA) return;
    at = skipSpace(bytes, at + 1);
  }
}

function* value(bytes: Uint8Array, from: number): Generator<undefined, Value> {
  const walk = new JsonWalker(bytes, from);
  let state = walk.step();
  while (state === "more") {
    yield undefined;
    state = walk.step();
  }
  return { kind: kindAt(bytes, from), from, to: walk.at, broken: state === "broken" };
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Returns the raw text of a span, up to a limit. */
export function written(bytes: Uint8Array, { from, to }: ByteSpan, most = Infinity): string {
  return decoder.decode(bytes.subarray(from, Math.min(to, from + most)));
}

/** Returns the decoded content of a string, or its raw text if it is invalid or cut. */
export function decode(bytes: Uint8Array, span: ByteSpan, most = Infinity): string {
  const text = written(bytes, span, most);
  const cut = span.to - span.from > most;
  for (const end of cut ? ['"', ""] : [""]) {
    try {
      // A cut may split an escape, which is at most 12 characters long as a surrogate pair.
      const parsed: unknown = JSON.parse(
        (cut ? text.replace(/\\(?:u[\da-fA-F]{0,3})?$/, "").replace(/\ufffd$/, "") : text) + end,
      );
      if (typeof parsed === "string") return parsed;
    } catch {
      continue; // shown as written
    }
  }
  return text.replace(/^"/, "");
}
