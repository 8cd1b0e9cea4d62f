import { define } from "../element/define";
import { tokens } from "../element/tokens";
import type { AppElement } from "./app";

/** Brings the page to life. */
export function start(app: typeof AppElement): void {
  const sheet = tokens.styleSheet;
  if (sheet !== undefined) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  define();
  if (customElements.get("unspool-app") === undefined) customElements.define("unspool-app", app);
}
