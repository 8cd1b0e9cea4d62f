import type { CSSResult } from "lit";
import { AppSession } from "../app/viewer";
import { paneStyles } from "../../viewer/layout/pane-manager";
import { renderStyles } from "../../content/styles";
import { bodySheets } from "../../rows/parts/part";

/** The sheets of the viewer, including those that are loaded late. */
const sheets: readonly CSSResult[] = [...AppSession.styles, ...paneStyles, ...renderStyles, ...bodySheets];

/**
 * Returns copies of the viewer's sheets for specimens: media queries for the width of the window become queries for
 * that of the specimen, and elements can be forced into a state that only a pointer or the keyboard would cause
 * (`data-forced="hover"`, `"focus"`). The copies are made from the sources, because the rules of a sheet do not always
 * serialize to what they were, such as shorthands with variables.
 */
export function forSpecimens(): ReadonlyMap<CSSStyleSheet, CSSStyleSheet> {
  const copies = new Map<CSSStyleSheet, CSSStyleSheet>();
  for (const { cssText, styleSheet } of sheets) {
    if (styleSheet === undefined) continue;
    const copy = new CSSStyleSheet();
    copy.replaceSync(
      cssText
        .replace(/@media\s*(\((?:max|min)-width:[^)]+\))\s*\{/g, "@container specimen $1 {")
        .replaceAll(":focus-visible", ":is(:focus-visible, [data-forced=focus])")
        .replaceAll(":hover", ":is(:hover, [data-forced=hover])"),
    );
    copies.set(styleSheet, copy);
  }
  return copies;
}
