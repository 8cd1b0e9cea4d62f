import type { RowStore } from "../session/row-store";
import type { RowName } from "./list-layout";

/** Returns the index of the row with a name, or a negative number if there is none. */
export function indexOfName(conversation: RowStore | undefined, name: RowName): number {
  return typeof name === "number" ? name : (conversation?.indexOf(name) ?? -1);
}
