import { count } from "../../base/format";

export const strings = {
  label: "Claude Code session",
  sessions: "Sessions",
  nothing: (prompts: number) => `Nothing in this part of the session, which has ${count(prompts, "prompt")}.`,
} as const;
