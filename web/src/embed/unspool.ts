// The one file that a page includes: it makes <unspool-session> known.
import { define } from "../element/define";

define();

export { define } from "../element/define";
export { UnspoolSession } from "../element/session";
