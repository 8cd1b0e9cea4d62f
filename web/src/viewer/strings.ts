import { count, number } from "../base/format";

export const strings = {
  errors: (n: number) => (n === 1 ? "Something went wrong." : `Something went wrong ${n} times.`),
  copyDetails: "Copy details",
  detailsCopied: "Details copied",
  detailsNotCopied: "Copying is blocked",
  close: "Dismiss",
  causedBy: "Caused by:",
  allSessions: "All sessions",
  shortcuts: "Keyboard shortcuts",
  loading: "Reading",
  listing: "Listing",
  of: (part: string, whole: string) => `${part} of ${whole}`,
  sessionsFound: (n: number) => count(n, "session"),
  fetching: "Fetching",
  fetched: (files: number, all: number, size: string) =>
    `Fetching${all > 1 ? ` ${number(files)} of ${count(all, "file")},` : ""} ${size}`,
  empty: "Nothing to show yet",
  emptyNote: "Waiting for a session.",
  again: "Try again",
  loadedRemains: "Everything read so far is still here.",
  unreadFile: "The file of this session could not be read.",
  stopped: "The parser of this session stopped. Open the session to read it again.",
  remote: (host: string) => `This session is on ${host}`,
  remoteWhy: "This page never connects to other hosts. Another page can, and asks you first.",
  remoteGo: "Continue",
} as const;
