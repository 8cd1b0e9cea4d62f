// unspool: the class of the element. To import it does nothing, also where there is no document.
import { define as makeKnown } from "../element/define";
import { EmbeddedSession } from "../embed/session";
import type { UnspoolSession as Instance, UnspoolSessionConstructor } from "./element";

/** An attribute can hold any text; the types for others name those that mean something. */
type Loose<T> = { [name in keyof T]: T[name] extends string ? string : T[name] };

const checked: new () => Loose<Instance> = EmbeddedSession;

export type UnspoolSession = Instance;
export const UnspoolSession = checked as UnspoolSessionConstructor;

/** Makes the element known to the page as `<unspool-session>`; twice does no harm, and where there is no page nothing happens. */
export function define(): void {
  if (typeof customElements === "object") makeKnown(EmbeddedSession);
}

export type * from "./element";
export type * from "../worker/model";
export type { Failure, FailureCode, Progress } from "../worker/protocol";
