/** A value that may still be on its way, and can be looked at without waiting once it is there. */
export type Later<T> =
  | { readonly state: "waiting" }
  | { readonly state: "here"; readonly value: T }
  | { readonly state: "failed"; readonly error: unknown };

const waiting = { state: "waiting" } as const;

/**
 * Keeps what was asked for, the most recently used ones of it, and tells when
 * something arrives. What falls out is given to `drop`.
 */
export class Shelf<T> {
  readonly #held = new Map<string, Later<T>>();
  readonly #limit: number;
  readonly #arrived: () => void;
  readonly #drop: (value: T) => void;
  #awaited = 0;
  /** Whether nothing falls out, however much there is. */
  endless = false;

  constructor(limit: number, arrived: () => void, drop: (value: T) => void = () => undefined) {
    this.#limit = limit;
    this.#arrived = arrived;
    this.#drop = drop;
  }

  /** What is there for a key; asks for it if nobody did. */
  get(key: string, make: () => Promise<T>): Later<T> {
    const held = this.#held.get(key);
    if (held !== undefined) {
      this.#held.delete(key); // most recently used is last
      this.#held.set(key, held);
      return held;
    }
    this.#held.set(key, waiting);
    this.#awaited++;
    make().then(
      (value) => this.#settle(key, { state: "here", value }),
      (error: unknown) => this.#settle(key, { state: "failed", error }),
    );
    this.#trim();
    return waiting;
  }

  forget(key: string): void {
    const held = this.#held.get(key);
    this.#held.delete(key);
    if (held?.state === "here") this.#drop(held.value);
  }

  clear(): void {
    for (const key of [...this.#held.keys()]) this.forget(key);
  }

  /** How many of them are on their way. */
  get awaited(): number {
    return this.#awaited;
  }

  #settle(key: string, later: Later<T>): void {
    this.#awaited--;
    if (!this.#held.has(key)) {
      if (later.state === "here") this.#drop(later.value);
      return;
    }
    this.#held.set(key, later);
    this.#arrived();
  }

  #trim(): void {
    if (this.endless) return;
    for (const [key, later] of this.#held) {
      if (this.#held.size <= this.#limit) return;
      if (later.state !== "waiting") this.forget(key);
    }
  }
}
