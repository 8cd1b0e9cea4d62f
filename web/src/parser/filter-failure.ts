import { failure } from "./failure";
import type { FilterError, FilterErrorCode } from "./model";
import type { Failure } from "./protocol";

const texts: Readonly<Record<FilterErrorCode, (error: FilterError) => string>> = {
  "invalid-turns": ({ value }) =>
    `“${value}” is not a range of turns: give one number or two, such as 12, 12-18, 12- or -5; the first turn is 1`,
  "unknown-kind": ({ value, kinds }) =>
    `“${value}” is not a kind of rows: the kinds are ${kinds?.join(" ") ?? ""}, with spaces between them`,
  "too-long": ({ limit }) => `There are too many kinds of rows: more than ${limit >> 10} kB of them`,
};

/** The failure of a filter that the parser cannot read. Its detail quotes the filter. */
export function filterFailure(error: FilterError): Failure {
  return failure("options", texts[error.code](error));
}
