import { count } from "../../base/format";

export const strings = {
  following: "Live",
  paused: "Paused",
  gone: "File deleted",
  changed: "File changed",
  ambiguous: "Not live",
  followingNote: "New lines appear as they are written. Click to pause live updates.",
  pausedNote: "New lines are not read. Click to resume live updates.",
  goneNote: "The file no longer exists. What was read stays available. Click to stop checking for it.",
  changedNote: "The file no longer continues what was read of it. Click to stop checking for changes.",
  ambiguousNote:
    "Several of the opened files or folders have this name, so it is unclear which one grows. Open them one at a time.",
  reload: "Reload",
  reloadNote: "Reload the files. Your place is kept.",
  pickAgain: "Choose the files again: this browser does not report changes.",
  fresh: (n: number) => count(n, "new line"),
  onDisk: {
    cut: (name: string) => `“${name}” was truncated on disk.`,
    emptied: (name: string) => `“${name}” was emptied on disk: it has 0 bytes now.`,
    overwritten: (name: string) => `“${name}” was overwritten on disk by another session.`,
    replaced: (name: string) => `“${name}” was replaced on disk.`,
    deleted: (name: string) => `“${name}” was deleted.`,
  },
  othersChanged: (n: number) => `${count(n, "other file")} changed, too.`,
  readNote: "What was read stays here.",
  keep: "Keep",
  keepNote: "Keep what was read. The file is not followed until you open it again.",
  unread: (name: string) => `New lines of “${name}” could not be read. Retrying.`,
  back: "The file is back.",
  reloaded: "Reloaded.",
  commands: {
    liveToggle: "Pause or resume live updates",
    liveReload: "Reload files",
  },
} as const;
