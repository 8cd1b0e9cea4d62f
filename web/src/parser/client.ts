import { type Remote, proxy, releaseProxy, transfer, wrap } from "comlink";
import type { Assets } from "./assets";
import { compileOnce } from "./wasm/compile";
import { failure, isFailure, reason } from "./failure";
import type { WorkerApi } from "./worker/parser-worker";
import { type Failure, type ParserApi, parserOf } from "./protocol";
import { SessionList } from "./worker/session-list";
import { WorkerTransport } from "./worker-transport";
import { reasons } from "./strings";
import { settled } from "../base/report-error";

/** A parser, in a worker or in the page. */
export interface ParserHandle {
  readonly api: ParserApi;
  /** Settles when the parser has stopped: with the reason, or with undefined after `terminate`. */
  readonly stopped: Promise<Failure | undefined>;
  /** Stops the parser; pending requests reject. */
  terminate(): void;
}

/** Creates a parser. Tests can supply their own. */
export type ParserFactory = (assets: Assets) => ParserHandle;

const PING_EVERY = 500; // a worker that was killed is reported after two failed probes: 0.5 to 1 s
const SUSPENDED_AFTER = 2_000; // after a longer time between two pings, the page itself was suspended
const MAX_SILENCE = 20_000; // a silent worker is stuck; busy machines paused some for 10 s
const MAX_START_TIME = 60_000; // its script may take long to download

/** Reads a blob for a worker that cannot. */
async function readBytes(blob: Blob): Promise<ArrayBuffer> {
  const bytes = await blob.arrayBuffer();
  return transfer(bytes, [bytes]);
}

/** Starts a parser in a worker, or in the page if the page refuses workers. */
export function createParser(assets: Assets): ParserHandle {
  const client = new ParserClient(assets);
  return { api: client.api, stopped: client.stopped, terminate: () => client.stop(undefined) };
}

/**
 * Sends requests to the worker and detects its end: a worker that was killed sends nothing, so it is probed while a
 * reply is pending. It is also pinged: one that is stuck has not ended.
 */
class ParserClient {
  readonly #transport: WorkerTransport;
  readonly #remote: Remote<WorkerApi>;
  readonly #sessions = new SessionList();
  readonly #pendingRejects = new Set<(why: Failure) => void>();
  readonly stopped: Promise<Failure | undefined>;
  #stopReason: Failure | undefined;
  #resolveStopped: (why: Failure | undefined) => void = () => undefined;
  #lastReplyAt = 0;
  #pingTimer: ReturnType<typeof setInterval> | undefined;

  /** Forwards each call to the worker. */
  readonly api = parserOf(
    (name, args) => this.#ask(() => (this.#remote[name] as (...args: readonly unknown[]) => Promise<unknown>)(...args)),
    {
      load: (sources, onProgress) => {
        const relay: typeof onProgress = (progress, first) => {
          this.#lastReplyAt = performance.now();
          if (this.#stopReason === undefined) onProgress(progress, first);
        };
        return this.#ask(async () => this.#sessions.complete(await this.#remote.load(sources, proxy(relay))));
      },
      sessions: () => this.#ask(async () => this.#sessions.update(await this.#remote.sessions())),
    },
  );

  constructor({ parserWorker, wasm }: Assets) {
    const runner = new WorkerTransport(parserWorker);
    this.stopped = new Promise((resolve) => (this.#resolveStopped = resolve));
    this.#transport = runner;
    this.#remote = wrap<WorkerApi>(runner);
    runner.addEventListener("error", (event) => {
      // If this happens before it runs, the script cannot be loaded at all, neither by a worker nor by the page.
      this.stop(
        failure(
          "worker",
          (event instanceof ErrorEvent && event.message) || reasons.noScript,
          runner.begun ? "" : parserWorker,
        ),
      );
    });
    runner.addEventListener("messageerror", () => this.stop(failure("worker", reasons.noMessage)));
    // A page that must not compile code can have a worker that may. The worker reports the reason if it cannot either.
    const begin = (module: WebAssembly.Module | string): void => {
      if (this.#stopReason === undefined) void this.#remote.begin(module, proxy(readBytes));
    };
    void settled(compileOnce(wasm)).then((module = wasm) => begin(module));
  }

  /** Stops the worker, with a reason or because it is no longer needed. */
  stop(why: Failure | undefined): void {
    if (this.#stopReason !== undefined) return;
    this.#stopReason = why ?? failure("worker", reasons.closed);
    this.#resolveStopped(why);
    clearInterval(this.#pingTimer);
    this.#remote[releaseProxy]();
    this.#transport.terminate();
    for (const reject of this.#pendingRejects) reject(this.#stopReason);
    this.#pendingRejects.clear();
  }

  #ask<T>(send: () => Promise<T>): Promise<T> {
    if (this.#stopReason !== undefined) return Promise.reject(this.#stopReason);
    return new Promise<T>((resolve, reject) => {
      const settle = (finish: () => void): void => {
        this.#pendingRejects.delete(reject);
        this.#lastReplyAt = performance.now();
        if (this.#pendingRejects.size === 0) this.#suspend();
        finish();
      };
      this.#pendingRejects.add(reject);
      this.#startWatch();
      send().then(
        (answer) => settle(() => resolve(answer)),
        (error: unknown) => {
          settle(() => reject(error));
          if (isFailure(error) && (error.code === "crashed" || error.code === "wasm")) this.stop(error);
        },
      );
    });
  }

  #startWatch(): void {
    if (this.#pingTimer !== undefined) return;
    this.#lastReplyAt = performance.now();
    let lastTick = this.#lastReplyAt;
    let failures = 0; // of probes since the last reply: one can be an accident
    this.#pingTimer = setInterval(() => {
      const now = performance.now();
      // A page that was suspended itself must not blame the worker.
      const wasSuspended = now - lastTick > SUSPENDED_AFTER;
      lastTick = now;
      if (wasSuspended) this.#lastReplyAt = now;
      const { begun } = this.#transport;
      if (now - this.#lastReplyAt > (begun ? MAX_SILENCE : MAX_START_TIME)) {
        this.stop(failure("worker", begun ? reasons.silent : reasons.notStarted));
        return;
      }
      this.#transport.probe(() => {
        if (++failures > 1) this.stop(failure("worker", reasons.ended));
      });
      this.#remote.ping().then(
        () => {
          failures = 0;
          this.#lastReplyAt = performance.now();
        },
        (error: unknown) => this.stop(failure("worker", reason(error))),
      );
    }, PING_EVERY);
  }

  #suspend(): void {
    clearInterval(this.#pingTimer);
    this.#pingTimer = undefined;
  }
}
