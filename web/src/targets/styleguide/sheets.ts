import type { CSSResult } from "lit";
import { AppSession } from "../app/viewer";
import { paneStyles } from "../../viewer/layout/pane-manager";
import { renderStyles } from "../../content/styles";
import { bodySheets } from "../../rows/parts/part";

/** The sheets of the viewer, those that come late among them. */
const sheets: readonly CSSResult[] = [...AppSession.styles, ...paneStyles, ...renderStyles, ...bodySheets];

/**
 * Copies of the viewer's sheets for specimens: what depends on the width of the
 * window depends on that of the specimen, and an element can be held in a state
 * that only a pointer or the keyboard would bring (`data-held="hover"`, `"focus"`).
 * They are made of the sources: the rules of a sheet do not always give back
 * what they were made of, for example shorthands with variables.
 */
export function forSpecimens(): ReadonlyMap<CSSStyleSheet, CSSStyleSheet> {
  const copies = new Map<CSSStyleSheet, CSSStyleSheet>();
  for (const { cssText, styleSheet } of sheets) {
    if (styleSheet === undefined) continue;
    const copy = new CSSStyleSheet();
    copy.replaceSync(
      cssText
        .replace(/@media\s*(\((?:max|min)-width:[^)]+\))\s*\{/g, "@container specimen $1 {")
        .replaceAll(":focus-visible", ":is(:focus-visible, [data-held=focus])")
        .replaceAll(":hover", ":is(:hover, [data-held=hover])"),
    );
    copies.set(styleSheet, copy);
  }
  return copies;
}
