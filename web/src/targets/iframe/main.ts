import { define } from "../../viewer/define";
import { tokens } from "../../ui/tokens";
import { EmbedElement } from "../embed/embed-element";
import { EmbedPage } from "./page";
import { reportUncaught } from "../../base/report-error";
import { isParserGone } from "../../parser/parser-gone";

const sheet = tokens.styleSheet;
if (sheet !== undefined) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
reportUncaught(isParserGone);
define(EmbedElement);
const root = document.querySelector<HTMLElement>("main > .place");
if (root !== null) new EmbedPage(root, window);
