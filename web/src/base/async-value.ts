/** A value that may still be on its way, and can be looked at without waiting once it is there. */
export type Later<T> =
  | { readonly state: "waiting" }
  | { readonly state: "here"; readonly value: T }
  | { readonly state: "failed"; readonly error: unknown };

/** How much is kept: so many values, of so many bytes together. */
export interface Room<T> {
  readonly most: number;
  readonly bytes?: number;
  readonly weigh?: (value: T) => number;
  /** Takes what falls out. */
  readonly drop?: (value: T) => void;
}

interface Held<T> {
  readonly later: Later<T>;
  readonly bytes: number;
  readonly round: number; // in which it was asked for last
}

/**
 * Keeps what was asked for, the most recently used ones of it, and tells when
 * something arrives. What the last two rounds of drawing asked for is on the
 * screen, and stays: it would only be asked for again.
 */
export class Shelf<T> {
  readonly #held = new Map<string, Held<T>>();
  readonly #room: Room<T>;
  readonly #arrived: () => void;
  #bytes = 0;
  #awaited = 0;
  #round = 0;
  #asked = false; // in this round
  /** Whether nothing falls out, however much there is. */
  endless = false;

  constructor(room: Room<T>, arrived: () => void) {
    this.#room = room;
    this.#arrived = arrived;
  }

  /** What is there for a key; asks for it if nobody did. */
  get(key: string, make: () => Promise<T>): Later<T> {
    this.#asked = true;
    const held = this.#held.get(key);
    if (held !== undefined) {
      this.#held.delete(key); // most recently used is last
      this.#put(key, held.later, held.bytes);
      return held.later;
    }
    const waiting = { state: "waiting" } as const;
    this.#put(key, waiting, 0);
    this.#awaited++;
    make().then(
      (value) => this.#settle(key, waiting, { state: "here", value }),
      (error: unknown) => this.#settle(key, waiting, { state: "failed", error }),
    );
    this.#trim();
    return waiting;
  }

  /** All that is on the screen is about to be drawn, and asked for by that. */
  draw(): void {
    if (this.#asked) this.#round++;
    this.#asked = false;
    this.#trim();
  }

  forget(key: string): void {
    const held = this.#held.get(key);
    if (held === undefined) return;
    this.#held.delete(key);
    this.#bytes -= held.bytes;
    if (held.later.state === "here") this.#room.drop?.(held.later.value);
  }

  /** Forgets all, or what failed: it is asked for again when it is drawn. */
  clear(only?: "failed"): void {
    for (const [key, { later }] of this.#held) if (only === undefined || later.state === only) this.forget(key);
  }

  /** How many of them are on their way. */
  get awaited(): number {
    return this.#awaited;
  }

  /** What all of them weigh. */
  get bytes(): number {
    return this.#bytes;
  }

  #put(key: string, later: Later<T>, bytes: number): void {
    this.#held.set(key, { later, bytes, round: this.#round });
  }

  #settle(key: string, waiting: Later<T>, later: Later<T>): void {
    this.#awaited--;
    const { drop, weigh } = this.#room;
    const held = this.#held.get(key);
    if (held?.later !== waiting) {
      if (later.state === "here") drop?.(later.value); // nobody waits for it any more
      return;
    }
    const bytes = later.state === "here" ? (weigh?.(later.value) ?? 0) : 0;
    this.#held.set(key, { ...held, later, bytes });
    this.#bytes += bytes;
    this.#trim();
    this.#arrived();
  }

  #trim(): void {
    if (this.endless) return;
    const { most, bytes = Infinity } = this.#room;
    for (const [key, { later, round }] of this.#held) {
      if (this.#held.size <= most && this.#bytes <= bytes) return;
      if (later.state !== "waiting" && round < this.#round - 1) this.forget(key);
    }
  }
}

/** About how many bytes plain data takes in memory. */
export function weightOf(value: unknown): number {
  if (typeof value === "string") return 16 + 2 * value.length;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce<number>((sum, part) => sum + weightOf(part), 16);
}
