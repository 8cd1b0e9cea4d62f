import { count, number } from "../../base/format";

export const strings = {
  stdout: "Output",
  noOutput: "No output",
  copyCommand: "Copy command",
  copyOutput: "Copy output",
  hiddenSequences: (n: number) => `${count(n, "control sequence")} hidden`,
  overwritten: (n: number) => `Overwritten ${n === 1 ? "once" : `${number(n)} times`}; showing the final state`,
} as const;
