import type { Conversation } from "../session/row-store";
import { indexNamed } from "./named";
import type { Name } from "./list-layout";

/** Of rows that were in the page, the one nearest to another that is still there, rather one above. */
export function nearestShown(conversation: Conversation, drawn: readonly Name[], to: Name): Name | undefined {
  const from = drawn.indexOf(to);
  const distance = (at: number): number => Math.abs(at - from) + (at > from ? 0.5 : 0);
  const shown = [...drawn.keys()].filter((at) => {
    const index = indexNamed(conversation, drawn[at] ?? "");
    return index >= 0 && index < conversation.total;
  });
  const [nearest] = shown.sort((a, b) => distance(a) - distance(b));
  return nearest === undefined ? undefined : drawn[nearest];
}
