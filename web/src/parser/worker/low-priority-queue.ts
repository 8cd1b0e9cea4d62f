import type { Queries } from "../model";
import { settled } from "../../base/report-error";

/** Requests that are repeated while files are read, and take longer the more has been read. */
const PATIENT: ReadonlySet<keyof Queries> = new Set([
  "outline",
  "story",
  "timeline",
  "timelineActors",
  "usage",
  "usageTurns",
  "usageAgents",
  "usageTools",
  "usageContext",
  "usageRate",
  "usageAddress",
  "changedFiles",
  "diagnostics",
  "ledgers",
]);
const AFTER = 1000; // ms; most files are read in that time
const SHARE = 0.05; // of the time
const SEARCHING = 50; // ms between two requests of a search, at most
const SETTLED = 100; // ms for the visible rows, after everything has been read

/**
 * While files are read, requests that are not urgent wait until they get their share of the time, or until everything
 * is read. They also wait while a search is running and for work that goes first, for at most a second each.
 */
export class LowPriorityQueue {
  #free = 0; // when a low-priority query may run
  #searchEnds = 0; // when a search has ended, unless it continues until then
  #pauseEnds = 0; // when other parsers no longer need the processor
  #before: Promise<unknown> = Promise.resolve(); // work that goes first
  /** Settles when everything has been read. */
  whenAllRead: Promise<unknown> = Promise.resolve();

  /** Reading begins with this call and lasts until the promise settles. */
  async during<T>(load: Promise<T>): Promise<T> {
    this.#free = performance.now() + AFTER;
    this.whenAllRead = settled(load.then(() => pause(SETTLED)));
    try {
      return await load;
    } finally {
      this.#free = 0;
    }
  }

  /** Has low-priority queries wait for work, for at most a second. */
  async waitFor(work: Promise<void>): Promise<void> {
    this.#before = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, AFTER);
      void settled(work).then(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    return work;
  }

  /** Has low-priority queries wait for a while. */
  pause(ms: number): void {
    this.#pauseEnds = performance.now() + ms;
  }

  /** Runs a query when it is its turn. */
  async ask<T>(query: keyof Queries, use: () => Promise<T>): Promise<T> {
    const patient = PATIENT.has(query);
    if (patient) await this.#turn();
    const began = performance.now();
    const answer = await use();
    const now = performance.now();
    if (query === "matches") this.#searchEnds = now + SEARCHING;
    if (patient && this.#free > 0) this.#free = now + (now - began) / SHARE;
    return answer;
  }

  async #turn(): Promise<void> {
    for (let left; (left = this.#free - performance.now()) > 0;) await Promise.race([this.whenAllRead, pause(left)]);
    if (this.#free === 0) await this.whenAllRead;
    await this.#before;
    for (let left; (left = this.#pauseEnds - performance.now()) > 0;) await pause(left);
    const latest = performance.now() + AFTER;
    for (let left; (left = Math.min(this.#searchEnds, latest) - performance.now()) > 0;) await pause(left);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
