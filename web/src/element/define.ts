import { RowElement } from "../rows/row";
import { ListElement } from "./list";
import { UnspoolSession } from "./session";

/** Makes the elements known to the page; twice does no harm. */
export function define(): void {
  const elements = { "unspool-row": RowElement, "unspool-list": ListElement, "unspool-session": UnspoolSession } as const;
  for (const [name, element] of Object.entries(elements)) {
    if (customElements.get(name) === undefined) customElements.define(name, element);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "unspool-row": RowElement;
    "unspool-list": ListElement;
    "unspool-session": UnspoolSession;
  }
}
