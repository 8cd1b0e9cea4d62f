import { type Answer, type Id, type Message, readMessage, version } from "./protocol";

/** Messages are handled one after the other, so many can wait. */
const MAX_WAITING = 100;

/** A message that is known to come from the parent page. */
export type ParentMessage = Exclude<Message, { readonly kind: "other" }>;

/**
 * The channel to the parent page and nobody else: only its messages are accepted, and replies go to the origin of its
 * first one.
 */
export class Channel {
  readonly #here: Window;
  #origin: string | undefined;

  constructor(here: Window) {
    this.#here = here;
  }

  /** Whether there is a parent page. */
  get hasParent(): boolean {
    return this.#here.parent !== this.#here;
  }

  /** The origin of the parent page; undefined until it has sent a message. */
  get origin(): string | undefined {
    return this.#origin;
  }

  /** Starts listening and announces that. Only the announcement goes to any origin. */
  open(onMessage: (message: ParentMessage) => void): void {
    if (!this.hasParent) return;
    this.#here.addEventListener("message", (event) => {
      if (event.source !== this.#here.parent || (this.#origin !== undefined && event.origin !== this.#origin)) return;
      const message = readMessage(event.data);
      if (message.kind === "other") return;
      this.#origin ??= event.origin;
      onMessage(message);
    });
    this.#post({ type: "hello", versions: [version] }, undefined, "*");
  }

  /** Sends a reply to a parent page that has sent a message. */
  send(answer: Answer, id?: Id): void {
    if (this.#origin === undefined) return;
    // A page with an opaque origin cannot be named; it can only be the parent.
    this.#post(answer, id, this.#origin === "null" ? "*" : this.#origin);
  }

  #post(answer: Answer, id: Id | undefined, to: string): void {
    this.#here.parent.postMessage({ unspool: version, ...(id === undefined ? {} : { id }), ...answer }, to);
  }
}

/** Runs asynchronous tasks one after the other. */
export class Queue<T> {
  /** Resolves each unfinished task early. */
  readonly #waiting = new Set<(instead: T) => void>();
  #last: Promise<void> = Promise.resolve();

  /** Runs a task after the others and resolves to its result; returns undefined if too many wait. */
  add(work: () => Promise<T>): Promise<T> | undefined {
    if (this.#waiting.size >= MAX_WAITING) return undefined;
    return new Promise((resolve, reject) => {
      this.#waiting.add(resolve);
      this.#last = this.#last.then(async () => {
        if (!this.#waiting.has(resolve)) return; // it was resolved early
        await work().then(resolve, reject);
        this.#waiting.delete(resolve);
      });
    });
  }

  /** Answers all unfinished tasks. Running ones may never end, and waiting ones are not started. */
  end(instead: T): void {
    for (const answer of this.#waiting) answer(instead);
    this.#waiting.clear();
  }
}
