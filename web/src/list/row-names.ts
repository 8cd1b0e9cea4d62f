import type { RowStore } from "../session/row-store";
import type { RowName } from "./list-layout";

/** Returns the index of the row with a name, or a negative number if there is none. */
export function indexOfName(conversation: RowStore | undefined, name: RowName): number {
  return typeof name === "number" ? name : (conversation?.indexOf(name) ?? -1);
}

/**
 * Returns the name of the still existing row nearest to `to` among the previously rendered ones, preferring rows above.
 */
export function nearestShown(conversation: RowStore, rendered: readonly RowName[], to: RowName): RowName | undefined {
  const from = rendered.indexOf(to);
  const distance = (at: number): number => Math.abs(at - from) + (at > from ? 0.5 : 0);
  const shown = [...rendered.keys()].filter((at) => {
    const index = indexOfName(conversation, rendered[at] ?? "");
    return index >= 0 && index < conversation.total;
  });
  const [nearest] = shown.sort((a, b) => distance(a) - distance(b));
  return nearest === undefined ? undefined : rendered[nearest];
}
