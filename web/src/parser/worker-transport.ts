import { parserWorkerURL, renderWorkerURL } from "unspool:assets";
import { reason, toFailure } from "./failure";

/** The exports of a worker script, for pages that refuse workers. */
interface Script {
  /** Answers at a port. Returns what ends work that goes on between answers, if there is such. */
  readonly serve: (port: MessagePort) => (() => void) | undefined;
}

/** The script was built with this code. Others come from `assets`, which can be any address. */
const isBuilt = (address: string): boolean => [parserWorkerURL, renderWorkerURL].includes(address);

const isOwn = (url: string): boolean => new URL(url).origin === self.origin;

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

/**
 * Starts a worker. Throws where workers are not allowed, and where a page requires
 * Trusted Types and the script is neither built with this code nor of its own host.
 * Once the signal aborts nothing is left of how it was started.
 */
function spawn(address: string, over: AbortSignal): Worker {
  const trusted = isOwn(address) || isBuilt(address);
  const start = (url: string, type: WorkerType): Worker =>
    new Worker((trusted && policy?.createScriptURL(url)) || url, { type });
  // In a page of one file each script is a plain one: for a page that was opened from a disk, Chromium refuses modules.
  if (address.startsWith("blob:")) return start(address, "classic");
  if (isOwn(address)) return start(address, "module");
  // A worker's own file must be of the page's origin; what that imports may be from anywhere that allows it. Imported
  // late, it is a script to the page's policy (script-src); else it would be a worker (worker-src), and blob: not
  // enough. The wrapper is no module: in a page without an origin, a sandboxed frame, Chromium would take it for one of
  // another origin.
  const code = `import(${JSON.stringify(address)}).catch((e)=>setTimeout(()=>{throw e}))`;
  const wrapper = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  over.addEventListener("abort", () => URL.revokeObjectURL(wrapper));
  return start(wrapper, "classic");
}

/**
 * Runs a script of ours beside the page: in a worker or, where the page refuses
 * workers, in the page itself. It can be written to at once; "message" and "error"
 * are its events.
 */
export class WorkerTransport extends EventTarget {
  readonly #address: string;
  #worker: Worker | undefined;
  #port: Worker | MessagePort | undefined; // once it has said that it is there
  #waiting: (readonly [unknown, Transferable[]])[] = [];
  #ended = false;
  #stop: (() => void) | undefined; // in the page
  readonly #starting = new AbortController();

  constructor(address: string) {
    super();
    this.#address = address;
    const { signal } = this.#starting;
    try {
      this.#worker = spawn(address, signal);
    } catch (error) {
      void this.#inPage(error);
      return;
    }
    this.#worker.addEventListener("message", () => this.#begin(this.#worker), { signal });
    this.#worker.addEventListener(
      "error",
      (event) => {
        event.preventDefault();
        // Of a script that could not be loaded the event says nothing.
        void this.#inPage(event instanceof ErrorEvent ? event.message : undefined);
      },
      { signal },
    );
  }

  /** The script runs. */
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
    this.#stop?.();
    if (this.#port instanceof MessagePort) this.#port.close();
  }

  /**
   * Tries it in the page. With a reason, a worker threw or was not allowed, by Trusted
   * Types maybe: then only what was built with this code gets that second try.
   */
  async #inPage(why: unknown): Promise<void> {
    this.#starting.abort();
    this.#worker?.terminate();
    await Promise.resolve(); // the constructor may call this: by then, "error" has its listeners
    try {
      if (why !== undefined && !isBuilt(this.#address)) throw toFailure(why, "blocked");
      const { serve } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ this.#address)) as Script;
      if (this.#ended) return;
      const { port1, port2 } = new MessageChannel();
      this.#stop = serve(port2);
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
    const report = (event: Event): void => {
      event.preventDefault();
      if (this.#ended) return;
      this.dispatchEvent(
        event instanceof ErrorEvent
          ? new ErrorEvent("error", event)
          : new MessageEvent(event.type, { data: (event as MessageEvent<unknown>).data }),
      );
    };
    for (const type of ["message", "messageerror", "error"]) port.addEventListener(type, report);
    for (const [message, transfer] of this.#waiting.splice(0)) port.postMessage(message, transfer);
  }
}
