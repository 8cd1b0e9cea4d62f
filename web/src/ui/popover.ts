const EDGE = 8; // px between the popover and the edges of the window
const closers = new WeakMap<HTMLElement, AbortController>();

/**
 * Handles `beforetoggle` of a popover that follows its button: places it below the button and within the window, and
 * closes it when something else scrolls. `width` is its maximum width in px; "end" aligns the right edges.
 */
export function placePopover(event: Event, width = 0, align: "start" | "end" = "start"): void {
  const { target: popover } = event;
  if (!(event instanceof ToggleEvent) || !(popover instanceof HTMLElement)) return;
  closers.get(popover)?.abort();
  const button = popover.previousElementSibling;
  if (event.newState !== "open" || button === null) return;
  const { left, right, bottom } = button.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  if (align === "end") popover.style.right = `${clientWidth - right}px`;
  else popover.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  popover.style.top = `${bottom + 4}px`;
  popover.style.setProperty("--y", `${bottom + 4}px`);
  const closer = new AbortController();
  closers.set(popover, closer);
  const close = ({ target }: Event): void => {
    if (target instanceof Node && popover.contains(target)) return;
    // A popover that is removed while it is open fires no event.
    closer.abort();
    if (popover.isConnected) popover.hidePopover();
  };
  for (const root of [globalThis, popover.getRootNode()])
    root.addEventListener("scroll", close, { capture: true, passive: true, signal: closer.signal });
}
