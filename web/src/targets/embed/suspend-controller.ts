import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { ListElement, ScrollPosition } from "../../list/conversation-list";
import type { RowContext } from "../../rows/context";
import type { SessionLoader } from "../../session/session-loader";
import { settled } from "../../base/report-error";
import { reportedFailure } from "../../parser/parser-loss";
import { urlsIn } from "./fetch-multiple";
import { type Suspendable, parserBudget } from "./parser-budget";

/** The distance from the viewport at which an element starts reading, as a share of the viewport. */
const AHEAD = "100% 0px";
/** How long a disconnected element keeps what it has read, in ms. */
const RELEASE_DELAY = 1_000;

/**
 * The stage of an element: nothing to read, an address to open later, reading, everything read, suspended without a
 * parser, or reading the same files again after that.
 */
type LazyStage = "nothing" | "due" | "reading" | "read" | "suspended" | "resuming";

/** A user's position. */
interface ViewerPosition {
  readonly session: number | undefined; // undefined in the list of sessions
  readonly scrollPosition: ScrollPosition | undefined; // undefined at the top
}

/** The failure of a call if something else was loaded, or everything released, before it was done. */
interface Replaced {
  readonly code: "replaced";
  readonly detail: "";
  readonly path: "";
}

export const replaced: Replaced = { code: "replaced", detail: "", path: "" };

/** Reports whether a call was rejected because something else was loaded, which is no failure. */
export function isReplaced(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === replaced.code;
}

/** The element that is suspended. */
export interface SuspendHost extends ReactiveControllerHost, Element {
  readonly loader: SessionLoader<RowContext>;
  readonly src: string;
  readonly preload: boolean;
  readonly scrollPosition: ScrollPosition | undefined;
  present(session: number | undefined): void;
  list(): ListElement | undefined;
  /** Reserves the element's current height while it is suspended. */
  reserve(): void;
  dispose(): void;
}

/**
 * Lets an element read when it comes near the viewport, release its parser when others need the memory, and release
 * everything after it is disconnected. Calls in the meantime are completed as soon as possible.
 */
export class SuspendController implements ReactiveController, Suspendable {
  /** Whether the user has interacted with the element. */
  hasInteraction = false;
  /** The position to return to. */
  position: ViewerPosition | undefined;
  #stage: LazyStage = "nothing";
  readonly #host: SuspendHost;
  #near = false;
  #isReadySent = false;
  #reading: Promise<unknown> = Promise.resolve(); // the last load; never rejects
  #pending = 0; // calls that are still pending
  #releaseTimer: ReturnType<typeof setTimeout> | undefined;
  #nearness: IntersectionObserver | undefined;

  constructor(host: SuspendHost) {
    this.#host = host;
    host.addController(this);
    for (const event of ["pointerdown", "wheel", "keydown"]) {
      host.addEventListener(event, () => (this.hasInteraction = true), { passive: true });
    }
  }

  get stage(): LazyStage {
    return this.#stage;
  }

  /** The last load; never rejects. */
  get reading(): Promise<unknown> {
    return this.#reading;
  }

  /** Forgets what was read. */
  reset(): void {
    parserBudget.delete(this);
    this.#stage = "nothing";
    this.#reading = Promise.resolve();
  }

  // Reading

  hostConnected(): void {
    clearTimeout(this.#releaseTimer);
    this.#nearness = new IntersectionObserver((entries) => this.#moved(entries.at(-1)?.isIntersecting === true), {
      rootMargin: AHEAD,
    });
    this.#nearness.observe(this.#host);
    // Moving an element within the page resets its scroll offsets.
    const { position } = this;
    if (position === undefined || this.#stage === "suspended") return;
    this.position = undefined;
    void this.#host.updateComplete.then(() => this.#goBack(position));
  }

  hostDisconnected(): void {
    this.#nearness?.disconnect();
    this.#near = false;
    this.position ??= this.#currentPosition();
    this.#scheduleRelease();
  }

  /** Releases what was read if the element stays disconnected and no call is pending. */
  #scheduleRelease(): void {
    if (!this.#host.isConnected && this.#pending === 0)
      this.#releaseTimer = setTimeout(() => this.suspend(), RELEASE_DELAY);
  }

