// The one file that a page includes: it registers <unspool-session>.
import { define } from "../../viewer/define";
import { EmbedElement } from "./embed-element";

define(EmbedElement);

export { EmbedElement as UnspoolSession } from "./embed-element";
