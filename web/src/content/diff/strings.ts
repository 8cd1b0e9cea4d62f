import { count } from "../../base/format";

export const strings = {
  diff: "Changes",
  before: "Before",
  after: "After",
  noChange: "No change",
  noNewline: "No newline at the end",
  notCompared: "Too large to compare. Both sides are shown in full.",
  copyMenu: "Copy one side or the patch",
  copyBefore: "Copy before",
  copyAfter: "Copy after",
  copyPatch: "Copy patch",
  view: "View",
  unified: "Unified",
  split: "Split",
  newFile: "New file",
  emptied: "Emptied",
  misfit: "This patch does not match the file recorded with it. It is shown as recorded.",
  invalidPatch: "This patch has wrong line counts or invalid lines.",
  unchanged: (n: number) => count(n, "unchanged line"),
  showUnchanged: (n: number) => `Show ${count(n, "unchanged line")}`,
} as const;
