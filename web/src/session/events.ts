import type { SessionInfo } from "../parser/model";
import type { ViewState } from "./view-state";
import type { UnspoolDetails } from "./public";

/**
 * The events of the element, and what their `detail` holds; those that are not public are for the pages of the viewer.
 */
export interface SessionEvents extends UnspoolDetails {
  /** The reader looks at something else: what an address can hold of it. */
  "unspool-look": ViewState;
  /** Another session, or the list of them (undefined), is on the screen. */
  "unspool-show": { readonly session: SessionInfo | undefined };
}
