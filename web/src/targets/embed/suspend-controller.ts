import type { PropertyDeclarations, PropertyValues } from "lit";
import type { SessionEvents } from "../../session/events";
import type { Place } from "../../list/conversation-list";
import { UnspoolSession } from "../../viewer/viewer-element";
import type { FetchProgress, Loadable } from "../../session/sources/sources";
import { toFailure } from "../../parser/failure";
import type { Source } from "../../parser/protocol";
import { addressesIn } from "./addresses";
import { type Suspendable, parserBudget } from "./parser-budget";
import { fetchSeveral } from "./fetch-multiple";

/** So far beyond the edges of what is in sight a viewer begins to read, as a share of that. */
const AHEAD = "100% 0px";
/** So long a viewer that was taken out of its page keeps what it has read, in ms. */
const LINGERS = 1_000;

/**
 * How far a viewer is: with nothing to read, with an address that waits to be
 * opened, reading, with all of it read, with its parser let go after that, and
 * reading the same files once more.
 */
type Stage = "nothing" | "due" | "reading" | "read" | "asleep" | "waking";

/** Where a reader is. */
interface Whereabouts {
  readonly session: number | undefined; // undefined in the list of them
  readonly place: Place | undefined; // undefined at the top
}

/** Something else was loaded, or all of it let go, before there was an answer. */
interface Replaced {
  readonly code: "replaced";
  readonly detail: "";
  readonly path: "";
}

const replaced: Replaced = { code: "replaced", detail: "", path: "" };

/**
 * A viewer that reads when it comes near what is in sight, lets go of what it has read when others
 * need the room, and of all of it when it is taken out of its page. What it is asked meanwhile it
 * answers when it can.
 */
export abstract class LazySession extends UnspoolSession implements Suspendable {
  static override properties: PropertyDeclarations = {
    preload: { type: Boolean },
  };
  declare preload: boolean;

  /** Whether the reader has done something in here. */
  touched = false;
  protected stage: Stage = "nothing";
  /** To go back to. */
  protected where: Whereabouts | undefined;
  #connected: AbortSignal | undefined; // it is in the page, and follows nothing yet
  #begun = false; // something was read in here once
  #near = false;
  #isReadySent = false; // that it is ready
  #reading: Promise<unknown> = Promise.resolve(); // what was begun last; never rejects
  #asked = 0; // methods that have not answered yet
  #leaving: ReturnType<typeof setTimeout> | undefined;
  #nearness: IntersectionObserver | undefined;

  constructor() {
    super();
    this.preload = false;
    for (const event of ["pointerdown", "wheel", "keydown"]) {
      this.addEventListener(event, () => (this.touched = true), { passive: true });
    }
  }

  /** Reads files, bytes, or the text of a transcript; replaces what was read before. Resolves when all is read. */
  load(input: Loadable): Promise<void> {
    return this.answer(async () => {
      const read = this.read(input);
      const reading = this.#reading;
      if (await read) return;
      if (reading === this.#reading && this.screen.kind === "failed") throw this.screen.failure;
      throw replaced;
    });
  }

  override read(input: Loadable): Promise<boolean> {
    return this.begin(super.read(input));
  }

  override dispose(): void {
    super.dispose();
    parserBudget.delete(this);
    this.stage = "nothing";
    this.#reading = Promise.resolve();
  }

  // When it reads

  override connectedCallback(): void {
    super.connectedCallback();
    clearTimeout(this.#leaving);
    this.#nearness = new IntersectionObserver((entries) => this.#moved(entries.at(-1)?.isIntersecting === true), {
      rootMargin: AHEAD,
    });
    this.#nearness.observe(this);
    // What scrolls is at its start again when it was moved within the page.
    const where = this.where;
    if (where === undefined || this.stage === "asleep") return;
    this.where = undefined;
    void this.updateComplete.then(() => this.#goBack(where));
  }

  protected override left(): void {
    this.#nearness?.disconnect();
    this.#near = false;
    this.where ??= this.#whereabouts();
    this.#linger();
  }

  /** In no page, and with nothing asked of it, it lets go of what it has read. */
  #linger(): void {
    if (!this.isConnected && this.#asked === 0) this.#leaving = setTimeout(() => this.sleep(), LINGERS);
  }

  /** What is drawn in no page has no size, and comes to no rest: nothing may wait for that. */
  protected override list(): ReturnType<UnspoolSession["list"]> {
    return this.isConnected ? super.list() : undefined;
  }

  /** Nothing is followed, and no code for it loaded, before something is read. */
  protected override listen(signal: AbortSignal): void {
    if (this.#begun) super.listen(signal);
    else this.#connected = signal;
  }

  #moved(near: boolean): void {
    this.#near = near;
    if (!near) parserBudget.settle();
    else this.#start();
  }

  /** Begins what was put off. */
  #start(): void {
    if (this.stage === "asleep") this.#wake();
    else if (this.stage === "due") void this.open(this.src);
  }

