/** Runs a few tasks at a time, the most recently added first: what is visible comes before what was scrolled past. */
export class TaskStack {
  readonly #most: number;
  readonly #waiting: (() => Promise<unknown>)[] = [];
  #running = 0;

  /** `most` is the number of tasks that run at a time. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Settles as the task does. */
  run<T>(task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => task().then(resolve, reject));
      this.#next();
    });
  }

  #next(): void {
    if (this.#running >= this.#most) return;
    const task = this.#waiting.pop();
    if (task === undefined) return;
    this.#running++;
    void task().then(() => {
      this.#running--;
      this.#next();
    });
  }
}
