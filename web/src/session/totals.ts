import type { Summary, Usage } from "../parser/model";
import { cost, costNote, priceSource, recordedCost } from "./format";
import { strings } from "./strings";

/** The figures of a session to show, and those that its responses add up to. */
type SessionFigures = Pick<Summary, "totals" | "cost" | "underReported">;

/** Formats what a session cost: see `cost`. */
export function totalCost({ totals }: Pick<SessionFigures, "totals">): string {
  return (totals.costFrom === "" ? cost : recordedCost)(totals.cost, totals.lowCost);
}

/** Describes where the cost of a session comes from and what it omits, for a title. */
export function totalCostNotes({ totals, cost: counted, underReported }: SessionFigures): readonly string[] {
  if (totals.costFrom === "")
    return [priceSource(strings.equivalent), costNote(totals.cost, totals.lowCost)].filter(Boolean);
  return [strings.recordedBy[totals.costFrom], strings.countedCost(cost(counted, underReported))];
}

/** Returns the number of tokens of all kinds. */
export function allTokens({ input, output, cacheRead, cacheWrite5m, cacheWrite1h }: Usage): number {
  return input + output + cacheRead + cacheWrite5m + cacheWrite1h;
}
