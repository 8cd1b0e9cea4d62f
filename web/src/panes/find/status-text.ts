import { fault } from "../../rows/shared/failure-text";
import { stripInvisible } from "../../content/visible-text";
import { strings } from "./strings";
import { reasons } from "../../parser/strings";
import type { Finder, Found } from "../../session/search/finder";
const MAX_LENGTH = 80; // characters of the search terms

type SearchState = Pick<Finder, "found" | "complete">;

/** Returns the number of matches, and which of them is current: `nth`, -1 for none. */
export function foundWords({ found, complete }: SearchState, nth: number): string {
  if (found === undefined) return "";
  if (found.failure !== undefined) return found.failure.code === "options" ? strings.failure : strings.stopped;
  if (found.places === 0) return complete ? strings.nothing : searching(found);
  const where = strings.inPrompts(found.prompts, found.hasOther);
  return nth < 0
    ? strings.places(found.places, where, !complete)
    : strings.nth(nth + 1, found.places, where, !complete);
}

/** Returns what the number of matches does not say: why there are none, or that not all are listed or searched. */
export function moreWords({ found, complete }: SearchState): string {
  if (found === undefined) return "";
  if (found.failure !== undefined)
    return found.failure.code === "unreadable"
      ? fault(found.failure)
      : stripInvisible(found.failure.detail || reasons.noReply);
  const texts: string[] = [];
  if (found.places === 0 && complete)
    texts.push(strings.nothingFor(stripInvisible(found.query.text.trim().slice(0, MAX_LENGTH))));
  if (found.loaded < found.places) texts.push(strings.first(found.loaded));
  if (found.places > 0 && !complete && found.of > 1) texts.push(searching(found));
  if (found.notLoaded > 0) texts.push(strings.notLoaded(found.notLoaded));
  return texts.join(" ");
}

/** Returns how far the search is, in sessions if there are several. */
function searching({ searched, of }: Found): string {
  return of > 1 ? strings.searching(searched, of) : strings.looking;
}
