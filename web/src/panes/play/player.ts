/** Pauses between two rows at single speed, in ms: longer ones are cut. */
const MAX_PAUSE = 2_000;
const MIN_PAUSE = 150;
const UNKNOWN_PAUSE = 800; // without times

export const speeds = [1, 2, 5, 10, 20, 50] as const;
export type Speed = (typeof speeds)[number];

/** The conversation that is played. */
interface PlayedRows {
  /** The number of rows. */
  readonly total: () => number;
  /** The time of a row in ms, 0 if it is unknown. */
  readonly timeAt: (index: number) => number;
  /** Shows the rows up to an index. */
  readonly show: (index: number) => void;
}

/** Calls back after a time in ms, unless the returned function is called before. */
type Wait = (ms: number, then: () => void) => () => void;

/** Shows one row after the other at the pace of their times, with pauses cut. */
export class Player {
  readonly #rows: PlayedRows;
  readonly #wait: Wait;
  #position = 0;
  #speed: Speed = 10;
  #cancel: (() => void) | undefined;

  constructor(rows: PlayedRows, wait: Wait) {
    this.#rows = rows;
    this.#wait = wait;
  }

  /** The index of the last row that is shown. */
  get position(): number {
    return this.#position;
  }

  get isPlaying(): boolean {
    return this.#cancel !== undefined;
  }

  get speed(): Speed {
    return this.#speed;
  }

  set speed(speed: Speed) {
    this.#speed = speed;
    if (this.isPlaying) this.#continue();
  }

  /** Plays on, or from the beginning if the end was reached. */
  play(): void {
    this.seek(this.#position >= this.#last ? 0 : this.#position);
    this.#continue();
  }

  pause(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  /** Goes to a row. If it was playing, it plays on from there. */
  seek(index: number): void {
    this.#position = Math.max(0, Math.min(index, this.#last));
    this.#rows.show(this.#position);
    if (this.isPlaying) this.#continue();
  }

  /** Pauses at the last row, without showing it. */
  moveToEnd(): void {
    this.pause();
    this.#position = this.#last;
  }

  get #last(): number {
    return this.#rows.total() - 1;
  }

  #continue(): void {
    this.pause();
    if (this.#position >= this.#last) return;
    const { timeAt, show } = this.#rows;
    const pause = pauseBetween(timeAt(this.#position), timeAt(this.#position + 1));
    this.#cancel = this.#wait(pause / this.#speed, () => {
      this.#position++;
      this.#continue();
      show(this.#position);
    });
  }
}

/** Returns how long a row is the last one before the next, given their times in ms. */
export function pauseBetween(time: number, next: number): number {
  if (time <= 0 || next <= 0) return UNKNOWN_PAUSE;
  return Math.max(MIN_PAUSE, Math.min(next - time, MAX_PAUSE));
}
