declare module "unspool:kept" {
  /** Whether the app is kept for visits without a network; only the page of the app may ask. */
  export const keeps: boolean;
}

declare module "unspool:files" {
  /** Tells apart what two builds keep. */
  export const version: string;
  /** What has to be kept, relative to the page; empty if nothing is. */
  export const needed: readonly string[];
  /** What the page can do without: it is kept last, one after the other. */
  export const optional: readonly string[];
  /** Those of the first that the page itself names. */
  export const linked: readonly string[];
}

/**
 * As much of a service worker's world as ours needs; the library of all of it cannot be mixed with that of the page.
 */
interface ServiceWorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
}

interface ExtendableEvent extends Event {
  waitUntil(until: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
