import { reportUncaught } from "../../base/report-error";
import { isParserLoss } from "../../parser/parser-loss";
import { define } from "../../viewer/define";
import { tokens } from "../../ui/tokens";
import type { AppElement } from "./app";
import { AppSession } from "./viewer";

export function start(app: typeof AppElement): void {
  reportUncaught(isParserLoss);
  const sheet = tokens.styleSheet;
  if (sheet !== undefined) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  define(AppSession);
  if (customElements.get("unspool-app") === undefined) customElements.define("unspool-app", app);
}
