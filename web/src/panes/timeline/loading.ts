import type { Desk } from "../desk";
import { type Spans, readSpans } from "./spans";

const AGAIN = 500; // ms between two looks at a session that is being read, and ten times what one took

/** Asks for the timeline of a session as it grows, and no oftener than is good for the rest. */
export class Loading {
  readonly #arrived: (spans: Spans) => void;
  #desk: Desk | undefined;
  #reading = false;
  #again = false;
  #wait: ReturnType<typeof setTimeout> | undefined;

  constructor(arrived: (spans: Spans) => void) {
    this.#arrived = arrived;
  }

  /** Asks for it as it is now, or soon. */
  async read(desk: Desk): Promise<void> {
    const other = this.#desk !== desk;
    this.#desk = desk;
    if (this.#reading && !other) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#wait);
    this.#reading = true;
    this.#again = false;
    const began = performance.now();
    const spans = await readSpans(desk.api, desk.session).catch(() => undefined); // a parser that died is told elsewhere
    if (this.#desk !== desk) return;
    if (spans !== undefined) this.#arrived(spans);
    this.#wait = setTimeout(() => {
      this.#reading = false;
      if (this.#again) void this.read(desk);
    }, Math.max(AGAIN, 10 * (performance.now() - began)));
  }

  stop(): void {
    clearTimeout(this.#wait);
    this.#desk = undefined;
    this.#reading = this.#again = false;
  }
}
