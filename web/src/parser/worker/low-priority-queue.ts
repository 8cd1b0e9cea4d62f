import type { Queries } from "../model";
import { settled } from "../../base/report-error";

/** Requests that are repeated while reading, and take longer the more was read. */
const PATIENT: ReadonlySet<keyof Queries> = new Set([
  "outline",
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
const AFTER = 1000; // ms; most files are read by then
const SHARE = 0.05; // of the time
const SETTLED = 100; // ms for the rows in sight, once all is read

/** While files are read, what is not urgent waits until it may take its part of the time, or all is read. */
export class LowPriorityQueue {
  #free = 0; // when a patient question may be answered
  /** All is read. */
  whenAllRead: Promise<unknown> = Promise.resolve();

  /** Files are read until this ends. */
  async during<T>(load: Promise<T>): Promise<T> {
    this.#free = performance.now() + AFTER;
    this.whenAllRead = settled(load.then(() => pause(SETTLED)));
    try {
      return await load;
    } finally {
      this.#free = 0;
    }
  }

  /** Answers a query in its turn. */
  async ask<T>(query: keyof Queries, use: () => Promise<T>): Promise<T> {
    const patient = PATIENT.has(query);
    if (patient) await this.#turn();
    const began = performance.now();
    const answer = await use();
    const now = performance.now();
    if (patient && this.#free > 0) this.#free = now + (now - began) / SHARE;
    return answer;
  }

  async #turn(): Promise<void> {
    for (let left; (left = this.#free - performance.now()) > 0;) await Promise.race([this.whenAllRead, pause(left)]);
    if (this.#free === 0) await this.whenAllRead;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
