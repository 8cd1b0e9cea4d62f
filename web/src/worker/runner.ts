import { reason } from "./failure";

/** What a worker script of ours exports, for pages that refuse workers. */
interface Script {
  readonly serve: (port: MessagePort) => void;
}

/**
 * The one Trusted Types policy of the page, which only `spawn` below can use. A
 * policy's name can be taken only once where a page lists the names, so it is made
 * when this module loads and shared by all viewers; without one, a second version
 * of this code on such a page runs in the page.
 */
const policy = ((): TrustedTypePolicy | undefined => {
  try {
    return window.trustedTypes?.createPolicy("unspool-worker", { createScriptURL: (url) => url });
  } catch {
    return undefined;
  }
})();

/** Starts a worker. Throws where workers are not allowed. */
function spawn(address: string): Worker {
  const start = (url: string, type: WorkerType): Worker => new Worker(policy?.createScriptURL(url) ?? url, { type });
  // In a page of one file each script is a plain one: for a page that was opened from a disk, Chromium refuses modules.
  if (address.startsWith("blob:")) return start(address, "classic");
  if (new URL(address).origin === self.origin) return start(address, "module");
  // A worker's own file must be of the page's origin; what that imports may be from anywhere that allows it.
  // Imported late, it is a script to the page's policy (script-src); else it would be a worker (worker-src), and blob: not enough.
  // The wrapper is no module: in a page without an origin, a sandboxed frame, Chromium would take it for one of another origin.
  const code = `import(${JSON.stringify(address)}).catch((error) => setTimeout(() => { throw error; }));`;
  const wrapper = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = start(wrapper, "classic");
  const done = (): void => URL.revokeObjectURL(wrapper);
  worker.addEventListener("message", done, { once: true });
  worker.addEventListener("error", done, { once: true });
  return worker;
}

/**
 * Runs a script of ours beside the page: in a worker or, where the page refuses
 * workers, in the page itself. It can be written to at once; "message" and "error"
 * are its events.
 */
export class Runner extends EventTarget {
  readonly #address: string;
  #worker: Worker | undefined;
  #port: Worker | MessagePort | undefined; // once it has said that it is there
  #waiting: (readonly [unknown, Transferable[]])[] = [];
  #ended = false;
  readonly #starting = new AbortController();

  constructor(address: string) {
    super();
    this.#address = address;
    try {
      this.#worker = spawn(address);
    } catch {
      void this.#inPage();
      return;
    }
    const { signal } = this.#starting;
    this.#worker.addEventListener("message", () => this.#begin(this.#worker), { signal });
    this.#worker.addEventListener(
      "error",
      (event) => {
        event.preventDefault();
        void this.#inPage();
      },
      { signal },
    );
  }

  /** Whether the script runs. */
  get begun(): boolean {
    return this.#port !== undefined;
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    if (this.#port === undefined) this.#waiting.push([message, transfer]);
    else this.#port.postMessage(message, transfer);
  }

  terminate(): void {
    this.#ended = true;
    this.#starting.abort();
    this.#worker?.terminate();
    if (this.#port instanceof MessagePort) this.#port.close();
  }

  async #inPage(): Promise<void> {
    this.#starting.abort();
    this.#worker?.terminate();
    try {
      const { serve } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ this.#address)) as Script;
      if (this.#ended) return;
      const { port1, port2 } = new MessageChannel();
      serve(port2);
      this.#begin(port1);
      port1.start();
    } catch (error) {
      if (!this.#ended) this.dispatchEvent(new ErrorEvent("error", { message: reason(error) }));
    }
  }

  #begin(port: Worker | MessagePort | undefined): void {
    if (port === undefined || this.#ended) return;
    this.#starting.abort();
    this.#port = port;
    const tell = (event: Event): void => {
      event.preventDefault();
      if (this.#ended) return;
      const { data } = event as MessageEvent<unknown>;
      this.dispatchEvent(event instanceof ErrorEvent ? new ErrorEvent("error", { message: event.message }) : new MessageEvent(event.type, { data }));
    };
    for (const type of ["message", "messageerror", "error"]) port.addEventListener(type, tell);
    for (const [message, transfer] of this.#waiting.splice(0)) port.postMessage(message, transfer);
  }
}
