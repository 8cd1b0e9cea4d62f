import { type Answer, type Id, type Message, readMessage, version } from "./protocol";

/** Messages are worked off one after the other, so many can wait. */
const MAX_WAITING = 100;

/** What the page around asks for, once it is known to come from there. */
export type Asked = Exclude<Message, { readonly kind: "other" }>;

/**
 * The way to the page around this one, and to nobody else: only its messages
 * are heard, and answers go to the origin that its first one came from.
 */
export class Channel {
  readonly #here: Window;
  #origin: string | undefined;

  constructor(here: Window) {
    this.#here = here;
  }

  /** Whether there is a page around. */
  get framed(): boolean {
    return this.#here.parent !== this.#here;
  }

  /** Of the page around; undefined until it has said something. */
  get origin(): string | undefined {
    return this.#origin;
  }

  /** Listens, and says that it does; that alone goes to whoever is there. */
  open(onAsked: (asked: Asked) => void): void {
    if (!this.framed) return;
    this.#here.addEventListener("message", (event) => {
      if (event.source !== this.#here.parent || (this.#origin !== undefined && event.origin !== this.#origin)) return;
      const message = readMessage(event.data);
      if (message.kind === "other") return;
      this.#origin ??= event.origin;
      onAsked(message);
    });
    this.#post({ type: "hello", versions: [version] }, undefined, "*");
  }

  /** Says something, to a page that has been heard. */
  send(answer: Answer, id?: Id): void {
    if (this.#origin === undefined) return;
    // A page without an origin of its own cannot be named; it is the only one that stands around this one.
    this.#post(answer, id, this.#origin === "null" ? "*" : this.#origin);
  }

  #post(answer: Answer, id: Id | undefined, to: string): void {
    this.#here.parent.postMessage({ unspool: version, ...(id === undefined ? {} : { id }), ...answer }, to);
  }
}

/** Works that take time, one after the other. */
export class Queue<T> {
  /** For each work that is not done yet what answers for it. */
  readonly #waiting = new Set<(instead: T) => void>();
  #last: Promise<void> = Promise.resolve();

  /** Resolves to what the work does, or rejects with what it fails with; undefined if too many wait. */
  add(work: () => Promise<T>): Promise<T> | undefined {
    if (this.#waiting.size >= MAX_WAITING) return undefined;
    return new Promise((resolve, reject) => {
      this.#waiting.add(resolve);
      this.#last = this.#last.then(async () => {
        if (!this.#waiting.has(resolve)) return; // it was answered
        await work().then(resolve, reject);
        this.#waiting.delete(resolve);
      });
    });
  }

  /** Answers all that wait. What was begun may never end, and what was not is not begun. */
  end(instead: T): void {
    for (const answer of this.#waiting) answer(instead);
    this.#waiting.clear();
  }
}
