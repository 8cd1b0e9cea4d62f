import { isFailure, reason } from "../../parser/failure";
import { strings as sessionStrings } from "../../session/strings";
import { failureText } from "../../session/failure-text";
import { visible } from "../../content/visible-text";

/** Why something does not show, or was not saved. That its bytes cannot be read any more is the usual reason. */
export function fault(error: unknown): string {
  if (!isFailure(error) || error.code !== "unreadable") return visible(sessionStrings.failedBody(reason(error)));
  const { what, why, help } = failureText(error);
  return visible(`${what}. ${why} ${help}`);
}
