declare module "unspool:kept" {
  /** Whether the app is stored for visits without a network; only the page of the app may register the worker. */
  export const keeps: boolean;
}

declare module "unspool:files" {
  /** Distinguishes the caches of two builds. */
  export const version: string;
  /** The files to store, relative to the page; empty if there are none. */
  export const needed: readonly string[];
  /** Optional files, which are stored last, one after the other. */
  export const optional: readonly string[];
  /** Files that are stored when they are used. */
  export const used: readonly string[];
  /** The required files that the page itself refers to. */
  export const linked: readonly string[];
}

/** The part of a service worker's API that is used here; its library cannot be combined with that for pages. */
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
