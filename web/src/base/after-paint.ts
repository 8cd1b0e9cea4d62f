/** Calls back once what is in the page now was painted: for what a reader is not waiting for. */
export function afterPaint(then: () => void): void {
  requestAnimationFrame(() => setTimeout(then));
}
