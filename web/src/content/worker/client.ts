// The page's side of the render worker: it sends one request at a time, with a time limit for each, and caches replies.
import { reportError } from "../../base/report-error";
import { type RenderReply, type RenderRequest, unpackRuns } from "./messages";
import type { Run } from "../code/runs";
import { type Block, isTree } from "../markdown/tree";

/** The reasons why a text stays plain. */
export type PlainReason =
  | "size" // longer than the limit
  | "deep" // nested deeper than the limit, or too many nodes
  | "time" // exceeded its time limit
  | "language" // no grammar for it
  | "worker" // the worker does not start or does not reply properly
  | "stopped"; // no longer needed

export type Rendered<T> =
  { readonly kind: "done"; readonly value: T } | { readonly kind: "plain"; readonly why: PlainReason };

export interface RenderClient {
  /** Never rejects. With a signal, a request that is still in the queue can be canceled. */
  markdown(text: string, signal?: AbortSignal): Promise<Rendered<readonly Block[]>>;
  highlight(code: string, language: string, signal?: AbortSignal): Promise<Rendered<readonly Run[]>>;
  /** Releases the worker and its pending requests, until the next request. */
  suspend(): void;
  dispose(): void;
}

/** The part of the Worker interface that is used here; its events are "message" and "error". */
export interface WorkerLike extends EventTarget {
  postMessage(message: RenderRequest): void;
  terminate(): void;
}

interface Limits {
  readonly renderMs: number; // ms for a text after the worker has begun it
  readonly firstStartMs: number; // ms until the worker must have begun: it may have to load itself and a grammar first
  readonly restartMs: number; // the same, if it has begun one of that kind before
  readonly maxFailedStarts: number; // consecutive attempts that end before anything was begun
}

const usual: Limits = { renderMs: 1_000, firstStartMs: 15_000, restartMs: 3_000, maxFailedStarts: 2 };
const markdownLimit = 256_000;
const highlightLimit = 20_000;
const remembered = { entries: 400, characters: 4_000_000 } as const;

type RenderResult =
  | { readonly kind: "blocks"; readonly blocks: readonly Block[] }
  | { readonly kind: "runs"; readonly runs: readonly Run[] };
type Outcome = Rendered<RenderResult>;

interface Job {
  readonly request: RenderRequest;
  readonly done: (outcome: Outcome) => void;
  readonly tools: string; // what the worker has to load for it
  again: boolean; // it was sent to a worker that was dead already
}

export class Client implements RenderClient {
  readonly #spawn: () => WorkerLike;
  readonly #limits: Limits;
  readonly #queue: Job[] = [];
  readonly #memory = new Memory();
  readonly #loaded = new Set<string>(); // dependencies that the worker has loaded
  #worker: WorkerLike | null = null;
  #current: Job | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failedStarts = 0;
  #lastId = 0;
  #disposed = false;

  constructor(spawn: () => WorkerLike, limits: Limits = usual) {
    this.#spawn = spawn;
    this.#limits = limits;
  }

  async markdown(text: string, signal?: AbortSignal): Promise<Rendered<readonly Block[]>> {
    if (text.length > markdownLimit) return plain("size");
    const outcome = await this.#ask({ kind: "markdown", id: ++this.#lastId, text }, signal);
    if (outcome.kind === "plain") return outcome;
    return outcome.value.kind === "blocks" ? { kind: "done", value: outcome.value.blocks } : plain("worker");
  }

  async highlight(code: string, language: string, signal?: AbortSignal): Promise<Rendered<readonly Run[]>> {
    if (language === "") return plain("language");
    if (code.length > highlightLimit) return plain("size");
    const outcome = await this.#ask({ kind: "highlight", id: ++this.#lastId, text: code, language }, signal);
    if (outcome.kind === "plain") return outcome;
    return outcome.value.kind === "runs" ? { kind: "done", value: outcome.value.runs } : plain("worker");
  }

  dispose(): void {
    this.#disposed = true;
    this.suspend();
  }

