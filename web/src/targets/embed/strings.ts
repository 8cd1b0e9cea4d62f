import { count } from "../../base/format";

export const strings = {
  label: "Claude Code session",
  sessions: "Sessions",
  nothing: (turns: number) => `Nothing in this part of the session, which has ${count(turns, "turn")}.`,
} as const;
