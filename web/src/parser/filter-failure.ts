import { failure } from "./failure";
import type { FilterError, FilterErrorCode } from "./model";
import type { Failure } from "./protocol";

const texts: Readonly<Record<FilterErrorCode, (error: FilterError) => string>> = {
  "invalid-turns": ({ value }) =>
    `“${value}” is not a range of turns or prompts. Use one or two numbers, such as 12, 12-18, 12- or -5; the first is 1`,
  "unknown-kind": ({ value, kinds }) =>
    `“${value}” is not a kind of row. The kinds, separated by spaces, are: ${kinds?.join(" ") ?? ""}`,
  "too-long": ({ limit }) => `Too many kinds of rows: more than ${limit >> 10} kB`,
};

/** Returns the failure for a filter that the parser rejects. Its detail quotes the filter. */
export function filterFailure(error: FilterError): Failure {
  return failure("options", texts[error.code](error));
}
