import { ListElement } from "../../list/conversation-list";
import { RowElement } from "../../rows/row";
import { GuideElement } from "./guide";

const elements = { "unspool-row": RowElement, "unspool-list": ListElement, "unspool-guide": GuideElement } as const;
for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
