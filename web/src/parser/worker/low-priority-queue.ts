import type { Queries } from "../model";
import { settled } from "../../base/report-error";
import { pause } from "../../base/schedule";

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
const QUIET = 100; // ms between two urgent requests, at most, in the second after everything has been read

/**
 * While files are read, requests that are not urgent wait until they get their share of the time, or until everything
 * is read and the page has its rows. They also wait while a search is running and for work that goes first, for at most
 * a second each.
 */
export class LowPriorityQueue {
  #free = 0; // when a low-priority query may run
  #loadEnds = 0; // when everything has been read, and a second has passed
  #busyEnds = 0; // low-priority queries wait until then, for a search or the first rows
  #pauseEnds = 0; // when other parsers no longer need the processor
  #before: Promise<unknown> = Promise.resolve(); // work that goes first
  /** Settles when everything has been read. */
  whenAllRead: Promise<unknown> = Promise.resolve();

  /** Reading begins with this call and lasts until the promise settles. */
  during<T>(load: Promise<T>): Promise<T> {
    this.#free = performance.now() + AFTER;
    this.whenAllRead = settled(load).then(() => {
      const now = performance.now();
      this.#free = 0;
      this.#loadEnds = now + AFTER;
      this.#busyEnds = Math.max(this.#busyEnds, now + QUIET);
    });
    return load;
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
    if (query === "matches") this.#busyEnds = began + AFTER;
    const answer = await use();
    const now = performance.now();
    if (query === "matches") this.#busyEnds = now + SEARCHING;
    else if (!patient && now < this.#loadEnds) this.#busyEnds = Math.max(this.#busyEnds, now + QUIET);
    if (patient && this.#free > 0) this.#free = now + (now - began) / SHARE;
    return answer;
  }

  async #turn(): Promise<void> {
    for (let left; (left = this.#free - performance.now()) > 0;) await Promise.race([this.whenAllRead, pause(left)]);
    await this.#before;
    await pauseUntil(() => this.#pauseEnds);
    const latest = performance.now() + AFTER;
    await pauseUntil(() => Math.min(this.#busyEnds, latest));
  }
}

/** Resolves when a time has passed, which may be moved meanwhile. */
async function pauseUntil(time: () => number): Promise<void> {
  for (let left; (left = time() - performance.now()) > 0;) await pause(left);
}
