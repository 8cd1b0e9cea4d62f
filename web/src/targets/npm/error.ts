import { failure, isFailure, toFailure } from "../../parser/failure";
import type { Failure, FailureCode } from "../../parser/protocol";
import type { UnspoolError as Public } from "./opened";

// Said to who writes a program, in the words that such errors have; the page's own are in the strings.ts files.
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

/** A Failure as programs catch it. */
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

/** The answer to a call, or an UnspoolError: of the code given where the reason is no Failure. */
export async function throwing<T>(answer: Promise<T>, code: FailureCode): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof UnspoolError) throw error;
    throw new UnspoolError(toFailure(error, code), isFailure(error) ? undefined : { cause: error });
  }
}

/** Why an input cannot be opened. */
export function wrongInput(detail: string): UnspoolError {
  return new UnspoolError(failure("options", detail));
}
