import type { Row } from "../../parser/model";
import type { RowStore } from "../../session/row-store";

/** What was closed before a match in it was shown. It can be closed again. */
export class OpenedForMatch {
  readonly #closing: (() => void)[] = [];

  openRow(conversation: RowStore, row: Row): void {
    if (conversation.isOpen(row)) return;
    conversation.setOpen(row, true);
    this.#closing.push(() => conversation.setOpen(row, false));
  }

  /** Unfolds a part of a row. */
  unfold(conversation: RowStore, name: string): void {
    if (conversation.isUnfolded(name)) return;
    conversation.setUnfolded(name, true);
    this.#closing.push(() => conversation.setUnfolded(name, false));
  }

  openDetails(details: HTMLDetailsElement): void {
    if (details.open) return;
    details.open = true;
    this.#closing.push(() => (details.open = false));
  }

  /** Closes everything again, what was opened last first. Returns false if nothing had been opened. */
  closeAll(): boolean {
    const closing = this.#closing.splice(0);
    for (const close of closing.toReversed()) close();
    return closing.length > 0;
  }

  /** Leaves everything open. */
  keep(): void {
    this.#closing.length = 0;
  }
}
