// The one file that a page includes: it makes <unspool-session> known.
import { define } from "../../viewer/define";
import { EmbedElement } from "./embed-element";

define(EmbedElement);

export { EmbedElement as UnspoolSession } from "./embed-element";
