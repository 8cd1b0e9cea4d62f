import { isLow } from "../../session/format";
import type { CostOf, UsageFigures } from "../../parser/model";
import { strings as sessionStrings } from "../../session/strings";

/** The number of responses, and of those whose output is recorded too low. */
export type Recorded = Pick<CostOf, "responses" | "low">;

/** Returns the responses of the whole session. */
export function wholeSession({ responses, underReported }: UsageFigures): Recorded {
  return { responses, low: Math.round(underReported * responses) };
}

/** Returns the share of responses whose output is recorded too low. */
export function lowShare({ responses, low }: Recorded): number {
  return responses > 0 ? low / responses : 0;
}

/** Prefixes a value with "≥" if so much of the output is missing that the cost has that mark, too. */
export function lowerBound(text: string, of: Recorded): string {
  return isLow(lowShare(of)) && text !== "" ? sessionStrings.lowerBound(text) : text;
}
