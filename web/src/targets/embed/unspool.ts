// The one file that a page includes: it makes <unspool-session> known.
import { define } from "../../viewer/define";
import { EmbeddedSession } from "./session";

define(EmbeddedSession);

export { EmbeddedSession as UnspoolSession } from "./session";
