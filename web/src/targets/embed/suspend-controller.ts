import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { ListElement, RowPlace } from "../../list/conversation-list";
import type { RowContext } from "../../rows/context";
import type { SessionLoader } from "../../session/session-loader";
import { settled } from "../../base/report-error";
import { reportedFailure } from "../../parser/parser-gone";
import { addressesIn } from "./addresses";
import { type Suspendable, parserBudget } from "./parser-budget";

/** So far beyond the edges of what is in sight a viewer begins to read, as a share of that. */
const AHEAD = "100% 0px";
/** So long a viewer that was taken out of its page keeps what it has read, in ms. */
const LINGERS = 1_000;

/**
 * How far a viewer is: with nothing to read, with an address that waits to be
 * opened, reading, with all of it read, with its parser let go after that, and
 * reading the same files once more.
 */
type LazyStage = "nothing" | "due" | "reading" | "read" | "asleep" | "waking";

/** Where a reader is. */
interface Whereabouts {
  readonly session: number | undefined; // undefined in the list of them
  readonly place: RowPlace | undefined; // undefined at the top
}

/** Something else was loaded, or all of it let go, before there was an answer. */
interface Replaced {
  readonly code: "replaced";
  readonly detail: "";
  readonly path: "";
}

export const replaced: Replaced = { code: "replaced", detail: "", path: "" };

/** The element that is suspended. */
export interface SuspendHost extends ReactiveControllerHost, Element {
  readonly loader: SessionLoader<RowContext>;
  readonly src: string;
  readonly preload: boolean;
  readonly place: RowPlace | undefined;
  present(session: number | undefined): void;
  list(): ListElement | undefined;
  /** Keeps the room that the element takes while it is asleep. */
  reserve(): void;
  dispose(): void;
}

/**
 * Has an element read when it comes near what is in sight, let go of what it has read when others need the room, and
 * of all of it when it is taken out of its page. What the element is asked meanwhile is answered when it can be.
 */
export class SuspendController implements ReactiveController, Suspendable {
  /** Whether the reader has done something in the element. */
  touched = false;
  /** Where to go back to. */
  where: Whereabouts | undefined;
  #stage: LazyStage = "nothing";
  readonly #host: SuspendHost;
  #near = false;
  #isReadySent = false;
  #reading: Promise<unknown> = Promise.resolve(); // what was begun last; never rejects
  #pending = 0; // methods that have not answered yet
  #leaving: ReturnType<typeof setTimeout> | undefined;
  #nearness: IntersectionObserver | undefined;

  constructor(host: SuspendHost) {
    this.#host = host;
    host.addController(this);
    for (const event of ["pointerdown", "wheel", "keydown"]) {
      host.addEventListener(event, () => (this.touched = true), { passive: true });
    }
  }

  get stage(): LazyStage {
    return this.#stage;
  }

  /** What was begun last; never rejects. */
  get reading(): Promise<unknown> {
    return this.#reading;
  }

  /** Forgets what was read. */
  reset(): void {
    parserBudget.delete(this);
    this.#stage = "nothing";
    this.#reading = Promise.resolve();
  }

  // When it reads

  hostConnected(): void {
    clearTimeout(this.#leaving);
    this.#nearness = new IntersectionObserver((entries) => this.#moved(entries.at(-1)?.isIntersecting === true), {
      rootMargin: AHEAD,
    });
    this.#nearness.observe(this.#host);
    // What scrolls is at its start again when it was moved within the page.
    const { where } = this;
    if (where === undefined || this.#stage === "asleep") return;
    this.where = undefined;
    void this.#host.updateComplete.then(() => this.#goBack(where));
  }

  hostDisconnected(): void {
    this.#nearness?.disconnect();
    this.#near = false;
    this.where ??= this.#whereabouts();
    this.#linger();
  }

  /** In no page, and with nothing asked of it, it lets go of what it has read. */
  #linger(): void {
    if (!this.#host.isConnected && this.#pending === 0) this.#leaving = setTimeout(() => this.sleep(), LINGERS);
  }

