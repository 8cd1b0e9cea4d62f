import type { TaskQueue } from "./task-queue";

/** A value that may still be loading, and that can be read without waiting once it has arrived. */
export type AsyncValue<T> =
  | { readonly state: "waiting" }
  | { readonly state: "loaded"; readonly value: T }
  | { readonly state: "failed"; readonly error: unknown };

/** The limits of a cache: the number of values and their total bytes. */
export interface CacheLimits<T> {
  readonly maxCount: number;
  readonly bytes?: number;
  readonly sizeOf?: (value: T) => number;
  /** Called with each evicted value. */
  readonly onEvict?: (value: T) => void;
  readonly onError?: (error: unknown) => void;
  /** Loads the values. Without it, all are loaded at once. */
  readonly tasks?: TaskQueue;
  /** Their rank in that queue. */
  readonly rank?: number;
}

interface CacheEntry<T> {
  readonly asyncValue: AsyncValue<T>;
  readonly bytes: number;
  readonly round: number; // the round of the last request
}

/**
 * A cache of loaded values that evicts the least recently used ones, and reports when a value arrives. Values that the
 * last two rounds of rendering requested are on the screen and are never evicted: they would only be requested again.
 */
export class AsyncLruCache<T> {
  readonly #entries = new Map<string, CacheEntry<T>>();
  readonly #limits: CacheLimits<T>;
  readonly #arrived: () => void;
  #bytes = 0;
  #awaited = 0;
  #round = 0;
  #requestedThisRound = false; // in this round
  /** Reports whether nothing is evicted. */
  unbounded = false;

  constructor(limits: CacheLimits<T>, arrived: () => void) {
    this.#limits = limits;
    this.#arrived = arrived;
  }

  /** Returns the value of a key and loads it if needed. */
  get(key: string, make: () => Promise<T>): AsyncValue<T> {
    this.#requestedThisRound = true;
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      this.#entries.delete(key); // the most recently used is last
      this.#put(key, entry.asyncValue, entry.bytes);
      return entry.asyncValue;
    }
    const waiting = { state: "waiting" } as const;
    this.#put(key, waiting, 0);
    this.#awaited++;
    const load = (): Promise<void> =>
      make().then(
        (value) => this.#settle(key, waiting, { state: "loaded", value }),
        (error: unknown) => {
          this.#settle(key, waiting, { state: "failed", error });
          this.#limits.onError?.(error);
        },
      );
    const { tasks, rank = 0 } = this.#limits;
    if (tasks === undefined) void load();
    else {
      const rankNow = (): number => (this.#isOnScreen(key, waiting) ? rank : Infinity);
      void tasks.run(async () => (await load(), true), rankNow).then((ran) => ran ?? this.#skip(key, waiting));
    }
    this.#trim();
    return waiting;
  }

  /** Reports whether a value is still on the screen when its turn comes. */
  #isOnScreen(key: string, waiting: AsyncValue<T>): boolean {
    const entry = this.#entries.get(key);
    return entry?.asyncValue === waiting && (this.unbounded || entry.round >= this.#round - 1);
  }

  #skip(key: string, waiting: AsyncValue<T>): void {
    this.#awaited--;
    if (this.#entries.get(key)?.asyncValue === waiting) this.forget(key);
  }

  /** Call this before everything on the screen is rendered: what is not requested by then can be evicted. */
  startRenderPass(): void {
    if (this.#requestedThisRound) this.#round++;
    this.#requestedThisRound = false;
    this.#trim();
  }

  forget(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    if (entry.asyncValue.state === "loaded") this.#limits.onEvict?.(entry.asyncValue.value);
  }

  /** Drops all values, or the failed ones. They are loaded again when they are rendered. */
  clear(only?: "failed"): void {
    for (const [key, { asyncValue }] of this.#entries)
      if (only === undefined || asyncValue.state === only) this.forget(key);
  }

  /** The number of pending values. */
  get awaited(): number {
    return this.#awaited;
  }

  /** The bytes of all values. */
  get bytes(): number {
    return this.#bytes;
  }

  #put(key: string, asyncValue: AsyncValue<T>, bytes: number): void {
    this.#entries.set(key, { asyncValue, bytes, round: this.#round });
  }

  #settle(key: string, waiting: AsyncValue<T>, asyncValue: AsyncValue<T>): void {
    this.#awaited--;
    const { onEvict: drop, sizeOf } = this.#limits;
    const entry = this.#entries.get(key);
    if (entry?.asyncValue !== waiting) {
      if (asyncValue.state === "loaded") drop?.(asyncValue.value); // no longer needed
      return;
    }
    const bytes = asyncValue.state === "loaded" ? (sizeOf?.(asyncValue.value) ?? 0) : 0;
    this.#entries.set(key, { ...entry, asyncValue, bytes });
    this.#bytes += bytes;
    this.#trim();
    this.#arrived();
  }

  #trim(): void {
    if (this.unbounded) return;
    const { maxCount: most, bytes = Infinity } = this.#limits;
    for (const [key, { asyncValue, round }] of this.#entries) {
      if (this.#entries.size <= most && this.#bytes <= bytes) return;
      if (asyncValue.state !== "waiting" && round < this.#round - 1) this.forget(key);
    }
  }
}

/** Returns the approximate number of bytes that plain data takes in memory. */
export function estimateSize(value: unknown): number {
  if (typeof value === "string") return 16 + 2 * value.length;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce<number>((sum, part) => sum + estimateSize(part), 16);
}
