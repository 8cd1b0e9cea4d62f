import { isLow } from "../../session/format";
import type { CostOf, UsageFigures } from "../../parser/model";
import { strings as sessionStrings } from "../../session/strings";

/** Of so many responses the output of so many is recorded too low. */
export type Recorded = Pick<CostOf, "responses" | "low">;

/** What the whole session used, as its parts tell it. */
export function ofAll({ responses, underReported }: UsageFigures): Recorded {
  return { responses, low: Math.round(underReported * responses) };
}

/** The share of responses whose output is recorded too low. */
export function lowShare({ responses, low }: Recorded): number {
  return responses > 0 ? low / responses : 0;
}

/** "≥ 2.4k" where so much of the output is not recorded that the cost gets that mark, too. */
export function lowerBound(text: string, of: Recorded): string {
  return isLow(lowShare(of)) && text !== "" ? sessionStrings.lowerBound(text) : text;
}
