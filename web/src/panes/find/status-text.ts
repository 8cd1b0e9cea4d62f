import { fault } from "../../rows/shared/failure-text";
import { visible } from "../../content/visible-text";
import { strings } from "./strings";
import { reasons } from "../../parser/strings";
import type { Finder } from "./finder";
const MAX_LENGTH = 80; // characters of the search terms

type SearchState = Pick<Finder, "found" | "running">;

/** Returns the number of matches, and which of them is current: `nth`, -1 for none. */
export function foundWords({ found, running }: SearchState, nth: number): string {
  if (found === undefined) return "";
  if (found.failure !== undefined) return found.failure.code === "options" ? strings.failure : strings.stopped;
  if (found.places === 0) return running ? strings.looking : strings.nothing;
  return nth < 0
    ? strings.places(found.places, found.prompts, running)
    : strings.nth(nth + 1, found.places, found.prompts, running);
}

/** Returns what the number of matches does not say: why there are none, or that not all are listed. */
export function moreWords({ found, running }: SearchState): string {
  if (found === undefined) return "";
  if (found.failure !== undefined)
    return found.failure.code === "unreadable"
      ? fault(found.failure)
      : visible(found.failure.detail || reasons.noReply);
  if (found.places === 0)
    return running ? "" : strings.nothingFor(visible(found.query.text.trim().slice(0, MAX_LENGTH)));
  return found.loaded < found.places ? strings.first(found.loaded) : "";
}
