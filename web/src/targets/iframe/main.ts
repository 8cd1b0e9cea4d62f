import { define } from "../../viewer/define";
import { tokens } from "../../ui/tokens";
import { EmbedElement } from "../embed/embed-element";
import { EmbedPage } from "./page";
import { reportUncaught } from "../../base/report-error";
import { isParserLoss } from "../../parser/parser-loss";

const sheet = tokens.styleSheet;
if (sheet !== undefined) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
reportUncaught(isParserLoss);
define(EmbedElement);
const root = document.querySelector<HTMLElement>("main > .place");
if (root !== null) new EmbedPage(root, window);