  #moved(near: boolean): void {
    this.#near = near;
    if (!near) parserBudget.settle();
    else this.start();
  }

  /** Begins what was put off. */
  start(): void {
    const { loader, src } = this.#host;
    if (this.#stage === "asleep") this.#wake();
    else if (this.#stage === "due") void loader.open(src);
  }

  /** Another address is set. */
  srcChanged(): void {
    this.#host.dispose();
    this.where = undefined;
    if (addressesIn(this.#host.src).length === 0) return;
    this.#stage = "due";
    if (this.#near || this.#host.preload) this.start();
  }

  /** Something is read from now on. */
  begin(reading: Promise<unknown>): void {
    this.#stage = "reading";
    this.#isReadySent = false;
    this.where = undefined;
    parserBudget.add(this);
    this.#reading = settled(reading);
  }

  /** All is read. */
  end(): void {
    if (this.#stage === "reading") this.#stage = "read";
    this.#isReadySent = true;
    this.#host.requestUpdate();
    parserBudget.settle();
  }

  /** Answers a question, and lets go of nothing before; rejects with an Error that is a Failure, too. */
  async answer<T>(ask: () => Promise<T>): Promise<T> {
    this.#pending++;
    clearTimeout(this.#leaving);
    try {
      return await ask();
    } catch (error) {
      const why = error === replaced ? replaced : reportedFailure(error, "crashed");
      throw Object.assign(new Error(why.detail || why.code), why);
    } finally {
      this.#pending--;
      this.#linger();
    }
  }

  /** Asks when all is read, for which it is begun if need be. */
  async ofAll<T>(ask: () => Promise<T>): Promise<T> {
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

  // Sleeping

  get idle(): boolean {
    return (
      !this.#near &&
      this.#stage === "read" &&
      this.#pending === 0 &&
      !this.#host.loader.sources.some(({ blob }) => blob instanceof File)
    );
  }

  /**
   * Lets go of the parser and of all that is drawn. The same files are read once more when the element comes near what
   * is in sight.
   */
  sleep(): void {
    parserBudget.delete(this);
    const { loader } = this.#host;
    const { kind } = loader.screen.value;
    if (kind === "empty" || kind === "failed") return;
    const where = this.where ?? this.#whereabouts();
    const { sources } = loader;
    this.#host.reserve();
    this.#host.dispose();
    loader.sources = sources;
    this.#stage = sources.length > 0 ? "asleep" : "due";
    this.where = where;
  }

  #wake(): void {
    const { where } = this;
    const isReadySent = this.#isReadySent;
    const reading = this.#host.loader.read(this.#host.loader.sources);
    if (isReadySent) this.#stage = "waking";
    this.#isReadySent = isReadySent;
    const woken = async (): Promise<void> => {
      try {
        if ((await reading) && where !== undefined) await this.#goBack(where);
      } finally {
        if (this.#stage === "waking") this.#stage = "read";
        this.#host.requestUpdate();
      }
    };
    this.#reading = settled(woken()); // what went wrong is shown
  }

  #whereabouts(): Whereabouts | undefined {
    const { screen, session } = this.#host.loader;
    if (screen.value.kind === "chooser") return { session: undefined, place: undefined };
    return session === undefined ? undefined : { session, place: this.#host.place };
  }

  async #goBack(where: Whereabouts): Promise<void> {
    const { place } = where;
    const { loader } = this.#host;
    if (loader.session !== where.session) this.#host.present(where.session);
    await this.#host.updateComplete;
    if (!this.#host.isConnected) this.where = where;
    const context = loader.shown;
    if (place === undefined || context === undefined) return;
    const { conversation } = context;
    const { api, session } = conversation;
    const known = conversation.indexOf(place.name);
    const index = known >= 0 ? known : await conversation.place(api.query("find", { session, address: place.name }));
    if (index !== null && loader.shown === context) await this.#host.list()?.restoreScroll(index, place.within);
  }
}
