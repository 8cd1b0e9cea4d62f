import { define } from "../../viewer/define";
import { tokens } from "../../ui/tokens";
import { EmbeddedSession } from "../embed/session";
import { EmbedPage } from "./page";
import { reportUncaught } from "../../base/report-error";
import { isParserGone } from "../../parser/parser-gone";

const sheet = tokens.styleSheet;
if (sheet !== undefined) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
reportUncaught(isParserGone);
define(EmbeddedSession);
const root = document.querySelector<HTMLElement>("main > .place");
if (root !== null) new EmbedPage(root, window);
