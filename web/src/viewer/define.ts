import { RowElement } from "../rows/row";
import { ListElement } from "../list/conversation-list";
import { ViewerElement } from "./viewer-element";

/** Registers the custom elements with this viewer. Only the first call has an effect. */
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
