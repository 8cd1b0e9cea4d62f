import type { ListElement } from "./conversation-list";
import { copyRows, selectedSpan, selectedText } from "./selection-text";
import { strings } from "./strings";
import { strings as contentStrings } from "../content/strings";
import { reportUnlessGone } from "../parser/parser-gone";

/** What selecting and copying needs of the viewer. */
export interface SelectionUse {
  readonly list: () => ListElement | undefined;
  readonly announce: (text: string) => void;
}

/**
 * What the reader selects in a conversation: its rows stay in the page while they
 * are selected, and are copied as clean text. "Everything" is a state of its own,
 * since most rows are not in the page.
 */
export class Selection {
  readonly #use: SelectionUse;
  #everything = false;
  #gathered: string | undefined; // text that the browser would not take without a gesture of its own
  #copying = new AbortController();

  /** Follows what is selected in the viewer until the signal. */
  constructor(host: HTMLElement, use: SelectionUse, signal: AbortSignal) {
    this.#use = use;
    document.addEventListener("selectionchange", () => this.changed(), { signal });
    host.addEventListener("copy", (event) => this.#copy(event), { signal });
    host.addEventListener("keydown", (event) => this.#onKey(event), { signal });
    signal.addEventListener("abort", () => this.#copying.abort());
  }

  /** Selects the conversation, also what is not in the page. */
  everything(list: ListElement): void {
    const feed = list.querySelector(".feed");
    if (feed === null) return;
    // The end stays behind whatever rows come into the page.
    document.getSelection()?.setBaseAndExtent(feed, 0, feed, feed.childNodes.length);
    this.#everything = true;
    list.retainRange(undefined);
    this.#use.announce(strings.everything(list.context?.conversation.total ?? 0));
  }

  changed(): void {
    const list = this.#use.list();
    const span = list === undefined ? undefined : selectedSpan(list);
    if (this.#everything && span === "everything") return;
    this.#everything = false;
    this.#gathered = undefined;
    this.#copying.abort();
    list?.retainRange(span === "everything" ? undefined : span);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.#everything) document.getSelection()?.empty();
  }

  #copy(event: ClipboardEvent): void {
    const list = this.#use.list();
    const rows = this.#everything ? { from: 0, to: Number.POSITIVE_INFINITY } : list?.selectedRange;
    if (list?.context === undefined || rows === undefined) return;
    event.preventDefault();
    const text = this.#gathered ?? (this.#everything ? undefined : selectedText(list));
    if (text !== undefined) {
      event.clipboardData?.setData("text/plain", text);
      return;
    }
    this.#copying.abort();
    this.#copying = new AbortController();
    void copyRows(rows, list.context, this.#use.announce, this.#copying.signal).then(
      (left) => (this.#gathered = left),
      (error: unknown) => {
        reportUnlessGone(error);
        this.#use.announce(contentStrings.notRead);
      },
    );
  }
}
