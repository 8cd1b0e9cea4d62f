/** Whether room is so short that panes lie over the conversation; the styles say the same. */
export function isNarrow(): boolean {
  return !matchMedia("(min-width: 1100px)").matches;
}

/** Whether a strip across the page would leave too little of the conversation. */
export function isSmall(): boolean {
  return !matchMedia("(min-width: 900px) and (min-height: 640px)").matches;
}
