import { failure, isFailure, toFailure } from "../../parser/failure";
import type { Failure, FailureCode } from "../../parser/protocol";
import type { UnspoolError as Public } from "./opened";

// Messages for programmers, in the usual words of errors; the page's own texts are in strings.ts files.
const messages: Readonly<Partial<Record<FailureCode, string>>> = {
  empty: "the file is empty",
  "not-a-transcript": "not a Claude Code transcript; it seems to be",
  "no-sessions": "none of these files is a Claude Code transcript",
  unreadable: "cannot be read",
  prices: "the price table is invalid",
  wasm: "WebAssembly did not start",
  options: "invalid request",
  crashed: "the parser stopped",
};

/** A Failure as an exception. */
export class UnspoolError extends Error implements Public {
  readonly code: FailureCode;
  readonly detail: string;
  readonly path: string;

  constructor({ code, detail, path }: Failure, options?: ErrorOptions) {
    super(
      [path, messages[code] ?? code, detail || (code === "not-a-transcript" ? "something else" : "")]
        .filter((part) => part !== "")
        .join(": "),
      options,
    );
    this.name = "UnspoolError";
    this.code = code;
    this.detail = detail;
    this.path = path;
  }
}

/** Returns the result of a call, or throws an UnspoolError, with the given code if the reason is not a Failure. */
export async function throwing<T>(answer: Promise<T>, code: FailureCode): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof UnspoolError) throw error;
    throw new UnspoolError(toFailure(error, code), isFailure(error) ? undefined : { cause: error });
  }
}

/** Returns an error for an input that cannot be opened. */
export function wrongInput(detail: string): UnspoolError {
  return new UnspoolError(failure("options", detail));
}
