import { pause } from "../base/schedule";
import { type RowStore, MAX_AT_HAND } from "../session/row-store";
import type { ListElement } from "./conversation-list";
import { strings } from "./strings";

const TIMEOUT = 20_000; // ms until all row content must have arrived
const LOOK_EVERY = 50; // ms

/** Prints the conversation once all rows are rendered and their content has arrived. */
export async function printWhole(
  list: ListElement,
  conversation: RowStore,
  announce: (text: string) => void,
): Promise<void> {
  announce(strings.preparing);
  const end = performance.now() + TIMEOUT;
  await conversation.ensure(0, MAX_AT_HAND - 1);
  list.renderAll(true);
  do await pause(LOOK_EVERY);
  while (conversation.pending > 0 && performance.now() < end);
  await list.updateComplete;
  announce("");
  if (list.context?.conversation !== conversation) return; // another session is shown now
  print(); // afterwards, the list renders only the visible rows again
}
