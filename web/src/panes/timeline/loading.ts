import type { Desk } from "../session-controller";
import { type Spans, readSpans } from "./spans";

const AGAIN = 500; // ms between two looks at a session that is being read, and ten times what one took

/** Asks for the timeline of a session as it grows, and no oftener than is good for the rest; at its end at once. */
export class Loading {
  readonly #arrived: (spans: Spans) => void;
  #desk: Desk | undefined;
  #asking = false;
  #again = false;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(arrived: (spans: Spans) => void) {
    this.#arrived = arrived;
  }

  /** Asks for it as it is now, or soon. */
  async read(desk: Desk): Promise<void> {
    const same = this.#desk === desk;
    this.#desk = desk;
    if (same && (this.#asking || (this.#rest !== undefined && desk.viewer.busy()))) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#rest);
    this.#rest = undefined;
    this.#asking = true;
    this.#again = false;
    const began = performance.now();
    // A parser that died is told elsewhere.
    const spans = await readSpans(desk.api, desk.session).catch(() => undefined);
    if (this.#desk !== desk) return;
    this.#asking = false;
    if (spans !== undefined) this.#arrived(spans);
    const on = (): void => {
      this.#rest = undefined;
      if (this.#again) void this.read(desk);
    };
    if (this.#again && !desk.viewer.busy()) on();
    else this.#rest = setTimeout(on, Math.max(AGAIN, 10 * (performance.now() - began)));
  }

  stop(): void {
    clearTimeout(this.#rest);
    this.#desk = this.#rest = undefined;
    this.#asking = this.#again = false;
  }
}
