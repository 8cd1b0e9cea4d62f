import { type ReadonlySignal, effect, untracked } from "@preact/signals-core";
import type { ReactiveControllerHost } from "lit";

/** Requests an update of an element whenever one of these signals changes, until the returned function is called. */
export function updateOn(host: ReactiveControllerHost, ...signals: readonly ReadonlySignal<unknown>[]): () => void {
  return effect(() => {
    signals.forEach((signal) => signal.value);
    host.requestUpdate();
  });
}

type Signals = ReadonlySignal<unknown> | readonly ReadonlySignal<unknown>[];

/** Calls back whenever one of these signals changes from now on, until the returned function is called. */
export function onChange(signals: Signals, callback: () => void): () => void {
  let isFirst = true;
  return effect(() => {
    [signals].flat().forEach((signal) => signal.value);
    if (isFirst) isFirst = false;
    else untracked(callback);
  });
}
