import { reportError } from "../base/report-error";
import { isFailure, isNoSession, toFailure } from "./failure";
import type { Failure, FailureCode } from "./protocol";

/** The parser has stopped, or bytes that it needs can no longer be read. */
const lossCodes: ReadonlySet<FailureCode> = new Set(["worker", "wasm", "crashed", "unreadable"]);

/**
 * Reports whether an error is an expected loss of the parser, which the viewer shows, or an aborted wait. A parser that
 * replaces a stopped one does not know a session until it has read it again.
 */
export function isParserLoss(error: unknown): boolean {
  if (isFailure(error)) return lossCodes.has(error.code);
  return isNoSession(error) || (error instanceof DOMException && error.name === "AbortError");
}

/** Reports whether an error is the Go program's reply to a request, such as that bytes are not an image. */
export function isParserAnswer(error: unknown): boolean {
  return error instanceof Error && error.name === "ParserError";
}

/** Reports an error, unless it means an expected loss of the parser. */
export function reportUnlessParserLoss(error: unknown): undefined {
  if (!isParserLoss(error)) reportError(error);
}

/** Resolves with undefined if the parser has stopped. It also does after any other error, which is reported. */
export function ignoreParserLoss<T>(promise: Promise<T>): Promise<T | undefined> {
  return promise.catch(reportUnlessParserLoss);
}

/** Reports an error that is about to be shown, unless it is a Failure or a refusal by the browser. */
export function reportUnlessShown(error: unknown): undefined {
  if (!isFailure(error) && !(error instanceof DOMException)) reportError(error);
}

/** Turns an error into a Failure to be shown, and reports it if it was not one. */
export function reportedFailure(error: unknown, code: FailureCode, path = ""): Failure {
  reportUnlessShown(error);
  return toFailure(error, code, path);
}
