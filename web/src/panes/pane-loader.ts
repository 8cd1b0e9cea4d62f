import type { ReactiveController, ReactiveControllerHost } from "lit";
import { LatestRun } from "../base/latest-run";
import { reportUnlessParserLoss } from "../parser/parser-loss";

/** While files are being read, loads wait this many ms, and this many times the duration of the last load. */
const MIN_PAUSE = 600;
const PAUSE = 10;

interface PaneLoaderHost extends ReactiveControllerHost {
  readonly controller: { readonly viewer: { readonly busy: boolean } };
}

/** Loads what a pane shows. Only the latest load counts, and none once the pane has left the page. */
export class PaneLoader implements ReactiveController {
  readonly #host: PaneLoaderHost;
  readonly #load: (signal: AbortSignal, isReload: boolean) => Promise<void>;
  readonly #run = new LatestRun();
  #state: "idle" | "delayed" | "loading" | "waiting" = "idle"; // "waiting" for the next time to load the same again
  #isStale = false; // the data changed during the current load
  #failed = false;
  #duration = 0; // of the last load, in ms
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Once its signal is aborted, `load` must not change the pane. */
  constructor(host: PaneLoaderHost, load: (signal: AbortSignal, isReload: boolean) => Promise<void>) {
    this.#host = host;
    this.#load = load;
    host.addController(this);
  }

  /** Whether the last load that ended failed. */
  get failed(): boolean {
    return this.#failed;
  }

  get loading(): boolean {
    return this.#state === "loading";
  }

  /** The signal of the latest load. */
  get signal(): AbortSignal {
    return this.#run.signal;
  }

  /** Loads something else, after a delay in ms. */
  load(delay = 0): void {
    this.stop();
    if (delay === 0) void this.#start(false);
    else this.#schedule("delayed", delay);
  }

  /** Loads the same again, since it may have changed: after the current load, and rarely while files are being read. */
  readonly reload = (): void => {
    if (this.#state === "delayed") return;
    if (this.#state === "loading") this.#isStale = true;
    else if (!this.#host.controller.viewer.busy) void this.#start(true);
    else if (this.#state === "idle") this.#schedule("waiting", Math.max(MIN_PAUSE, PAUSE * this.#duration));
  };

  /** Ends the current load, and forgets whether one failed. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#run.stop();
    this.#state = "idle";
    this.#isStale = this.#failed = false;
  }

  hostDisconnected(): void {
    this.stop();
  }

  #schedule(state: "delayed" | "waiting", delay: number): void {
    this.#state = state;
    this.#timer = setTimeout(() => void this.#start(state === "waiting"), delay);
  }

  async #start(isReload: boolean): Promise<void> {
    clearTimeout(this.#timer);
    this.#state = "loading";
    this.#isStale = false;
    const signal = this.#run.begin();
    const began = performance.now();
    let failed = false;
    try {
      await this.#load(signal, isReload);
    } catch (error) {
      reportUnlessParserLoss(error);
      failed = true;
    }
    if (signal.aborted) return;
    this.#duration = performance.now() - began;
    this.#failed = failed;
    this.#state = "idle";
    this.#host.requestUpdate();
    if (this.#isStale) this.reload();
  }
}
