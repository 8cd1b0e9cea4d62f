import { number, count } from "../base/format";

export const strings = {
  conversation: "Conversation",
  printCut: (rows: number, all: number) => `Truncated: ${number(rows)} of ${count(all, "line")} printed.`,
  everything: (rows: number) => `All ${count(rows, "line")} selected. Copy to copy them, Escape to deselect.`,
  copying: (rows: number, all: number) => `Copying: ${number(rows)} of ${count(all, "line")}`,
  copied: (rows: number) => `Copied ${count(rows, "line")}.`,
  copyCut: (rows: number, all: number) =>
    `Copied the first ${number(rows)} of ${count(all, "line")}: the rest is too much to copy.`,
  copyAgain: "The text is ready. Copy again to put it on the clipboard.",
  preparing: "Preparing to print…",
} as const;
