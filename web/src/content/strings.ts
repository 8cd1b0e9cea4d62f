import { NBSP, count, number } from "../base/format";

export const strings = {
  exit: (code: number) => `exit${NBSP}${code}`,
  changes: (added: number, removed: number) => `${count(added, "line")} added, ${number(removed)} removed`,
  hiddenCharacter: (label: string) => `hidden character ${label}`,
  hiddenTitle: (codes: string) => `Hidden characters: ${codes}`,
  output: "Output",
  stderr: "Errors (stderr)",
  wrap: "Wrap",
  copy: "Copy",
  copied: (hidden: number) => (hidden === 0 ? "Copied" : `Copied without ${count(hidden, "hidden character")}`),
  notCopied: "Blocked by the browser",
  notRead: "Could not be read",
} as const;
