import type { Failure, FailureCode } from "./protocol";

const codes: ReadonlySet<string> = new Set<FailureCode>([
  "empty",
  "not-a-transcript",
  "no-sessions",
  "unreadable",
  "options",
  "prices",
  "address",
  "missing",
  "refused",
  "blocked",
  "moved",
  "slow",
  "cut",
  "incomplete",
  "too-large",
  "worker",
  "wasm",
  "crashed",
]);

export function failure(code: FailureCode, detail = "", path = ""): Failure {
  return { code, detail, path };
}

/** Reports whether a caught value is a Failure; workers send them as plain objects. */
export function isFailure(value: unknown): value is Failure {
  return (
    typeof value === "object" && value !== null && "code" in value && "detail" in value && codes.has(String(value.code))
  );
}

/** Reports whether a file could not be read. */
export function isUnreadable({ code }: Failure): boolean {
  return code === "unreadable";
}

/** Returns one failure for all files that could not be read; undefined if there are none. */
export function unreadableOf(missed: readonly Failure[]): Failure | undefined {
  const [first, ...others] = missed.filter(isUnreadable);
  return first === undefined || others.length === 0 ? first : { ...first, others: others.map(({ path }) => path) };
}

/** Reports whether the Go program has no session with the number of a query, or has not read it yet. */
export function isNoSession(error: unknown): boolean {
  return error instanceof Error && error.name === "NoSessionError";
}

/** Returns the message of an error of any kind. */
export function reason(error: unknown): string {
  if (isFailure(error)) return error.detail;
  return error instanceof Error ? error.message : String(error);
}

/** Turns anything caught into a Failure. */
export function toFailure(error: unknown, code: FailureCode, path = ""): Failure {
  return isFailure(error) ? error : failure(code, reason(error), path);
}
