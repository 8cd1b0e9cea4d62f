import { number } from "../../base/format";

export const strings = {
  title: "Search commands, turns, agents and files",
  titleOfList: "Search commands and sessions",
  kinds: { command: "command", turn: "turn", agent: "agent", file: "file", session: "session" },
  hint: (kinds: readonly string[]) => `Search ${kinds.map((kind) => `${kind}s`).join(", ")}…`,
  found: "Results",
  none: "No results",
  action: "Command",
  view: "View",
  pane: "Pane",
  showPane: (name: string) => `Show ${name.toLowerCase()}`,
  hide: (name: string) => `Hide ${name.toLowerCase()}`,
  filter: "Filter",
  session: "Session",
  turn: "Turn",
  numbered: (turn: number) => (turn > 0 ? `turn ${number(turn)}` : ""),
  agent: "Agent",
  file: "File",
  linkCopied: "Link copied.",
  notCopied: "Copying is blocked on this page. The link is in the address bar.",
} as const;
