import type { ListElement } from "./conversation-list";
import { copyRows, selectedSpan, selectedText } from "./selection-text";
import { strings } from "./strings";
import { strings as contentStrings } from "../content/strings";
import { reportUnlessParserLoss } from "../parser/parser-loss";

/** The part of the viewer that this needs. */
interface SelectionUse {
  readonly list: () => ListElement | undefined;
  readonly announce: (text: string) => void;
}

/**
 * The user's selection in a conversation: its rows stay rendered while they are selected, and are copied as clean text.
 * "Everything" is a separate state, since most rows are not rendered.
 */
export class Selection {
  readonly #use: SelectionUse;
  #allSelected = false;
  #pendingText: string | undefined; // text that could not be copied without another user gesture
  #copying = new AbortController();

  /** Follows the selection in the viewer until the signal aborts. */
  constructor(host: HTMLElement, use: SelectionUse, signal: AbortSignal) {
    this.#use = use;
    document.addEventListener("selectionchange", () => this.changed(), { signal });
    host.addEventListener("copy", (event) => this.#copy(event), { signal });
    host.addEventListener("keydown", (event) => this.#onKey(event), { signal });
    signal.addEventListener("abort", () => this.#copying.abort());
  }

  /** Selects the whole conversation, including rows that are not rendered. */
  selectAll(list: ListElement): void {
    const feed = list.querySelector(".feed");
    if (feed === null) return;
    // The end of the selection stays after all rows that are rendered later.
    document.getSelection()?.setBaseAndExtent(feed, 0, feed, feed.childNodes.length);
    this.#allSelected = true;
    list.retainRange(undefined);
    this.#use.announce(strings.everything(list.context?.conversation.total ?? 0));
  }

  changed(): void {
    const list = this.#use.list();
    const span = list === undefined ? undefined : selectedSpan(list);
    if (this.#allSelected && span === "everything") return;
    this.#allSelected = false;
    this.#pendingText = undefined;
    this.#copying.abort();
    list?.retainRange(span === "everything" ? undefined : span);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.#allSelected) document.getSelection()?.empty();
  }

  #copy(event: ClipboardEvent): void {
    const list = this.#use.list();
    const rows = this.#allSelected ? { from: 0, to: Number.POSITIVE_INFINITY } : list?.selectedRange;
    if (list?.context === undefined || rows === undefined) return;
    event.preventDefault();
    const text = this.#pendingText ?? (this.#allSelected ? undefined : selectedText(list));
    if (text !== undefined) {
      event.clipboardData?.setData("text/plain", text);
      return;
    }
    this.#copying.abort();
    this.#copying = new AbortController();
    void copyRows(rows, list.context, this.#use.announce, this.#copying.signal).then(
      (left) => (this.#pendingText = left),
      (error: unknown) => {
        reportUnlessParserLoss(error);
        this.#use.announce(contentStrings.notRead);
      },
    );
  }
}
