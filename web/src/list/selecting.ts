import type { ListElement } from "./conversation-list";
import { selectedRange } from "./selected-range";
import type { Selection, SelectionUse } from "./selection";
import { reportUnlessNotLoaded } from "../base/report-error";

/** Waits for the first selection in a conversation: the code that follows it comes then. */
export class Selecting {
  readonly #use: SelectionUse;
  readonly #code: () => Promise<typeof Selection>;
  #follow: (() => Promise<Selection | undefined>) | undefined;

  constructor(use: SelectionUse, code: () => Promise<typeof Selection>) {
    this.#use = use;
    this.#code = code;
  }

  /** Until the signal. */
  start(host: HTMLElement, signal: AbortSignal): void {
    let following: Promise<Selection | undefined> | undefined;
    const follow = (this.#follow = () =>
      (following ??= this.#code().then(
        (Code) => new Code(host, this.#use, signal),
        (error: unknown) => (following = reportUnlessNotLoaded(error)), // it may come another time
      )));
    const first = (): void => {
      const list = this.#use.list();
      if (list?.contains(list.focused) !== true || selectedRange(list) === undefined) return;
      document.removeEventListener("selectionchange", first);
      void follow().then((selection) => selection?.changed());
    };
    document.addEventListener("selectionchange", first, { signal });
  }

  async everything(list: ListElement): Promise<void> {
    (await this.#follow?.())?.everything(list);
  }
}
