import { define } from "../element/define";
import { tokens } from "../element/tokens";
import { AppElement } from "./app";

const sheet = tokens.styleSheet;
if (sheet !== undefined) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
define();
if (customElements.get("unspool-app") === undefined) customElements.define("unspool-app", AppElement);
