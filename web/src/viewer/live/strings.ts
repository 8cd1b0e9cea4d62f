import { count } from "../../base/format";

export const strings = {
  following: "Live",
  paused: "Paused",
  gone: "File deleted",
  followingNote: "New lines appear as they are written. Click to pause live updates.",
  pausedNote: "New lines are not read. Click to resume live updates.",
  goneNote: "The file no longer exists. What was read stays available. Click to stop checking for it.",
  reload: "Reload",
  reloadNote: "Reload the files. Your place is kept.",
  fresh: (n: number) => count(n, "new line"),
  cut: "The file was truncated and has been reloaded.",
  replaced: "The file was replaced and has been reloaded.",
  deleted: "The file was deleted. What was read stays available.",
  unread: (name: string) => `New lines of “${name}” could not be read. Retrying.`,
  back: "The file is back.",
  reloaded: "Reloaded.",
  commands: {
    liveToggle: "Pause or resume live updates",
    liveReload: "Reload files",
  },
} as const;
