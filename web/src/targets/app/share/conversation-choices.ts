import { gather } from "../../../base/collect-pages";
import type { AgentChoice } from "../../../parser/model";
import type { ExportSource } from "../../../session/session-loader";

/** What can be chosen besides the whole main conversation. */
export interface ConversationChoices {
  readonly agents: readonly AgentChoice[];
  readonly hasBranches: boolean;
}

/** Returns the agents of the session on the screen, and whether it has abandoned branches. */
export async function conversationChoicesOf({ api, shown }: ExportSource): Promise<ConversationChoices> {
  if (shown === undefined) return { agents: [], hasBranches: false };
  const session = shown.index;
  const { kinds } = await api.query("filterOptions", { session });
  const page = async (from: number) => {
    const { agents, next, revision } = await api.query("agents", { session, from });
    return { lines: agents ?? [], next, revision };
  };
  return {
    agents: (await gather(page, 0, Infinity)) ?? [],
    hasBranches: kinds?.some(({ name, count }) => name === "branches" && count > 0) ?? false,
  };
}
