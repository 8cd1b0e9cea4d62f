/** Returns whether it shows the error; otherwise the next listener is called. */
type Listener = (error: unknown) => boolean;

/** Equal errors within this time count as one, since whatever fails is often rendered again at once. */
const SAME_WITHIN = 1_000; // ms
const MAX_KNOWN = 100;

const listeners: Listener[] = [];
const known = new Map<string, number>(); // when each was last reported

/** Reports an unexpected error to the console, with its cause, and to the page. */
export function reportError(error: unknown, what = ""): void {
  const id = String((error instanceof Error && error.stack) || error);
  const now = performance.now();
  const before = known.get(id) ?? -Infinity;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(id, now);
  if (now - before < SAME_WITHIN) return;
  console.error(...(what === "" ? [error] : [what, error]));
  listeners.some((show) => show(error));
}

/** Adds a listener of reported errors after the previous ones. Returns a function that removes it. */
export function onReportedError(listener: Listener): () => void {
  listeners.push(listener);
  return () => {
    const index = listeners.indexOf(listener);
    if (index >= 0) listeners.splice(index, 1);
  };
}

/** Reports errors that nothing in the page caught, except expected ones. */
export function reportUncaught(isExpected: (error: unknown) => boolean): void {
  const report = (event: Event, error: unknown): void => {
    // Errors of cross-origin scripts and of observer loops have no error object.
    if (error == null || isExpected(error)) return;
    event.preventDefault(); // otherwise the browser also writes it to the console
    reportError(error);
  };
  addEventListener("error", (event) => report(event, event.error));
  addEventListener("unhandledrejection", (event) => report(event, event.reason));
}

/** Reports an error of loading or running a module, unless the module could not be loaded. */
export function reportUnlessNotLoaded(error: unknown): undefined {
  // Each browser has its own message: Chromium, Firefox, Safari.
  const isLost = error instanceof TypeError && /dynamically imported|Importing a module/i.test(error.message);
  if (!isLost) reportError(error);
}

/** Resolves when a promise settles; with undefined if it rejects, which is handled elsewhere. */
export function settled<T>(promise: Promise<T>): Promise<T | undefined> {
  return promise.then(
    (value) => value,
    () => undefined,
  );
}
