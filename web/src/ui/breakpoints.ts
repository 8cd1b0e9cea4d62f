const WIDE = "(min-width: 1100px)";

/** Reports whether panes cover the conversation for lack of space; the styles use the same breakpoint. */
export function isNarrow(): boolean {
  return !matchMedia(WIDE).matches;
}

/** Reports whether a strip across the page would leave too little of the conversation. */
export function isSmall(): boolean {
  return !matchMedia("(min-width: 900px) and (min-height: 640px)").matches;
}

/** Calls back when space becomes short or sufficient again, until the signal is aborted. */
export function onRoom(act: (narrow: boolean) => void, signal: AbortSignal): void {
  matchMedia(WIDE).addEventListener("change", ({ matches }) => act(!matches), { signal });
}
