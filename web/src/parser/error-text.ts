import { count, number } from "../base/format";
import type { MatchError, MatchErrorCode, PriceError, PriceErrorCode } from "./model";

const matchErrors: Readonly<Record<MatchErrorCode, (error: MatchError) => string>> = {
  "unknown-option": ({ value }) => `“${value}” is not a search option`,
  "unknown-kind": ({ value, kinds }) =>
    `“${value}” is not a kind of match. The kinds, separated by spaces, are: ${kinds?.join(" ") ?? ""}`,
  "too-long": ({ limit }) => `The search text is longer than ${count(limit, "character")}`,
  "too-many-words": ({ limit }) => `Use at most ${count(limit, "word")}, or search for the exact phrase`,
};

/** Returns the error of a query; it quotes the query. */
export function matchErrorText(error: MatchError): string {
  return matchErrors[error.code](error);
}

const priceErrors: Readonly<Record<PriceErrorCode, (error: PriceError) => string>> = {
  "too-few-columns": ({ line, column, want }) =>
    `line ${number(line)} has ${count(column, "column")} instead of at least ${number(want)}`,
  "invalid-date": (error) => `${cell(error)} is not a date, such as 2026-01-31, or “-”`,
  "invalid-price": (error) => `${cell(error)} is not a price in USD per million tokens`,
  "invalid-tier": (error) => `${cell(error)} is not a tier: “-”, “fast”, or such as “>200000”`,
};

function cell({ line, column, value }: PriceError): string {
  return `line ${number(line)}, column ${number(column)}: “${value}”`;
}

/** Returns the error of a price table; it quotes the table. */
export function priceErrorText(error: PriceError): string {
  return priceErrors[error.code](error);
}
