import { isFailure, reason } from "../../parser/failure";
import { strings as sessionStrings } from "../../session/strings";
import { failureText } from "../../session/failure-text";
import { visible } from "../../content/visible-text";
import { reportUnlessShown } from "../../parser/parser-gone";

/** Why something does not show, for an error that was just caught: it is reported if it was not expected. */
export function reportedFault(error: unknown): string {
  reportUnlessShown(error);
  return fault(error);
}

/** Why something does not show, or was not saved. That its bytes cannot be read any more is the usual reason. */
export function fault(error: unknown): string {
  if (!isFailure(error) || error.code !== "unreadable") return visible(sessionStrings.failedBody(reason(error)));
  const { what, why, help } = failureText(error);
  return visible(`${what}. ${why} ${help}`);
}
