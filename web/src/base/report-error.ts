type Listener = (error: unknown) => void;

/** Errors that are the same and follow each other so soon are one: whatever fails is often drawn again at once. */
const SAME_WITHIN = 1_000; // ms
const MAX_KNOWN = 100;

const listeners: Listener[] = [];
const known = new Map<string, number>(); // when each was reported last

/** Reports an error that nothing foresees: on the console, with its cause, and to the page. */
export function reportError(error: unknown, what = ""): void {
  const id = String((error instanceof Error && error.stack) || error);
  const now = performance.now();
  const before = known.get(id) ?? -Infinity;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(id, now);
  if (now - before < SAME_WITHIN) return;
  console.error(...(what === "" ? [error] : [what, error]));
  listeners[0]?.(error);
}

/** Sets the listener of reported errors unless there is one. Returns a function that removes it. */
export function onReportedError(listener: Listener): () => void {
  listeners.push(listener);
  return () => {
    const index = listeners.indexOf(listener);
    if (index >= 0) listeners.splice(index, 1);
  };
}

/** Reports what nothing in the page caught, except what is expected. */
export function reportUncaught(isExpected: (error: unknown) => boolean): void {
  const report = (event: Event, error: unknown): void => {
    // Scripts of other origins and observers that are called too often have no error.
    if (error == null || isExpected(error)) return;
    event.preventDefault(); // else the browser writes it to the console, too
    reportError(error);
  };
  addEventListener("error", (event) => report(event, event.error));
  addEventListener("unhandledrejection", (event) => report(event, event.reason));
}

/** Reports an error of loading or running a module, unless the module could not be had. */
export function reportUnlessNotLoaded(error: unknown): undefined {
  // Each browser has its own words for it: Chromium, Firefox, Safari.
  const isLost = error instanceof TypeError && /dynamically imported|Importing a module/i.test(error.message);
  if (!isLost) reportError(error);
}

/** Resolves when a promise settles: with undefined where it rejects, which others handle. */
export function settled<T>(promise: Promise<T>): Promise<T | undefined> {
  return promise.then(
    (value) => value,
    () => undefined,
  );
}
