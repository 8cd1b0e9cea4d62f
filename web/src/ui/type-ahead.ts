const MAX = 5_000; // ms: then what they were meant for does not come

/**
 * Keys that are pressed while the field that they are meant for is still on its way. They
 * would be taken for commands else.
 */
export class TypeAhead {
  readonly #element: HTMLElement;
  #text = "";
  #end: AbortController | undefined;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  /** Holds letters back from now on. */
  hold(): void {
    this.take();
    this.#end = new AbortController();
    const { signal } = this.#end;
    this.#element.addEventListener("keydown", this.#onKey, { capture: true, signal });
    const timer = setTimeout(() => this.take(), MAX);
    signal.addEventListener("abort", () => clearTimeout(timer));
  }

  /** What was typed meanwhile; from now on nothing is held back. */
  take(): string {
    const text = this.#text;
    this.#text = "";
    this.#end?.abort();
    this.#end = undefined;
    return text;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      this.take();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Backspace") this.#text = this.#text.slice(0, -1);
    else if (Array.from(event.key).length === 1) this.#text += event.key;
    else if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
}
