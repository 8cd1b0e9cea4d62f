import { parserWorkerURL, renderWorkerURL } from "unspool:assets";
import { reason, toFailure } from "./failure";

/** The exports of a worker script, for pages that refuse workers. */
interface Script {
  /** Serves a port. Returns a function that ends background work, if there is any. */
  readonly serve: (port: MessagePort) => (() => void) | undefined;
}

/** The script was built with this code. Others come from `assets`, which can be any address. */
const isBuilt = (url: string): boolean => [parserWorkerURL, renderWorkerURL].includes(url);

const isOwn = (url: string): boolean => new URL(url).origin === self.origin;

/**
 * The page's one Trusted Types policy, which only `spawn` below can use. If a page restricts the names of policies,
 * each name can be used only once, so the policy is created when this module loads and is shared by all viewers.
 * Without one, a second version of this code on such a page runs in the page.
 */
const policy = ((): TrustedTypePolicy | undefined => {
  try {
    return window.trustedTypes?.createPolicy("unspool-worker", { createScriptURL: (url) => url });
  } catch {
    return undefined;
  }
})();

/**
 * Starts a worker. Throws if workers are not allowed, or if a page requires Trusted Types and the script is neither
 * built with this code nor from its own host. After the signal is aborted, everything used to start it is released.
 */
function spawn(url: string, over: AbortSignal): Worker {
  const trusted = isOwn(url) || isBuilt(url);
  const start = (url: string, type: WorkerType): Worker =>
    new Worker((trusted && policy?.createScriptURL(url)) || url, { type });
  // In a page of one file each script is a classic one: Chromium refuses modules for a page that was opened from a
  // disk.
  if (url.startsWith("blob:")) return start(url, "classic");
  if (isOwn(url)) return start(url, "module");
  // A worker's own file must be same-origin; its imports may come from anywhere that allows it. A dynamic import counts
  // as a script for the page's policy (script-src). A static one would count as a worker (worker-src), and blob: would
  // not suffice. The wrapper is not a module: in a page without an origin, such as a sandboxed frame, Chromium would
  // treat it as cross-origin.
  const code = `import(${JSON.stringify(url)}).catch((e)=>setTimeout(()=>{throw e}))`;
  const wrapper = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  over.addEventListener("abort", () => URL.revokeObjectURL(wrapper));
  return start(wrapper, "classic");
}

/**
 * Runs one of our scripts in a worker or, if the page refuses workers, in the page itself. Messages can be posted at
 * once; "message" and "error" are its events.
 */
export class WorkerTransport extends EventTarget {
  readonly #url: string;
  #worker: Worker | undefined;
  #port: Worker | MessagePort | undefined; // once it has announced itself
  #waiting: (readonly [unknown, Transferable[]])[] = [];
  #isTerminated = false;
  #stop: (() => void) | undefined; // in the page
  readonly #starting = new AbortController();
  #imageURL = ""; // of the worker, which announced itself with it
  #canProbe = false;
  #isProbing = false;
  readonly #image = new Image();

  constructor(url: string) {
    super();
    this.#url = url;
    const { signal } = this.#starting;
    try {
      this.#worker = spawn(url, signal);
    } catch (error) {
      void this.#inPage(error);
      return;
    }
    const started = ({ data }: MessageEvent<string>): void => {
      this.#imageURL = data;
      this.#begin(this.#worker);
      this.probe();
    };
    this.#worker.addEventListener("message", started, { signal });
    this.#worker.addEventListener(
      "error",
      (event) => {
        event.preventDefault();
        // If a script could not be loaded, the event contains no reason.
        void this.#inPage(event instanceof ErrorEvent ? event.message : undefined);
      },
      { signal },
    );
  }

  /** Whether the script of the worker runs. */
  get begun(): boolean {
    return this.#port !== undefined;
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    if (this.#port === undefined) this.#waiting.push([message, transfer]);
    else this.#port.postMessage(message, transfer);
  }

  /**
   * Calls back if the worker's image does not load, however busy the worker may be otherwise: the browser revokes its
   * addresses when it ends. A page in which the image does not load at first cannot know.
   */
  probe(onFailure?: () => void): void {
    // The image that a policy blocks is complete before its error is dispatched.
    if (this.#imageURL === "" || this.#isProbing) return;
    this.#isProbing = true;
    this.#image.onload = () => {
      this.#isProbing = false;
      this.#canProbe = true;
    };
    this.#image.onerror = () => {
      this.#isProbing = false;
      if (this.#canProbe) onFailure?.();
      else this.#imageURL = ""; // the page's policy allows no such images
    };
    this.#image.src = `${this.#imageURL}#${performance.now()}`; // browsers remember the image of an address
  }

  terminate(): void {
    this.#isTerminated = true;
    this.#starting.abort();
    this.#image.src = "";
    this.#worker?.terminate();
    this.#stop?.();
    if (this.#port instanceof MessagePort) this.#port.close();
  }

  /**
   * Tries the page instead. A reason means that a worker threw or was not allowed, possibly because of Trusted Types:
   * then only scripts that were built with this code are tried again.
   */
  async #inPage(why: unknown): Promise<void> {
    this.#starting.abort();
    this.#worker?.terminate();
    await Promise.resolve(); // the constructor may call this; listeners of "error" are added before the microtask
    try {
      if (why !== undefined && !isBuilt(this.#url)) throw toFailure(why, "blocked");
      const { serve } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ this.#url)) as Script;
      if (this.#isTerminated) return;
      const { port1, port2 } = new MessageChannel();
      this.#stop = serve(port2);
      this.#begin(port1);
      port1.start();
    } catch (error) {
      if (!this.#isTerminated) this.dispatchEvent(new ErrorEvent("error", { message: reason(error) }));
    }
  }

  #begin(port: Worker | MessagePort | undefined): void {
    if (port === undefined || this.#isTerminated) return;
    this.#starting.abort();
    this.#port = port;
    const report = (event: Event): void => {
      event.preventDefault();
      if (this.#isTerminated) return;
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
