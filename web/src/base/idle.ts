/** Calls back when the browser is idle, or soon where it does not report that. */
export function onIdle(then: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(then);
  else setTimeout(then);
}
