import { signal } from "@preact/signals-core";
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { updateOn } from "../base/signals";
import type { Failure } from "../parser/protocol";
import type { SessionEvents } from "./events";

interface FailureHost extends ReactiveControllerHost {
  readonly loader: {
    readonly hasContent: boolean;
    readonly failed: Failure | undefined;
    readonly progress: { value: unknown };
    stop(why: Failure): void;
  };
  endConversations(): void;
  emit(name: "unspool-error", why: SessionEvents["unspool-error"]): void;
}

/**
 * Shows why reading ended. What was read stays on the screen: the failure replaces it only if nothing was read, or not
 * the requested files.
 */
export class FailureController implements ReactiveController {
  /** A failure that is shown beside the content that was read before it. */
  readonly partialFailure = signal<Failure | undefined>(undefined);
  readonly #host: FailureHost;
  #unreported: Failure | undefined; // until it is rendered

  constructor(host: FailureHost) {
    this.#host = host;
    host.addController(this);
    updateOn(host, this.partialFailure);
  }

  fail(why: Failure): void {
    const { loader } = this.#host;
    loader.progress.value = undefined;
    if (loader.hasContent && why.code !== "options") {
      this.partialFailure.value = why;
      this.#host.endConversations();
    } else loader.stop(why);
    this.#unreported = why;
    this.#host.requestUpdate();
  }

  /** Emits the error event once the failure is rendered. */
  hostUpdated(): void {
    const why = this.#unreported;
    this.#unreported = undefined;
    if (why !== undefined && (why === this.partialFailure.value || why === this.#host.loader.failed))
      this.#host.emit("unspool-error", why);
  }
}