  protected override srcChanged(): void {
    this.dispose();
    this.where = undefined;
    if (addressesIn(this.src).length === 0) return;
    this.stage = "due";
    if (this.#near || this.preload) this.#start();
  }

  protected override async open(address: string): Promise<void> {
    void this.prepare(); // side by side with the transcript
    await this.begin(super.open(address));
  }

  protected override fetchSources(
    address: string,
    signal: AbortSignal,
    onProgress: (arrived: FetchProgress) => void,
  ): Promise<readonly Source[]> {
    const addresses = addressesIn(address);
    if (addresses.length === 1) return super.fetchSources(address.trim(), signal, onProgress);
    return fetchSeveral(addresses, this.files, signal, onProgress);
  }

  /** Something is read from now on. */
  protected begin<T>(reading: Promise<T>): Promise<T> {
    this.stage = "reading";
    this.#isReadySent = false;
    this.where = undefined;
    this.#begun = true;
    if (this.#connected?.aborted === false) super.listen(this.#connected);
    this.#connected = undefined;
    parserBudget.add(this);
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  /**
   * Answers the page, of what it has set until now, and wherever it keeps the element; rejects with an Error that is a
   * Failure, too.
   */
  protected async answer<T>(ask: () => Promise<T>): Promise<T> {
    this.#asked++;
    clearTimeout(this.#leaving);
    try {
      this.enableUpdating(true); // else nothing is drawn before it is put into a page
      this.performUpdate();
      return await ask();
    } catch (error) {
      const why = error === replaced ? replaced : toFailure(error, "crashed");
      throw Object.assign(new Error(why.detail || why.code), why);
    } finally {
      this.#asked--;
      this.#linger();
    }
  }

  /** Asks when all is read, for which it is begun if need be. */
  protected async ofAll<T>(ask: () => Promise<T>): Promise<T> {
    let reading;
    do {
      this.#start();
      reading = this.#reading;
      await reading;
    } while (reading !== this.#reading);
    if (this.screen.kind === "failed") throw this.screen.failure;
    const { api } = this;
    try {
      return await ask();
    } catch (error) {
      throw api === this.api ? error : replaced;
    }
  }

  // Sleeping

  get idle(): boolean {
    return (
      !this.#near &&
      this.stage === "read" &&
      this.#asked === 0 &&
      !this.sources.some(({ blob }) => blob instanceof File)
    );
  }

  /**
   * Lets go of the parser and of all that is drawn. It reads the same files once more when it comes near what is in
   * sight.
   */
  sleep(): void {
    parserBudget.delete(this);
    const { kind } = this.screen;
    if (kind === "empty" || kind === "failed") return;
    const where = this.where ?? this.#whereabouts();
    const read = this.sources.length > 0;
    this.suspend();
    this.stage = read ? "asleep" : "due";
    this.where = where;
  }

  #wake(): void {
    const where = this.where;
    const isReadySent = this.#isReadySent;
    const reading = this.read(this.sources);
    if (isReadySent) this.stage = "waking";
    this.#isReadySent = isReadySent;
    const woken = async (): Promise<void> => {
      try {
        if ((await reading) && where !== undefined) await this.#goBack(where);
      } finally {
        if (this.stage === "waking") this.stage = "read";
        this.requestUpdate();
      }
    };
    this.#reading = woken().catch(() => undefined); // what went wrong is shown
  }

  #whereabouts(): Whereabouts | undefined {
    if (this.screen.kind === "chooser") return { session: undefined, place: undefined };
    return this.screen.kind === "reading" ? { session: this.screen.session, place: super.list()?.place } : undefined;
  }

  async #goBack(where: Whereabouts): Promise<void> {
    const { session, place } = where;
    if (this.screen.kind === "reading" ? this.screen.session !== session : session !== undefined) this.present(session);
    await this.updateComplete;
    if (!this.isConnected) this.where = where;
    const conversation = this.shown()?.conversation;
    if (place === undefined || conversation === undefined) return;
    const known = conversation.indexOf(place.name);
    const { api, session: shown } = conversation;
    const find = (): Promise<number | null> => api.query("find", { session: shown, address: place.name });
    const index = known >= 0 ? known : await conversation.place(find());
    if (index !== null && this.shown()?.conversation === conversation)
      await this.list()?.restoreScroll(index, place.within);
  }

  // What it has read

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has("preload") && this.preload) this.#start();
  }

  /** More was read, or all of it. */
  protected abstract arrived(all: boolean): void;

  protected override emit<K extends keyof SessionEvents>(name: K, detail: SessionEvents[K]): void {
    const all = name === "unspool-ready";
    if (all) {
      if (this.stage === "reading") this.stage = "read";
      this.requestUpdate();
      parserBudget.settle();
    }
    if (all || name === "unspool-progress") this.arrived(all);
    // What was told once is not told again when it wakes.
    if (this.stage !== "waking" || name === "unspool-error") super.emit(name, detail);
    if (all) this.#isReadySent = true;
  }
}
