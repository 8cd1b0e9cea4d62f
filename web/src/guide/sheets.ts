/**
 * A copy of a sheet for specimens: what depends on the width of the window
 * depends on that of the specimen, and an element can be held in a state that
 * only a pointer or the keyboard would bring (`data-held="hover"`, `"focus"`).
 */
export function atRest(sheet: CSSStyleSheet): CSSStyleSheet {
  const rules = [...sheet.cssRules].map((rule) => rule.cssText).join("\n");
  const copy = new CSSStyleSheet();
  copy.replaceSync(
    rules
      .replace(/@media (\((?:max|min)-width: [^)]+\)) \{/g, "@container specimen $1 {")
      .replaceAll(":focus-visible", ":is(:focus-visible, [data-held=focus])")
      .replaceAll(":hover", ":is(:hover, [data-held=hover])"),
  );
  return copy;
}