  suspend(): void {
    this.#memory.clear();
    this.#end();
    const left = this.#queue.splice(0);
    if (this.#current !== null) left.push(this.#current);
    this.#current = null;
    for (const job of left) job.done(plain("stopped"));
  }

  #ask(request: RenderRequest, signal: AbortSignal | undefined): Promise<Outcome> {
    const key = `${request.kind} ${request.kind === "highlight" ? request.language : ""} ${request.text}`;
    const known = this.#memory.get(key);
    if (known !== undefined) return Promise.resolve(known);
    if (this.#disposed || signal?.aborted === true) return Promise.resolve(plain("stopped"));
    return new Promise((resolve) => {
      const job: Job = {
        request,
        tools: request.kind === "highlight" ? request.language : "",
        again: false,
        done: (outcome) => {
          signal?.removeEventListener("abort", cancel);
          if (outcome.kind === "done" || outcome.why === "deep" || outcome.why === "time")
            this.#memory.put(key, outcome);
          resolve(outcome);
        },
      };
      const cancel = (): void => {
        const index = this.#queue.indexOf(job);
        if (index < 0) return; // the worker has loaded it already
        this.#queue.splice(index, 1);
        resolve(plain("stopped"));
      };
      signal?.addEventListener("abort", cancel, { once: true });
      this.#queue.push(job);
      this.#next();
    });
  }

  #next(): void {
    if (this.#current !== null) return;
    const job = this.#queue.shift();
    if (job === undefined) return;
    this.#current = job;
    if (this.#failedStarts >= this.#limits.maxFailedStarts) return this.#fail("worker");
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage(job.request);
      this.#timer = setTimeout(
        () => this.#fail("worker"),
        this.#loaded.has(job.tools) ? this.#limits.restartMs : this.#limits.firstStartMs,
      );
    } catch (error) {
      if (!(error instanceof DOMException)) reportError(error); // the page's policy may refuse workers
      this.#fail("worker");
    }
  }

  #start(): WorkerLike {
    const worker = this.#spawn();
    worker.addEventListener("message", (event) => {
      if (worker === this.#worker && event instanceof MessageEvent) this.#onMessage(event.data);
    });
    worker.addEventListener("error", () => {
      if (worker === this.#worker) this.#fail("worker");
    });
    return worker;
  }

  #onMessage(data: unknown): void {
    const job = this.#current;
    if (job === null || !isAnswer(data) || data.id !== job.request.id) return;
    switch (data.kind) {
      case "begun":
        this.#failedStarts = 0;
        this.#loaded.add(job.tools);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
          // If the page is busy, the timer and the reply can be due at once: the reply gets another turn.
          this.#timer = setTimeout(() => this.#fail("time"), 0);
        }, this.#limits.renderMs);
        return;
      case "blocks":
        return this.#finish(
          isTree(data.blocks) ? { kind: "done", value: { kind: "blocks", blocks: data.blocks } } : plain("deep"),
        );
      case "runs": {
        const runs = unpackRuns(data.runs, job.request.text);
        return this.#finish(runs === null ? plain("worker") : { kind: "done", value: { kind: "runs", runs } });
      }
      case "failed":
        return this.#finish(plain(data.why === "error" ? "worker" : data.why));
    }
  }

  /** The worker can no longer be trusted: the next request starts a new one. */
  #fail(why: "time" | "worker"): void {
    const job = this.#current;
    // If the worker died before the request, that says nothing about the text.
    const again = why === "worker" && job !== null && !job.again && this.#loaded.has(job.tools);
    this.#end();
    if (!again) {
      if (why === "worker") this.#failedStarts++;
      return this.#finish(plain(why));
    }
    job.again = true;
    this.#current = null;
    this.#queue.unshift(job);
    this.#next();
  }

  #finish(outcome: Outcome): void {
    clearTimeout(this.#timer);
    const job = this.#current;
    this.#current = null;
    job?.done(outcome);
    this.#next();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    this.#loaded.clear();
  }
}

/**
 * The latest results: a row that scrolls back into view is complete at once, and a text that took too long is not tried
 * again.
 */
class Memory {
  readonly #outcomes = new Map<string, Outcome>();
  #characters = 0;

  get(key: string): Outcome | undefined {
    const outcome = this.#outcomes.get(key);
    if (outcome === undefined) return undefined;
    this.#outcomes.delete(key);
    this.#outcomes.set(key, outcome);
    return outcome;
  }

  clear(): void {
    this.#outcomes.clear();
    this.#characters = 0;
  }

  put(key: string, outcome: Outcome): void {
    if (!this.#outcomes.has(key)) this.#characters += key.length;
    this.#outcomes.set(key, outcome);
    for (const oldest of this.#outcomes.keys()) {
      if (this.#outcomes.size <= remembered.entries && this.#characters <= remembered.characters) return;
      this.#outcomes.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}

function plain(why: PlainReason): { readonly kind: "plain"; readonly why: PlainReason } {
  return { kind: "plain", why };
}

/** Checks only the envelope: `#onMessage` checks the trees and runs in it. */
function isAnswer(value: unknown): value is RenderReply {
  if (typeof value !== "object" || value === null || !("kind" in value && "id" in value)) return false;
  switch (value.kind) {
    case "begun":
      return true;
    case "blocks":
      return "blocks" in value;
    case "runs":
      return "runs" in value;
    case "failed":
      return "why" in value && (value.why === "deep" || value.why === "language" || value.why === "error");
    default:
      return false;
  }
}
