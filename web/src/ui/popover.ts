const EDGE = 8; // px between a popover and the edges of the window
const GAP = 4; // px between a popover and its button
const closers = new WeakMap<HTMLElement, AbortController>();

interface Placement {
  /** Which edges of the popover and its button are in line. */
  readonly align?: "start" | "end";
  /** The px at the top of the window that the popover does not cover. */
  readonly top?: number;
}

/**
 * Puts a popover below its button, or above or beside it if there is more room, and within the window. The base styles
 * use the properties that this sets.
 */
export function placePopover(
  popover: HTMLElement,
  button: Element,
  { align = "start", top = 0 }: Placement = {},
): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const room = { width: document.documentElement.clientWidth, height: innerHeight };
  const isBelow = at.bottom + height + EDGE <= room.height;
  const isAtSide = !isBelow && at.top - height - EDGE < top;
  const y = isBelow ? at.bottom + GAP : isAtSide ? at.top : at.top - height - GAP;
  const x = align === "start" ? at.left : room.width - (isAtSide ? at.left - GAP : at.right);
  const set = (side: string, position: number, max: number, min = EDGE): void =>
    popover.style.setProperty(`--popover-${side}`, `${Math.max(min, Math.min(position, max - EDGE))}px`);
  set("top", y, room.height - height, top + EDGE);
  set(align === "start" ? "left" : "right", x, room.width - width);
}

/** Handles `beforetoggle` of a popover after its button: places it, and closes it when something else scrolls. */
export function placeOnToggle(event: Event, placement?: Placement): void {
  const { target: popover } = event;
  if (!(event instanceof ToggleEvent) || !(popover instanceof HTMLElement)) return;
  closers.get(popover)?.abort();
  const button = popover.previousElementSibling;
  if (event.newState !== "open" || button === null) return;
  const place = (): void => placePopover(popover, button, placement);
  place(); // the maximum height of a popover may depend on its top
  const closer = new AbortController();
  closers.set(popover, closer);
  // The popover has a size only after the event. The next frame places it before it is painted.
  requestAnimationFrame(() => {
    if (!closer.signal.aborted) place();
  });
  const close = ({ target }: Event): void => {
    if (target instanceof Node && popover.contains(target)) return;
    // A popover that is removed while it is open fires no event.
    closer.abort();
    if (popover.isConnected) popover.hidePopover();
  };
  for (const root of [globalThis, popover.getRootNode()])
    root.addEventListener("scroll", close, { capture: true, passive: true, signal: closer.signal });
}
