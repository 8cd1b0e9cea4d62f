// unspool: the class of the element. To import it does nothing, also where there is no document.
import { define as makeKnown } from "../../viewer/define";
import type { UnspoolSession as Instance, UnspoolSessionConstructor } from "../../session/public";
import { EmbedElement } from "../embed/embed-element";

export type UnspoolSession = Instance;
export const UnspoolSession: UnspoolSessionConstructor = EmbedElement;

/**
 * Makes the element known to the page as `<unspool-session>`; twice does no harm, and where there is no page nothing
 * happens.
 */
export function define(): void {
  if (typeof customElements === "object") makeKnown(EmbedElement);
}

export type * from "../../session/public";
export type * from "../../parser/model";
export type { Failure, FailureCode, Progress } from "../../parser/protocol";
