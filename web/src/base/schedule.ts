/** Runs a callback after the next paint, for work that nothing waits for. */
export function afterPaint(then: () => void): void {
  requestAnimationFrame(() => setTimeout(then));
}

/** Runs a callback when the browser is idle, or soon where it does not report that. */
export function onIdle(then: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(then);
  else setTimeout(then);
}
