import type { RowStore } from "../session/row-store";
import type { RowName } from "./list-layout";

/** Where the row of a name is; below 0 where there is none. */
export function indexOfName(conversation: RowStore | undefined, name: RowName): number {
  return typeof name === "number" ? name : (conversation?.indexOf(name) ?? -1);
}