  #moved(near: boolean): void {
    this.#near = near;
    if (!near) parserBudget.settle();
    else this.start();
  }

  /** Starts a postponed load. */
  start(): void {
    const { loader, src } = this.#host;
    if (this.#stage === "suspended") this.#resume();
    else if (this.#stage === "due") void loader.open(src);
  }

  srcChanged(): void {
    this.#host.dispose();
    this.position = undefined;
    if (urlsIn(this.#host.src).length === 0) return;
    this.#stage = "due";
    if (this.#near || this.#host.preload) this.start();
  }

  /** Called at the start of a load. */
  begin(reading: Promise<unknown>): void {
    this.#stage = "reading";
    this.#isReadySent = false;
    this.position = undefined;
    parserBudget.add(this);
    this.#reading = settled(reading);
  }

  /** Called at the end of a load. */
  end(): void {
    if (this.#stage === "reading") this.#stage = "read";
    this.#isReadySent = true;
    this.#host.requestUpdate();
    parserBudget.settle();
  }

  /** Answers a call, and prevents suspension until then. Rejects with an Error that is also a Failure. */
  async answer<T>(ask: () => Promise<T>): Promise<T> {
    this.#pending++;
    clearTimeout(this.#releaseTimer);
    try {
      return await ask();
    } catch (error) {
      const why = error === replaced ? replaced : reportedFailure(error, "crashed");
      throw Object.assign(new Error(why.detail || why.code), why);
    } finally {
      this.#pending--;
      this.#scheduleRelease();
    }
  }

  /** Answers a call when everything is read, and starts reading if necessary. */
  async whenRead<T>(ask: () => Promise<T>): Promise<T> {
    let reading;
    do {
      this.start();
      reading = this.#reading;
      await reading;
    } while (reading !== this.#reading);
    const { loader } = this.#host;
    if (loader.failed !== undefined) throw loader.failed;
    const { api } = loader;
    try {
      return await ask();
    } catch (error) {
      throw api === loader.api ? error : replaced;
    }
  }

  // Suspension

  get idle(): boolean {
    return (
      !this.#near &&
      this.#stage === "read" &&
      this.#pending === 0 &&
      !this.#host.loader.sources.some(({ blob }) => blob.lastModified !== undefined)
    );
  }

  /**
   * Releases the parser and everything that is rendered. The same files are read again when the element comes near the
   * viewport.
   */
  suspend(): void {
    parserBudget.delete(this);
    const { loader } = this.#host;
    const { kind } = loader.screen.value;
    if (kind === "empty" || kind === "failed") return;
    const position = this.position ?? this.#currentPosition();
    const { sources } = loader;
    this.#host.reserve();
    this.#host.dispose();
    loader.sources = sources;
    this.#stage = sources.length > 0 ? "suspended" : "due";
    this.position = position;
  }

  #resume(): void {
    const { position } = this;
    const isReadySent = this.#isReadySent;
    const reading = this.#host.loader.read(this.#host.loader.sources);
    if (isReadySent) this.#stage = "resuming";
    this.#isReadySent = isReadySent;
    const resumed = async (): Promise<void> => {
      try {
        if ((await reading) && position !== undefined) await this.#goBack(position);
      } finally {
        if (this.#stage === "resuming") this.#stage = "read";
        this.#host.requestUpdate();
      }
    };
    this.#reading = settled(resumed()); // failures are shown
  }

  #currentPosition(): ViewerPosition | undefined {
    const { screen, session } = this.#host.loader;
    if (screen.value.kind === "chooser") return { session: undefined, scrollPosition: undefined };
    return session === undefined ? undefined : { session, scrollPosition: this.#host.scrollPosition };
  }

  async #goBack(position: ViewerPosition): Promise<void> {
    const { scrollPosition } = position;
    const { loader } = this.#host;
    if (loader.session !== position.session) this.#host.present(position.session);
    await this.#host.updateComplete;
    if (!this.#host.isConnected) this.position = position;
    const context = loader.shown;
    if (scrollPosition === undefined || context === undefined) return;
    const { conversation } = context;
    const { api, session } = conversation;
    const known = conversation.indexOf(scrollPosition.name);
    const index =
      known >= 0
        ? known
        : await conversation.resolveIndex(api.query("find", { session, address: scrollPosition.name }));
    if (index !== null && loader.shown === context)
      await this.#host.list()?.restoreScroll(index, scrollPosition.offset);
  }
}
