import { count, number, NBSP, times, percent } from "../../base/format";
import type { TouchedFile } from "../../parser/model";

/** Totals over files. */
interface FileSums {
  readonly changed: number;
  readonly created: number;
  readonly read: number;
  readonly added: number;
  readonly removed: number;
}

/** "net +3 −1 lines", or the sum over all edits if the net change is not known. */
function lineSum({ net, added, removed, unsized, edits, writes }: TouchedFile): string {
  const signed = (plus: number, minus: number): string => `+${number(plus)} −${number(minus)} lines`;
  if (net !== null) return `net ${signed(net.added, net.removed)}`;
  return unsized < edits + writes ? `${signed(added, removed)} in all edits` : "";
}

export const strings = {
  title: "Files",
  noFile: "This line did not touch a file.",
  list: "Files touched by the session",
  projectFolder: "In the session's folder",
  filter: "Filter by name",
  show: "Show",
  order: "Order",
  kinds: { all: "All files", changed: "Changed", "only-read": "Only read", failed: "With errors" },
  orders: { folder: "By folder", changed: "Most changed", read: "Most read" },
  columns: { name: (n: number) => count(n, "file"), read: "Read", changed: "Edits", lines: "Net lines" },
  sum: ({ changed, created, read, added, removed }: FileSums) =>
    [
      changed > 0
        ? `${number(changed)} changed${created > 0 ? ` (${number(created)} new)` : ""}, +${number(added)} −${number(removed)} ${
            count(added + removed, "line").split(NBSP)[1] ?? ""
          }`
        : "",
      read > 0 ? `${number(read)} only read` : "",
    ].filter((part) => part !== ""),
  failedCalls: (n: number) => `${count(n, "call")} failed`,
  toErrors: "Show all errors in the conversation, including those of other tools",
  facts: (file: TouchedFile, folder: string) =>
    [
      folder === "" ? "" : `in ${folder}`,
      file.created ? "new" : "",
      file.reads > 0 ? `read ${times(file.reads)}` : "",
      file.edits > 0 ? `edited ${times(file.edits)}` : "",
      file.writes > 0 ? `written ${times(file.writes)}` : "",
      file.failed > 0 ? `${count(file.failed, "call")} failed` : "",
    ]
      .filter((part) => part !== "")
      .join(", "),
  done: (file: TouchedFile) =>
    [
      file.reads > 0 ? `Read ${times(file.reads)}` : "",
      file.edits > 0 ? `edited ${times(file.edits)}` : "",
      file.writes > 0 ? `written ${times(file.writes)}` : "",
      lineSum(file),
      file.unsized > 0 ? `${count(file.unsized, "change")} of unknown size` : "",
      file.failed > 0 ? `${count(file.failed, "call")} failed` : "",
      file.open > 0 ? `${count(file.open, "call")} without a result` : "",
      file.agents ? "also by agents" : "",
    ]
      .filter((part) => part !== "")
      .join(" · "),
  looking: (share: number) => `Scanning tool calls… ${percent(share)}`,
  computing: (share: number) => `Combining edits… ${percent(share)}`,
  none: "No files were read or changed by tools in this session.",
  noneFound: "No matching files",
  chooseOne: "Select a file to see its diff.",
  notHere: "The session did not touch this file.",
  unread: "The files could not be read again. They may have changed.",
  back: "All files",
  net: "Net change",
  touches: "History",
  more: (n: number) => `Show more (${number(n)} left)`,
  gap: "What happened to the file between these two changes is not recorded.",
  emptyFile: "An empty file was created.",
  asBefore: "No net change: the file ends up as it started.",
  noNet: "The diff can't be reconstructed.",
  notes: (name: string, n: number): string => {
    const changes = count(n, "change");
    switch (name) {
      case "tabs":
        return "The transcript does not show whether these lines are indented with spaces or tabs.";
      case "outside":
        return `${changes} came from outside the session's tools: a person, a command or a formatter.`;
      case "absent":
        return (
          `${changes} came from outside the tools recorded here: ` +
          `a person, a command, a formatter, or an agent whose transcript is not loaded.`
        );
      case "unplaced":
        return `${changes} can't be placed: neither a patch nor the content is recorded.`;
      case "large":
        return `${changes} can't be reconstructed: too much is replaced, or the file is too long.`;
      case "before":
        return `${changes} replaced content that is not recorded.`;
      case "left":
        return `Excluded: ${changes} in an earlier attempt, undone by a rewind.`;
      case "failed":
        return `Excluded: ${count(n, "call")} that failed or ${n === 1 ? "was" : "were"} declined.`;
      case "open":
        return `Excluded: ${count(n, "call")} without a recorded result.`;
      default:
        return "Too long to show in full.";
    }
  },
  verbs: { read: "Read", edit: "Edited", write: "Written", create: "Created" },
  status: {
    ok: "",
    background: "",
    error: "failed",
    rejected: "declined",
    interrupted: "interrupted",
    denied: "not permitted",
    running: "running",
    none: "no result recorded",
  },
  prompt: (n: number) => `prompt ${number(n)}`,
  beforePrompts: "before the first prompt",
  by: (agent: string) => `by agent ${agent}`,
  abandoned: "in an earlier attempt",
  toRow: "Show in the conversation",
  toRowOf: (verb: string, prompt: number) => `Show in the conversation: ${verb}, prompt ${number(prompt)}`,
  patch: "Save as patch",
  patchTitle:
    "All changes as one patch for git apply. Changes by shell commands are included only as far as later calls show them.",
  saving: (share: number) => `Creating patch… ${percent(share)}`,
  grew: "the files changed in the meantime.",
  patchIntro: "The changes of one session, combined by file: from the first known content of each to the last.",
  patchUse: "Apply it in the session's folder with: git apply",
  patchEmpty: "No file was changed.",
  patchLimits: (missing: boolean) =>
    `Changes by shell commands, people and other programs${missing ? ", and by agents whose transcripts are not loaded," : ""}` +
    " are included only as far as later calls show them.",
  patchCount: (name: string, n: number): string => {
    const few = n === 1;
    const files = few ? "1 file" : `${n} files`;
    const changes = few ? "1 change" : `${n} changes`;
    switch (name) {
      case "whole":
        return `${files} that ${few ? "applies" : "apply"}`;
      case "tabs":
        return `${n} of them may have had tabs: if ${few ? "it does" : "they do"} not apply, add --ignore-whitespace`;
      case "same":
        return `${files} that ${few ? "ends" : "end"} up as ${few ? "it" : "they"} started`;
      case "partly":
        return `${files} that could not be reconstructed: ${few ? "only a comment" : "only comments"}`;
      case "outside":
        return `${files} outside the session's folder: ${few ? "only a comment" : "only comments"}`;
      case "refused":
        return `${files} with a path that git does not accept: ${few ? "only a comment" : "only comments"}`;
      case "failed":
        return `${changes} that failed or ${few ? "was" : "were"} declined: excluded`;
      case "left":
        return `${changes} in ${few ? "an abandoned attempt" : "abandoned attempts"}: excluded`;
      case "open":
        return `${changes} without a recorded result: excluded`;
      default:
        return `${n} ${name}`;
    }
  },
  patchNote: (name: string, n: number): string => {
    const changes = n === 1 ? "1 change" : `${n} changes`;
    switch (name) {
      case "tabs":
        return "The indentation may have been tabs: the transcript does not show which.";
      case "outside":
        return `${changes} came from outside the session's tools; included as far as later calls show them.`;
      case "absent":
        return (
          `${changes} came from outside the tools recorded here, or from an agent whose ` +
          "transcript is not loaded; included as far as later calls show them."
        );
      case "unplaced":
        return `${changes} can't be placed: too little is recorded.`;
      case "large":
        return `${changes} can't be reconstructed: too much is replaced, or the file is too long.`;
      case "before":
        return `${changes} replaced content that is not recorded.`;
      case "left":
        return `Excluded: ${changes} in an abandoned attempt.`;
      case "open":
        return `Excluded: ${changes} without a recorded result.`;
      case "elsewhere":
        return "This file is outside the session's folder.";
      case "refused":
        return "Git does not accept the path of this file in a patch.";
      case "same":
        return "This file ends up as it started.";
      default:
        return `${n} ${name}`;
    }
  },
  commands: {
    filesShowFileOfRow: "Show this file's changes",
  },
} as const;
