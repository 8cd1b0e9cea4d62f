import type { RowStore } from "../session/row-store";
import type { ListElement } from "./conversation-list";
import type { ScrollRequest } from "./list-layout";
import { settled } from "../base/report-error";

export function toPromptNumbered(list: ListElement, number: number): Promise<boolean> {
  return seek(
    list,
    list.context?.conversation,
    ({ api, session }) => api.query("prompt", { session, number }),
    "start",
  );
}

/** The targets of steps. */
type StepTo = "row" | "prompt" | "failure";

interface Steps {
  readonly to: StepTo;
  count: number; // negative to go back
  readonly result: Promise<boolean>;
}

/**
 * Steps through a conversation. Steps that are requested while another one is running are combined and taken right
 * after it; otherwise late replies would undo later requests.
 */
export class RowNavigation {
  #last: Promise<unknown> = Promise.resolve();
  #next: Steps | undefined;

  /** Resolves to whether there was such a row. */
  step(list: ListElement, to: StepTo, by: 1 | -1): Promise<boolean> {
    const next = this.#next;
    if (next?.to === to && Math.sign(next.count) === by) {
      next.count += by;
      return next.result;
    }
    const conversation = list.context?.conversation;
    const run = (): Promise<boolean> => {
      if (this.#next === steps) this.#next = undefined;
      if (to === "row")
        return list.context?.conversation === conversation
          ? list.goTo(rowAfter(list, steps.count), "nearest")
          : Promise.resolve(false);
      return seek(
        list,
        conversation,
        ({ api, session }) =>
          api.query("step", { session, from: list.currentIndex(), steps: steps.count, failures: to === "failure" }),
        to === "prompt" ? "start" : "center",
      );
    };
    const steps: Steps = (this.#next = { to, count: by, result: this.#last.then(run) });
    this.#last = settled(steps.result);
    return steps.result;
  }
}

/** Returns the row so many rows away. If no row had the focus yet, the first step goes to the current row. */
function rowAfter(list: ListElement, count: number): number {
  const last = (list.context?.conversation.total ?? 0) - 1;
  return Math.max(0, Math.min(last, list.currentIndex() + count - (list.hasCurrentRow ? 0 : Math.sign(count))));
}

/** Goes to a queried row, provided that the list still shows the conversation. */
async function seek(
  list: ListElement,
  conversation: RowStore | undefined,
  ask: (conversation: RowStore) => Promise<number | null>,
  alignment: ScrollRequest,
): Promise<boolean> {
  const isShown = (): boolean => list.context?.conversation === conversation;
  if (conversation === undefined || !isShown()) return false;
  const index = await conversation.resolveIndex(ask(conversation));
  return index !== null && isShown() && list.goTo(index, alignment);
}
