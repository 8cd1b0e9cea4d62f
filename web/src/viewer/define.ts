import { RowElement } from "../rows/row";
import { ListElement } from "../list/conversation-list";
import { ViewerElement } from "./viewer-element";

/** Makes the elements known to the page, with this viewer. Done twice, the first time counts. */
export function define(viewer: typeof ViewerElement): void {
  const elements = { "unspool-row": RowElement, "unspool-list": ListElement, "unspool-session": viewer } as const;
  for (const [name, element] of Object.entries(elements)) {
    if (customElements.get(name) === undefined) customElements.define(name, element);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "unspool-row": RowElement;
    "unspool-list": ListElement;
    "unspool-session": ViewerElement;
  }
}
