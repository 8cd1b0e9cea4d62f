import { isFailure, reason } from "../../parser/failure";
import { strings as sessionStrings } from "../../session/strings";
import { failureText } from "../../session/failure-text";
import { stripInvisible } from "../../content/visible-text";
import { reportUnlessShown } from "../../parser/parser-loss";

/** Returns the text of an error that was just caught, and reports the error if it was not expected. */
export function reportedFault(error: unknown): string {
  reportUnlessShown(error);
  return fault(error);
}

/** Returns why something is not shown or saved; usually because a file can no longer be read. */
export function fault(error: unknown): string {
  if (!isFailure(error) || error.code !== "unreadable") return stripInvisible(sessionStrings.failedBody(reason(error)));
  const { what, why, help } = failureText(error);
  return stripInvisible(`${what}. ${why} ${help}`);
}
