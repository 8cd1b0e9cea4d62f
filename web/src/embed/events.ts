import type { SessionEvents } from "../element/session";

/** The events of the element, by their names. They bubble, and leave the trees that the element stands in. */
export type EmbeddedEvents = {
  readonly [K in "unspool-ready" | "unspool-progress" | "unspool-error" | "unspool-select"]: CustomEvent<SessionEvents[K]>;
};

/** What TypeScript is to know of listening to the element. */
export interface Listened {
  addEventListener<K extends keyof EmbeddedEvents>(type: K, listener: (event: EmbeddedEvents[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener<K extends keyof HTMLElementEventMap>(type: K, listener: (event: HTMLElementEventMap[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<K extends keyof EmbeddedEvents>(type: K, listener: (event: EmbeddedEvents[K]) => void, options?: boolean | EventListenerOptions): void;
  removeEventListener<K extends keyof HTMLElementEventMap>(type: K, listener: (event: HTMLElementEventMap[K]) => void, options?: boolean | EventListenerOptions): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}
