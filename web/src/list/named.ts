import type { Conversation } from "../session/row-store";
import type { Name } from "./list-layout";

/** Where the row of a name is; below 0 where there is none. */
export function indexNamed(conversation: Conversation | undefined, name: Name): number {
  return typeof name === "number" ? name : (conversation?.indexOf(name) ?? -1);
}
