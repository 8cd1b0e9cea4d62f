const EDGE = 8; // px between a popover and the edges of the window
const GAP = 4; // px between a popover and its button
const closers = new WeakMap<HTMLElement, AbortController>();

export interface Placement {
  /** Which edges of the popover and its button are in line. */
  readonly align?: "start" | "end";
  /** The px at the top of the window that the popover does not cover. */
  readonly top?: number;
  /** Whether a popover that fits neither below nor above its button gets smaller there, and its content scrolls. */
  readonly shrinks?: boolean;
}

/**
 * Puts a popover below its button, or above or beside it if there is more room, and within the window. The base styles
 * use the properties that this sets.
 */
export function placePopover(
  popover: HTMLElement,
  button: Element,
  { align = "start", top = 0, shrinks = false }: Placement = {},
): void {
  const set = (name: string, value: number | undefined): void =>
    popover.style.setProperty(`--popover-${name}`, value === undefined ? null : `${value}px`);
  set("room", undefined); // measures the natural height
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const viewport = { width: document.documentElement.clientWidth, height: innerHeight };
  const within = (position: number, max: number, min = EDGE): number => Math.max(min, Math.min(position, max - EDGE));
  const below = viewport.height - EDGE - at.bottom - GAP;
  const above = at.top - GAP - top - EDGE;
  const isBelow = height <= below || (shrinks && above <= below);
  const isAbove = !isBelow && (shrinks || height <= above);
  const room = isBelow ? below : above;
  set("room", shrinks ? room : undefined);
  // Above its button, a popover whose height changes stays next to it.
  set("bottom", isAbove ? Math.max(EDGE, viewport.height - at.top + GAP) : undefined);
  const lowest = viewport.height - (shrinks ? Math.min(height, room) : height);
  set("top", isAbove ? undefined : within(isBelow ? at.bottom + GAP : at.top, lowest, top + EDGE));
  const isAtSide = !isBelow && !isAbove;
  const x = align === "start" ? at.left : viewport.width - (isAtSide ? at.left - GAP : at.right);
  set(align === "start" ? "left" : "right", within(x, viewport.width - width));
}

/** Handles `beforetoggle` of a popover after its button: places it, and closes it when something else scrolls. */
export function placeOnToggle(event: Event, placement?: Placement): void {
  const { target: popover } = event;
  if (!(event instanceof ToggleEvent) || !(popover instanceof HTMLElement)) return;
  closers.get(popover)?.abort();
  const button = popover.previousElementSibling;
  if (event.newState !== "open" || button === null) return;
  const closer = new AbortController();
  closers.set(popover, closer);
  // The popover has a size only after the event. The next frame places it before it is painted.
  const place = (): number =>
    requestAnimationFrame(() => {
      if (!closer.signal.aborted) placePopover(popover, button, placement);
    });
  place();
  const sizes = new ResizeObserver(place);
  sizes.observe(popover);
  closer.signal.addEventListener("abort", () => sizes.disconnect());
  const close = ({ target }: Event): void => {
    if (target instanceof Node && popover.contains(target)) return;
    // A popover that is removed while it is open fires no event.
    closer.abort();
    if (popover.isConnected) popover.hidePopover();
  };
  for (const root of [globalThis, popover.getRootNode()])
    root.addEventListener("scroll", close, { capture: true, passive: true, signal: closer.signal });
}
