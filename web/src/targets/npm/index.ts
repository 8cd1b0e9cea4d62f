// unspool: the class of the element. Importing it has no effect, and works without a document.
import { define as makeKnown } from "../../viewer/define";
import type { UnspoolSession as Instance, UnspoolSessionConstructor } from "../../session/public";
import { EmbedElement } from "../embed/embed-element";

export type UnspoolSession = Instance;
export const UnspoolSession: UnspoolSessionConstructor = EmbedElement;

/** Registers the element as `<unspool-session>`. Repeated calls, and calls without a document, have no effect. */
export function define(): void {
  if (typeof customElements === "object") makeKnown(EmbedElement);
}

export type * from "../../session/public";
export type * from "../../parser/model";
export type { Failure, FailureCode, Progress } from "../../parser/protocol";
