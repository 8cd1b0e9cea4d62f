/** What is selected, as seen from the tree that the list stands in; for the page around, it may end at the viewer. */
export function selectedRange(list: HTMLElement): StaticRange | undefined {
  const root = list.getRootNode();
  const selection = document.getSelection();
  // Where a browser cannot tell, it copies in its own way.
  if (selection === null || selection.rangeCount === 0 || !("getComposedRanges" in selection)) return undefined;
  const [range] = selection.getComposedRanges({ shadowRoots: root instanceof ShadowRoot ? [root] : [] });
  return range?.collapsed === false ? range : undefined;
}

/** Words of a line that were selected by the mouse are no click on it. */
export function clickSelects(list: HTMLElement, event: MouseEvent): boolean {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (event.detail === 0 || button === null) return false;
  const range = selectedRange(list);
  return range !== undefined && button.contains(range.endContainer);
}
