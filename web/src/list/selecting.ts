import type { ListElement } from "./conversation-list";
import type { Selection } from "./selection";

/** What selecting and copying needs of the viewer. */
export interface SelectionUse {
  readonly list: () => ListElement | undefined;
  readonly say: (said: string) => void;
}

/** What is selected, as seen from the tree that the list stands in; for the page around, it may end at the viewer. */
export function selectedRange(list: ListElement): StaticRange | undefined {
  const root = list.getRootNode();
  const selection = document.getSelection();
  // Where a browser cannot tell, it copies in its own way.
  if (selection === null || selection.rangeCount === 0 || !("getComposedRanges" in selection)) return undefined;
  const [range] = selection.getComposedRanges({ shadowRoots: root instanceof ShadowRoot ? [root] : [] });
  return range?.collapsed === false ? range : undefined;
}

/** Words of a line that were selected by the mouse are no click on it. */
export function clickSelects(list: ListElement, event: MouseEvent): boolean {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (event.detail === 0 || button === null) return false;
  const range = selectedRange(list);
  return range !== undefined && button.contains(range.endContainer);
}

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
        () => (following = undefined), // it may come another time
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
