import type { SessionController } from "../session-controller";
import { type Spans, readSpans } from "../../session/timeline/spans";
import { ignoreParserLoss } from "../../parser/parser-loss";

const AGAIN = 500; // ms between two loads of a growing session; also at least ten times the duration of the last one

/** Loads the timeline of a session as it grows, rate-limited; at once when the session is complete. */
export class Loading {
  readonly #arrived: (spans: Spans) => void;
  #controller: SessionController | undefined;
  #asking = false;
  #again = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(arrived: (spans: Spans) => void) {
    this.#arrived = arrived;
  }

  /** Loads the current timeline, now or soon. */
  async read(controller: SessionController): Promise<void> {
    const same = this.#controller === controller;
    this.#controller = controller;
    if (same && (this.#asking || (this.#timer !== undefined && controller.viewer.busy))) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#asking = true;
    this.#again = false;
    const began = performance.now();
    const spans = await ignoreParserLoss(readSpans(controller.api, controller.session));
    if (this.#controller !== controller) return;
    this.#asking = false;
    if (spans !== undefined) this.#arrived(spans);
    const on = (): void => {
      this.#timer = undefined;
      if (this.#again) void this.read(controller);
    };
    if (this.#again && !controller.viewer.busy) on();
    else this.#timer = setTimeout(on, Math.max(AGAIN, 10 * (performance.now() - began)));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#controller = this.#timer = undefined;
    this.#asking = this.#again = false;
  }
}
