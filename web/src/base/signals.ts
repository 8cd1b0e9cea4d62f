import { type ReadonlySignal, effect, untracked } from "@preact/signals-core";
import type { ReactiveController, ReactiveControllerHost, ReactiveElement } from "lit";

/** Requests an update of an element whenever one of these signals changes, until the returned function is called. */
export function updateOn(host: ReactiveControllerHost, ...signals: readonly ReadonlySignal<unknown>[]): () => void {
  return effect(() => {
    signals.forEach((signal) => signal.value);
    host.requestUpdate();
  });
}

type Signals = ReadonlySignal<unknown> | readonly ReadonlySignal<unknown>[];

/**
 * Calls back whenever one of these signals changes from now on, until the returned function is called or the owner of
 * the subscription ends, which aborts `end`.
 */
export function onChange(signals: Signals, callback: () => void, end?: AbortSignal): () => void {
  let isFirst = true;
  const stop = effect(() => {
    [signals].flat().forEach((signal) => signal.value);
    if (isFirst) isFirst = false;
    else untracked(callback);
  });
  if (end?.aborted === true) stop();
  else end?.addEventListener("abort", stop, { once: true });
  return stop;
}

/** The parts of an element that a SubscriptionController uses. */
type SubscriptionHost = Pick<ReactiveElement, "addController" | "hasUpdated" | "isConnected" | "requestUpdate">;

/**
 * Subscribes an element to the signals of the object that it shows: while the element is connected, and again when it
 * shows another object. An element that is updated while it is disconnected does not subscribe.
 */
export class SubscriptionController<T extends object> implements ReactiveController {
  readonly #host: SubscriptionHost;
  readonly #shown: () => T | undefined;
  readonly #subscribe: (shown: T) => readonly (() => void)[];
  #current: T | undefined;
  #unsubscribe: readonly (() => void)[] = [];

  /** `subscribe` returns functions that unsubscribe. */
  constructor(host: SubscriptionHost, shown: () => T | undefined, subscribe: (shown: T) => readonly (() => void)[]) {
    this.#host = host;
    this.#shown = shown;
    this.#subscribe = subscribe;
    host.addController(this);
  }

  /** The first update subscribes, once the element has its properties. */
  hostConnected(): void {
    if (!this.#host.hasUpdated) return;
    this.#follow();
    this.#host.requestUpdate(); // signals may have changed meanwhile
  }

  hostUpdate(): void {
    if (this.#host.isConnected) this.#follow();
  }

  hostDisconnected(): void {
    this.#stop();
  }

  #follow(): void {
    const shown = this.#shown();
    if (shown === this.#current) return;
    this.#stop();
    this.#current = shown;
    if (shown !== undefined) this.#unsubscribe = this.#subscribe(shown);
  }

  #stop(): void {
    for (const stop of this.#unsubscribe) stop();
    this.#unsubscribe = [];
    this.#current = undefined;
  }
}
