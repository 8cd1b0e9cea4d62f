interface Waiting {
  readonly start: () => Promise<unknown>;
  readonly skip: () => void;
  readonly rank: () => number;
}

/**
 * Runs a few tasks at a time: those with the lowest rank first and, among equals, the newest. Ranks are asked for when
 * a task can begin, since what is on the screen changes while tasks wait.
 */
export class TaskQueue {
  readonly #most: number;
  #waiting: Waiting[] = [];
  #running = 0;

  /** `most` is the number of tasks that run at a time. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Settles as the task does. Resolves to undefined without running it once its rank is infinite. */
  run<T>(task: () => Promise<T>, rank: () => number = () => 0): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const start = (): Promise<void> => task().then(resolve, reject);
      this.#waiting.push({ start, skip: () => resolve(undefined), rank });
      this.#next();
    });
  }

  #next(): void {
    if (this.#running >= this.#most) return;
    const task = this.#take();
    if (task === undefined) return;
    this.#running++;
    void task.start().then(() => {
      this.#running--;
      this.#next();
    });
  }

  #take(): Waiting | undefined {
    const ranked = this.#waiting.map((task) => ({ task, rank: task.rank() }));
    const ready = ranked.filter(({ rank }) => rank < Infinity);
    const first = ready.reduceRight(
      (best, one) => (one.rank < best.rank ? one : best),
      ready[ready.length - 1] ?? NONE,
    );
    this.#waiting = ready.filter((one) => one !== first).map(({ task }) => task);
    for (const { task, rank } of ranked) if (rank === Infinity) task.skip();
    return first.task;
  }
}

const NONE = { task: undefined, rank: Infinity };
