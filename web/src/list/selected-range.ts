/** Returns the selection as seen from the tree that contains the list. Seen from the page, it may end at the viewer. */
export function selectedRange(list: HTMLElement): StaticRange | undefined {
  const root = list.getRootNode();
  const selection = document.getSelection();
  // If the browser cannot tell, its own copy is used.
  if (selection === null || selection.rangeCount === 0 || !("getComposedRanges" in selection)) return undefined;
  const [range] = selection.getComposedRanges({ shadowRoots: root instanceof ShadowRoot ? [root] : [] });
  return range?.collapsed === false ? range : undefined;
}

/** Reports whether a click on a line was the end of a text selection. */
export function clickSelects(list: HTMLElement, event: MouseEvent): boolean {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (event.detail === 0 || button === null) return false;
  const range = selectedRange(list);
  return range !== undefined && button.contains(range.endContainer);
}
