/** Runs a callback after the next paint, for work that nothing waits for. */
export function afterPaint(then: () => void): void {
  requestAnimationFrame(() => setTimeout(then));
}

/** Runs a callback when the browser is idle, or soon where it does not report that. */
export function onIdle(then: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(then);
  else setTimeout(then);
}

/** Lets waiting messages be handled before the work continues. */
export function tick(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Resolves after a time. */
export function pause(ms?: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
