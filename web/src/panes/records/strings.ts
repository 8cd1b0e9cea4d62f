import { count, NBSP, spaced, number, percent } from "../../base/format";

/** The reasons for hiding bytes, with descriptions. */
const hiddenReasons: Readonly<Record<string, readonly [name: string, about: string]>> = {
  hooks: ["hooks", "not attached to a tool call"],
  progress: ["progress", "updates from running tools"],
  context: ["system context", "added for the model only"],
  system: ["system notes", "from Claude Code about its own work"],
  metadata: ["metadata", "titles, modes, queues and similar"],
  fillers: ["empty replies", "without content"],
  retracted: ["retracted", "by a retry or by Claude Code"],
  "internal-agents": ["internal agents", "run by Claude Code in the background"],
  other: ["other records", "mostly of unknown types"],
  blanks: ["whitespace", "line breaks and spaces between records"],
  wrapping: ["wrapper", "JSON around the records of a document"],
  unfinished: ["unfinished line", "the last line, still being written or cut off"],
  "too-many": ["too many records", "beyond the in-memory limit"],
  "other-files": ["other files", "without a conversation"],
};

export const strings = {
  title: "Records",
  total: (size: string, files: number, records: number, pieces: number, lines: number) =>
    `${size} in ${count(files, "file")}: ${count(records, "record")}${
      pieces > 0 ? ` and ${count(pieces, "damaged section")}` : ""
    } on ${count(lines, "line")}${pieces > 0 ? ", not counting blank ones" : ""}. Every byte is accounted for.`,
  unread: "The files could not be read again. They may have changed.",
  whereBytes: "Coverage",
  bar: "Shares of shown, merged, hidden and damaged bytes, as in the table",
  entry: "Category",
  bytes: "Bytes",
  share: "Share",
  sum: (fits: boolean) => (fits ? "Total (matches the file size)" : "Total"),
  tenths: (share: number, bytes: number) =>
    share === 0 && bytes > 0 ? `<${NBSP}0.1${NBSP}%` : `${(share / 10).toFixed(1)}${NBSP}%`,
  dispositions: { shown: "Shown", merged: "Merged", hidden: "Hidden", damaged: "Damaged" },
  hidden: (reason: string) => `Hidden: ${reason}`,
  reason: (name: string) => (Object.hasOwn(hiddenReasons, name) ? hiddenReasons[name]?.[0] : undefined) ?? spaced(name),
  about: (disposition: "shown" | "merged" | "hidden" | "damaged", reason: string): string => {
    switch (disposition) {
      case "shown":
        return "lines of the conversation and their details";
      case "merged":
        return "repeats another record";
      case "damaged":
        return "not a valid record";
      case "hidden":
        return (Object.hasOwn(hiddenReasons, reason) ? hiddenReasons[reason]?.[1] : undefined) ?? "";
    }
  },
  byFile: "By file",
  file: "File",
  roles: {
    main: "conversation",
    agent: "agent",
    meta: "agent metadata",
    spilled: "long output",
    other: "other file",
  },
  shared: "part of it",
  moreTypes: (n: number) => `and ${count(n, "rarer type")}`,
  moreFiles: (n: number) => `and ${count(n, "smaller file")}`,
  types: "Record types",
  type: "Type",
  records: "Records",
  unknownBlocks: "Content blocks of unknown types",
  found: "Problems",
  nothingFound: "No problems found",
  severities: { info: "note", warning: "incomplete", error: "unreadable" },
  times: (n: number) => `${number(n)}×`,
  more: (n: number) => `Show more (${number(n)} left)`,
  notListed: (n: number) => `${number(n)} more not listed`,
  toRow: "Show in the conversation",
  noRow: "Not shown in the conversation",
  report: "Shareable bug report",
  reportUse:
    "If Unspool shows a session incorrectly, this report helps find out why without revealing what is in the session.",
  reportHolds:
    "It contains record types, field names and value types that belong to the format, how often each occurs, " +
    "Claude Code versions, names of built-in tools, and sizes. It contains no text, paths, IDs, times, or names " +
    "of people, projects, servers or third-party tools.",
  makeReport: "Create report",
  makingReport: (share: number) => `Creating report… ${percent(share)}`,
  copyReport: "Copy report",
  reportCopied: "Copied.",
  reportNotCopied: "Copying is blocked on this page. Select the text instead.",
} as const;
