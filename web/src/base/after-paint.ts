/** Runs a callback after the next paint, for work that nothing waits for. */
export function afterPaint(then: () => void): void {
  requestAnimationFrame(() => setTimeout(then));
}
