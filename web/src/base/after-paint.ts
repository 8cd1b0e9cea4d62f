/** Calls back after the next paint, for work that nobody waits for. */
export function afterPaint(then: () => void): void {
  requestAnimationFrame(() => setTimeout(then));
}
