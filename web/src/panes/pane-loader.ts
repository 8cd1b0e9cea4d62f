import type { ReactiveController, ReactiveControllerHost } from "lit";
import { LatestRun } from "../base/latest-run";
import { reportUnlessParserLoss } from "../parser/parser-loss";

const PAUSE = 1_000; // ms before a growing session is loaded again

/** Loads what a pane shows. Only the latest load counts, and none once the pane has left the page. */
export class PaneLoader implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #load: (signal: AbortSignal) => Promise<void>;
  readonly #run = new LatestRun();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failed = false;

  /** Once its signal is aborted, `load` must not change the pane. */
  constructor(host: ReactiveControllerHost, load: (signal: AbortSignal) => Promise<void>) {
    this.#host = host;
    this.#load = load;
    host.addController(this);
  }

  /** Whether the last load that ended failed. */
  get failed(): boolean {
    return this.#failed;
  }

  /** The signal of the latest load. */
  get signal(): AbortSignal {
    return this.#run.signal;
  }

  /** Loads something else. */
  load(): void {
    this.#failed = false;
    void this.#start();
  }

  /** Loads the same again after a pause, since files may be growing. */
  readonly loadSoon = (): void => {
    this.#timer ??= setTimeout(() => void this.#start(), PAUSE);
  };

  hostDisconnected(): void {
    this.#stopTimer();
    this.#run.stop();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #start(): Promise<void> {
    this.#stopTimer();
    const signal = this.#run.begin();
    let failed = false;
    try {
      await this.#load(signal);
    } catch (error) {
      reportUnlessParserLoss(error);
      failed = true;
    }
    if (signal.aborted) return;
    this.#failed = failed;
    this.#host.requestUpdate();
  }
}
