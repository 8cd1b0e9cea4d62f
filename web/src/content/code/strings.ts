import { count, number } from "../../base/format";

export const strings = {
  code: "Code",
  empty: "Empty",
  moreLines: (all: number, next: number) =>
    all === next ? `Show ${count(all, "more line")}` : `Show ${number(next)} of ${count(all, "more line")}`,
  moreCharacters: (n: number) => `Show ${count(n, "more character")}`,
} as const;
