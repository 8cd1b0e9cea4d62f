import { define } from "../element/define";
import { tokens } from "../element/tokens";
import { EmbedPage } from "./page";

const sheet = tokens.styleSheet;
if (sheet !== undefined) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
define();
const root = document.querySelector("main");
if (root !== null) new EmbedPage(root, window);
