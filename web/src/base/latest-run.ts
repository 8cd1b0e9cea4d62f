/** Runs of a task of which only the latest counts: each run's signal is aborted when another one begins. */
export class LatestRun {
  #current = new AbortController();

  /** The signal of the latest run. */
  get signal(): AbortSignal {
    return this.#current.signal;
  }

  begin(): AbortSignal {
    this.#current.abort();
    this.#current = new AbortController();
    return this.signal;
  }

  /** Aborts the latest run. */
  stop(): void {
    this.begin();
  }
}
