import { type ReadonlySignal, effect } from "@preact/signals-core";
import type { ReactiveControllerHost } from "lit";

/** Requests an update of an element whenever one of these signals changes, until the returned function is called. */
export function updateOn(host: ReactiveControllerHost, ...signals: readonly ReadonlySignal<unknown>[]): () => void {
  return effect(() => {
    signals.forEach((signal) => signal.value);
    host.requestUpdate();
  });
}
