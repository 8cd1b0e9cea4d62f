import { signal } from "@preact/signals-core";
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { updateOn } from "../base/signals";
import { failure, isUnreadable } from "../parser/failure";
import type { Failure } from "../parser/protocol";
import type { SessionEvents } from "./events";
import { unreadFiles } from "./failure-text";
import { strings } from "./strings";

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
  #missed: { readonly all: readonly Failure[]; readonly shown: Failure | undefined } = { all: [], shown: undefined };

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

  /** Removes what is shown of a load. */
  clear(): void {
    this.#missed = { all: [], shown: undefined };
    this.partialFailure.value = undefined;
  }

  /** Shows what a load missed (LoadResult), unless another failure is shown. */
  showMissed(all: readonly Failure[]): void {
    this.#missed = { all, shown: summaryOf(all) };
    this.partialFailure.value ??= this.#missed.shown;
  }

  /** Takes files that have been read meanwhile out of what is shown. */
  filesRead(paths: readonly string[]): void {
    const read = new Set(paths);
    const all = this.#missed.all.filter((one) => !isUnreadable(one) || !read.has(one.path));
    if (all.length === this.#missed.all.length) return;
    if (this.partialFailure.value === this.#missed.shown) this.partialFailure.value = undefined;
    this.showMissed(all);
  }

  /** Emits the error event once the failure is rendered. */
  hostUpdated(): void {
    const why = this.#unreported;
    this.#unreported = undefined;
    if (why !== undefined && (why === this.partialFailure.value || why === this.#host.loader.failed))
      this.#host.emit("unspool-error", why);
  }
}

/** Returns one failure for everything that was missed. */
function summaryOf(missed: readonly Failure[]): Failure | undefined {
  if (missed.length < 2) return missed[0];
  const unread = missed.filter(isUnreadable);
  const [first] = unread;
  if (first === undefined) return missed[0];
  const paths = unread.map(({ path }) => path);
  const prices = missed.filter((one) => !isUnreadable(one));
  return failure(
    "incomplete",
    [
      ...prices.map(({ path, detail }) => strings.ignoredPrices(path, detail)),
      unreadFiles(paths),
      ...(first.detail === "" ? [] : [strings.browserError(first.detail)]),
    ].join(". "),
  );
}
