import type { SessionInfo } from "../parser/model";
import type { ViewState } from "./view-state";
import type { UnspoolDetails } from "./public";

/** The events of the element and their `detail`. Events that are not public are for the viewer's own pages. */
export interface SessionEvents extends UnspoolDetails {
  /** The user changed the view state, which addresses contain. */
  "unspool-view-state": ViewState;
  /** Another session, or the list of sessions (undefined), is on the screen. */
  "unspool-show": { readonly session: SessionInfo | undefined };
}

/** The detail of "unspool-copied", which only fires on the element itself: Markdown that the user copied. */
export interface CopiedText {
  readonly text: string;
  /** The number of its prompt; 0 before the first one. */
  readonly prompt: number;
}

/** Events for the code that created a viewer, such as embed.html, and not for the page around an embedded one. */
export const privateEvents: ReadonlySet<keyof SessionEvents> = new Set(["unspool-show", "unspool-view-state"]);
