import { number } from "../../base/format";

export const strings = {
  title: "Search commands, prompts, agents and files",
  titleOfList: "Search commands and sessions",
  kinds: { command: "command", turn: "prompt", agent: "agent", file: "file", session: "session" },
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
  turn: "Prompt",
  event: "Event",
  numbered: (prompt: number) => (prompt > 0 ? `prompt ${number(prompt)}` : ""),
  agent: "Agent",
  file: "File",
  linkCopied: "Link copied.",
  notCopied: "Copying is blocked on this page. The link is in the address bar.",
} as const;
